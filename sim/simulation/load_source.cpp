#include "sim/simulation/load_source.hpp"

#include "sim/base/closest_names.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/snapshot.hpp"
#include "sim/unit_names.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery {
namespace {

HostArray<double> first_of(const HostArray<double>& all, std::size_t count) {
    HostArray<double> some(count);
    std::copy_n(all.data(), count, some.data());
    return some;
}

VectorArray<double> first_of(const VectorArray<double>& all, std::size_t count) {
    VectorArray<double> some;
    some.x = first_of(all.x, count);
    some.y = first_of(all.y, count);
    some.z = first_of(all.z, count);
    return some;
}

template <class T>
void shorten(std::vector<T>& per_body, std::size_t count) {
    per_body.resize(std::min(per_body.size(), count));
}

SnapshotFile load_file(const std::filesystem::path& file, const Settings& settings) {
    SnapshotFile read = read_snapshot_file(file, settings.sample);
    if (settings.bodies != 0) {
        keep_first(read.system, settings.bodies);
    }
    return read;
}

} // namespace

// Everything that names one of the bodies left out goes with it.
void keep_first(System& system, std::size_t count) {
    if (count >= system.bodies.size()) {
        return;
    }
    Bodies<double>& bodies = system.bodies;
    bodies.position = first_of(bodies.position, count);
    bodies.velocity = first_of(bodies.velocity, count);
    bodies.mass = first_of(bodies.mass, count);

    Catalogue& catalogue = system.catalogue;
    std::erase_if(catalogue.components, [=](const Component& c) { return c.first >= count; });
    for (Component& component : catalogue.components) {
        component.count = std::min(component.count, count - component.first);
    }
    std::erase_if(catalogue.labels, [=](const Label& label) { return label.body >= count; });
    shorten(catalogue.file_ids, count);
    shorten(catalogue.softenings, count);
    std::vector<std::size_t> kept(count);
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    keep_rows(system.columns, kept);
    if (!catalogue.softenings.empty()) {
        system.softening = mean_softening(bodies, catalogue.softenings);
    }
}

namespace {

SnapshotFile load(const Settings& settings) {
    std::vector<std::string> scene_ids;
    for (const Scene& scene : scenes()) {
        if (settings.source == scene.id) {
            return {make_scene(scene, settings.bodies, settings.seed), std::nullopt, {}};
        }
        scene_ids.emplace_back(scene.id);
    }
    std::error_code unreadable; // is as good as absent: reading would fail as well
    const std::filesystem::path file = first_part(settings.source);
    if (std::filesystem::is_directory(file, unreadable)) {
        throw bad_input("this is a folder, not a file of bodies", settings.source,
                        "name one of the files in it");
    }
    if (file == "-" || std::filesystem::exists(file, unreadable)) {
        return load_file(file, settings);
    }
    if (file.has_parent_path() || file.has_extension()) {
        throw bad_input("no such file", settings.source, "check its name and folder");
    }
    throw bad_input("no such file or scene", settings.source,
                    did_you_mean(settings.source, scene_ids, "orrery list scenes"));
}

} // namespace

SnapshotFile load_source_file(const Settings& settings) {
    SnapshotFile file = load(settings);
    apply_units(settings, file.system);
    return file;
}

bool same_system(const Settings& a, const Settings& b) {
    return a.source == b.source && a.bodies == b.bodies && a.sample == b.sample && a.seed == b.seed;
}

System load_source(const Settings& settings) {
    return load_source_file(settings).system;
}

} // namespace orrery
