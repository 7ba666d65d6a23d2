#include "app/window/source_choice.hpp"

#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <vector>

namespace orrery {

namespace {

const Scene* scene_of(const std::string& source) {
    const std::span<const Scene> all = scenes();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Scene& scene) { return scene.id == source; });
    return found == all.end() ? nullptr : &*found;
}

// The id `steps` after `current` in a ring; if it is not in there, the ring is entered at an end.
std::string neighbour(const std::vector<std::string>& ids, const std::string& current, int steps) {
    if (ids.empty()) {
        return current;
    }
    const int count = static_cast<int>(ids.size());
    const auto found = std::find(ids.begin(), ids.end(), current);
    const int from =
        found == ids.end() ? (steps > 0 ? -1 : count) : static_cast<int>(found - ids.begin());
    return ids[static_cast<std::size_t>(((from + steps) % count + count) % count)];
}

} // namespace

bool is_scene(const std::string& source) {
    return scene_of(source) != nullptr;
}

bool has_free_count(const std::string& source) {
    const Scene* scene = scene_of(source);
    return scene == nullptr || scene->fixed_bodies == 0;
}

void choose_source(Settings& settings, const std::string& source) {
    if (!is_scene(source) || !is_scene(settings.source)) {
        settings.bodies = 0;
    }
    settings.source = source;
    settings.time_step.reset();
    settings.softening.reset();
}

std::string neighbouring_scene(const std::string& source, int steps) {
    std::vector<std::string> ids;
    for (const Scene& scene : scenes()) {
        ids.emplace_back(scene.id);
    }
    return neighbour(ids, source, steps);
}

std::string neighbouring_algorithm(const Settings& settings, int steps) {
    const bool needs_jerk = find_integrator(settings.integrator).needs_jerk;
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        const bool suits = (settings.precision == Precision::fp32 || entry.info.has_double) &&
                           (!needs_jerk || entry.info.has_jerk);
        if (entry.unavailable.empty() && suits) {
            ids.emplace_back(entry.info.id);
        }
    }
    return neighbour(ids, settings.algorithm, steps);
}

} // namespace orrery
