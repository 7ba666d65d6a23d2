#pragma once

#include "sim/snapshot.hpp"
#include "tests/app/orrery_program.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace orrery {

using Words = std::vector<std::string>;

inline Launch launcher() {
    Launch launch;
    launch.program = ORRERY_MPIRUN;
    launch.set_environment = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                              {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                              {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                              {"OMPI_MCA_btl", "self,vader"},
                              {"OMPI_MCA_hwloc_base_binding_policy", "none"}};
    return launch;
}

inline Words on_ranks(int ranks, const Words& arguments) {
    Words words{"-n", std::to_string(ranks), ORRERY_EXECUTABLE};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

inline Finished run_on(int ranks, const Words& arguments) {
    return run_orrery(on_ranks(ranks, arguments), launcher());
}

// 30 steps of 600 bodies, to a file.
inline Words simulation(const std::string& algorithm, const std::string& output) {
    return {"simulate", "plummer", "--bodies", "600",     "--algorithm", algorithm, "--precision",
            "fp64",     "--dt",    "1/256",    "--steps", "30",          "-o",      output};
}

inline double largest_distance(const Bodies<double>& a, const Bodies<double>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::hypot(a.position.x[i] - b.position.x[i],
                                               a.position.y[i] - b.position.y[i],
                                               a.position.z[i] - b.position.z[i]));
    }
    return largest;
}

} // namespace orrery
