#include "sim/simulation/load_source.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/body_arrays.hpp"
#include "sim/domain/travel.hpp"
#include "sim/scene.hpp"
#include "sim/snapshot.hpp"
#include "sim/unit_names.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace orrery {
namespace {

bool names_scene(const Settings& settings) {
    return std::ranges::count(scenes(), settings.source, &Scene::id) != 0;
}

// The step that suits another gravity is found among all bodies.
bool needs_all_bodies(const Settings& settings) {
    return settings.gravity || !settings.units.empty();
}

bool is_whole_session(const Settings& settings) {
    std::error_code unreadable;
    const std::filesystem::path file = settings.source;
    return settings.bodies == 0 && settings.sample <= 1 &&
           std::filesystem::is_regular_file(file, unreadable) && looks_like_session(file);
}

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
        if (settings.bodies != 0 && settings.bodies < read.system.bodies.size() &&
            read.system.cosmology) {
            throw bad_input("some of its bodies have not the mass by which this universe expands",
                            "--bodies", "use --sample, which keeps the mass");
        }
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
    SnapshotFile file = load(settings, needs_all_bodies(settings) ? one_process() : ranks);
    apply_units(settings, file.system);
    return file;
}

bool has_shares(const Settings& settings, Communicator& ranks) {
    bool here = false;
    on_all(ranks, [&] {
        here = !needs_all_bodies(settings) && (names_scene(settings) || is_whole_session(settings));
    });
    return greatest_of(ranks, here ? 0 : 1) == 0;
}

void require_sound(const System& system) {
    const auto require = [](bool sound, const char* what, const char* which) {
        if (!sound) {
            throw bad_input(what, which, "Look for NaN, and for the wrong sign.");
        }
    };
    const auto finite = [&](const HostArray<double>& numbers, const char* which) {
        require(std::ranges::all_of(numbers, [](double one) { return std::isfinite(one); }),
                "a number is not finite", which);
    };
    const auto& [position, velocity, mass] = system.bodies;
    for (const HostArray<double>* axis : {&position.x, &position.y, &position.z}) {
        finite(*axis, "positions");
    }
    for (const HostArray<double>* axis : {&velocity.x, &velocity.y, &velocity.z}) {
        finite(*axis, "velocities");
    }
    finite(mass, "masses");
    require(std::ranges::all_of(mass, [](double one) { return one >= 0; }), "a mass is negative",
            "masses");
    const auto not_negative = [](double one) { return one >= 0 && std::isfinite(one); };
    require(not_negative(system.units.gravity), "is not zero or a positive number", "gravity");
    require(not_negative(system.softening), "is not zero or a positive number", "softening");
    require(system.time_step > 0 && std::isfinite(system.time_step), "is not a positive number",
            "time_step");
}

System given_system(const System& bodies, const Settings& asked) {
    if (!same_system(asked, Settings())) {
        throw bad_input("these name a scene or a file, and the bodies are given",
                        "source, bodies, sample or seed", "Make the System with them.");
    }
    System system = bodies;
    apply_units(asked, system);
    return system;
}

void require_same_bodies(const Settings& before, const Settings& now, const std::string& name) {
    if (!same_system(before, now) || before.gravity != now.gravity || before.units != now.units) {
        throw bad_input("belongs to the bodies of a running simulation", name,
                        "Make another Simulation with it.");
    }
}

ForceError rounding_of_source(const System& system, const Settings& settings, Workers& workers) {
    if (names_scene(settings)) {
        return {};
    }
    return sampled_rounding_error(view(system.bodies),
                                  settings.softening.value_or(system.softening), workers);
}

} // namespace orrery
