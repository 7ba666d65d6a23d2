#include "sim/simulation/load_source.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/body_arrays.hpp"
#include "sim/scene.hpp"
#include "sim/snapshot.hpp"
#include "sim/unit_names.hpp"

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace orrery {
namespace {

SnapshotFile load(const Settings& settings, Communicator& ranks) {
    std::vector<std::string> scene_ids;
    for (const Scene& scene : scenes()) {
        if (settings.source == scene.id) {
            return {make_scene(scene, settings.bodies, settings.seed, ranks), std::nullopt, {}};
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
        SnapshotFile read =
            read_snapshot_file(file, settings.sample, settings.bodies == 0 ? ranks : one_process());
        if (settings.bodies != 0) {
            keep_first(read.system, settings.bodies);
        }
        return read;
    }
    if (file.has_parent_path() || file.has_extension()) {
        throw bad_input("no such file", settings.source, "check its name and folder");
    }
    throw bad_input("no such file or scene", settings.source,
                    did_you_mean(settings.source, scene_ids, "orrery list scenes"));
}

} // namespace

SnapshotFile load_source_file(const Settings& settings, Communicator& ranks) {
    // The step that suits another gravity is found among all bodies.
    const bool whole = settings.gravity || !settings.units.empty();
    SnapshotFile file = load(settings, whole ? one_process() : ranks);
    apply_units(settings, file.system);
    return file;
}

} // namespace orrery
