// Every integrator: the table of contents. A new one is one file and one line here.

#include "sim/integrators/registered.hpp"

#include "sim/closest_names.hpp"
#include "sim/error.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace orrery {

std::span<const Integrator> integrators() {
    static const Integrator all[] = {
        leapfrog, symplectic_euler, euler, yoshida4, pefrl, rk4, hermite4,
    };
    return all;
}

const Integrator& find_integrator(std::string_view id) {
    const auto all = integrators();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const Integrator& candidate) { return candidate.id == id; });
    if (found != all.end()) {
        return *found;
    }
    std::vector<std::string> ids;
    ids.reserve(all.size());
    for (const Integrator& integrator : all) {
        ids.emplace_back(integrator.id);
    }
    throw bad_input("there is no integrator '" + std::string(id) + "'", "",
                    did_you_mean(id, ids, "orrery list integrators"));
}

} // namespace orrery
