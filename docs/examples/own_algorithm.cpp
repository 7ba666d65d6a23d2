// An algorithm of one's own: it runs in a simulation beside Orrery's, and is held to its promise.

#include <orrery/orrery.hpp>

#include <array>
#include <cmath>
#include <cstdio>

// Two loops. Called with both precisions.
constexpr auto two_loops = []<class Real>(const orrery::Sources<Real>& sources,
                                          const orrery::Targets<Real>& targets) {
    for (std::size_t k = 0; k < targets.count() && !targets.stopped(); ++k) {
        const auto [x, y, z] = targets.position(k);
        std::array<Real, 3> pull{};
        Real potential = 0;
        for (std::size_t j = 0; j < sources.count; ++j) {
            const Real dx = sources.x[j] - x, dy = sources.y[j] - y, dz = sources.z[j] - z;
            const Real squared =
                dx * dx + dy * dy + dz * dz + sources.softening * sources.softening;
            if (targets.is_source(k, j) || squared == 0) {
                continue; // the body itself; and two at one point do not pull each other
            }
            const Real inverse = 1 / std::sqrt(squared);
            const Real strength = sources.gravity * sources.mass[j] * inverse;
            potential -= strength;
            const Real each = strength * inverse * inverse;
            pull = {pull[0] + each * dx, pull[1] + each * dy, pull[2] + each * dz};
        }
        targets.pull(k, pull, potential);
    }
};

int main() {
    orrery::add_algorithm({.id = "mine.loops",
                           .title = "My two loops",
                           .idea = "Every pair, one after the other",
                           .promised_error_fp32 = 1e-5,
                           .promised_error_fp64 = 1e-12},
                          two_loops);

    orrery::Simulation cluster(orrery::load("plummer", 1'000),
                               {{"algorithm", "mine.loops"}, {"precision", "fp64"}});
    const double before = cluster.conserved().energy();
    cluster.step(50);
    const orrery::ForceError error = cluster.force_error();
    std::printf("t = %.4f, energy changed by %.1e; forces err by %.1e, promised %.1e\n",
                cluster.time(), cluster.conserved().energy() / before - 1, error.p99,
                error.promised);
}
