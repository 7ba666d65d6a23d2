// Two galaxies for a while, what becomes of their energy, and a file of how they stand then.

#include <orrery/orrery.hpp>

#include <cstdio>

int main() {
    try {
        orrery::Simulation galaxies(orrery::load("galaxy_collision", 4'000),
                                    {{"algorithm", "cpu.tree"}, {"theta", "0.6"}});
        const double before = galaxies.conserved().energy();
        std::printf("%10s %14s %12s\n", "time", "energy", "change");
        for (int part = 0; part < 5; ++part) {
            galaxies.step(20);
            const double now = galaxies.conserved().energy();
            std::printf("%10.4f %14.8f %12.2e\n", galaxies.time(), now, now / before - 1);
        }

        // Another algorithm from here on; the bodies stay where they are.
        galaxies.set("algorithm", "cpu.fmm");
        galaxies.set("error", "1e-5");
        galaxies.step();
        const orrery::ForceError error = galaxies.force_error(200);
        std::printf("cpu.fmm: 99 bodies in 100 within %.1e, promised %.1e\n", error.p99,
                    error.promised);
        galaxies.save("galaxies.orrery");
        std::printf("%zu bodies saved\n", orrery::load("galaxies.orrery").count());
    } catch (const orrery::Error& error) {
        std::fprintf(stderr, "energy: %s\n", error.what());
        return error.kind() == orrery::Error::Kind::input ? 2 : 1;
    }
}
