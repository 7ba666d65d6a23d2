// What the installed library refuses, and how: a user's program, for installed_test.py.

#include <orrery/orrery.hpp>

#include <cstdio>
#include <exception>
#include <limits>
#include <stop_token>

namespace {

// Prints the kind and the sentence of what is thrown.
template <class Work>
void told(const char* name, const Work& work) {
    try {
        work();
        std::printf("%s: nothing was thrown\n", name);
    } catch (const orrery::Error& error) {
        std::printf("%s: %s: %s\n", name,
                    error.kind() == orrery::Error::Kind::input ? "input" : "failure", error.what());
    }
}

} // namespace

int main() {
    // Too weak by a tenth, and promising more than it keeps.
    const auto weak = [](const auto& sources, const auto& targets) {
        using Real = decltype(sources.gravity + 0);
        for (std::size_t k = 0; k < targets.count(); ++k) {
            const auto at = targets.position(k);
            targets.pull(k, {at[0] * Real(-0.1), at[1] * Real(-0.1), at[2] * Real(-0.1)}, 0);
        }
    };
    orrery::add_algorithm({.id = "mine.weak", .title = "Weak", .idea = "None"}, weak);
    told("twice", [&] {
        orrery::add_algorithm({.id = "mine.weak", .title = "Weak", .idea = "None"}, weak);
    });

    const orrery::System cluster = orrery::load("plummer", 300);
    orrery::Simulation lying(cluster, {{"algorithm", "mine.weak"}, {"precision", "fp64"}});
    const orrery::ForceError error = lying.force_error(300);
    std::printf("weak: %s\n", error.p99 > error.promised ? "found out" : "believed");

    told("late", [&] {
        orrery::add_algorithm({.id = "mine.late", .title = "Late", .idea = "None"}, weak);
    });
    told("algorithm", [&] { orrery::Simulation none(cluster, {{"algorithm", "cpu.nothing"}}); });
    told("setting", [&] { orrery::Simulation none(cluster, {{"softness", "1"}}); });
    told("seed", [&] { orrery::Simulation(cluster).set("seed", "7"); });
    told("source", [] { static_cast<void>(orrery::load("not.there")); });
    told("lengths", [] {
        static_cast<void>(orrery::System({{0}, {0}, {0}, {0}, {0}, {0, 0}, {1}}));
    });
    const double nan = std::numeric_limits<double>::quiet_NaN(), place[] = {nan, 0, 0}, mass = 1;
    told("finite", [&] { static_cast<void>(orrery::forces(orrery::rows(place, 1), &mass)); });
    told("error", [&] {
        const double origin[] = {0, 0, 0};
        static_cast<void>(orrery::forces(orrery::rows(origin, 1), &mass,
                                         {.algorithm = "cpu.mesh", .error = 1e-3}));
    });
    told("on device", [&] {
        const double origin[] = {0, 0, 0};
        static_cast<void>(orrery::forces_on_device(orrery::rows(origin, 1), &mass,
                                                   orrery::DeviceForces<double>()));
    });

    orrery::Simulation stopped(cluster);
    std::stop_source stop;
    stop.request_stop();
    std::printf("stopped: %s after %llu steps\n", stopped.step(5, stop.get_token()) ? "no" : "yes",
                static_cast<unsigned long long>(stopped.steps()));
    orrery::System copy = stopped.now();
    std::printf("copy: %zu bodies, first mass %.6f\n", copy.count(), copy.bodies().mass[0] * 300);
}
