#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/snapshot.hpp"
#include "sim/solver.hpp"

#include <orrery/choices.hpp>

namespace orrery::library {

const char* version() {
    return ORRERY_VERSION;
}

std::vector<Choice> algorithms() {
    std::vector<Choice> all;
    for (const SolverEntry& entry : solvers()) {
        all.push_back({entry.info.id, entry.info.title, entry.info.idea, entry.unavailable()});
    }
    return all;
}

std::vector<Choice> integrators() {
    std::vector<Choice> all;
    for (const Integrator& integrator : orrery::integrators()) {
        all.push_back({integrator.id, integrator.title, integrator.idea, ""});
    }
    return all;
}

std::vector<Choice> scenes() {
    std::vector<Choice> all;
    for (const Scene& scene : orrery::scenes()) {
        all.push_back({scene.id, scene.title, scene.idea, ""});
    }
    return all;
}

std::vector<Choice> settings() {
    std::vector<Choice> all;
    for (const Property& property : properties()) {
        all.push_back({property.id, property.title, property.tooltip, ""});
    }
    return all;
}

std::vector<Choice> formats() {
    std::vector<Choice> all;
    for (const SnapshotFormat& format : snapshot_formats()) {
        all.push_back({format.extension, format.title, format.id, std::string(format.unavailable)});
    }
    return all;
}

} // namespace orrery::library
