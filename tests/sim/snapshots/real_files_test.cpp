// The files that people will open first, against what is known of them from other sources.

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/snapshot.hpp"
#include "sim/snapshots/session.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"
#include "tests/test_data.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace orrery {
namespace {

double total_mass(const System& system) {
    return std::accumulate(system.bodies.mass.begin(), system.bodies.mass.end(), 0.0);
}

TEST(RealFiles, TheGalaxyHasItsStarsAndItsDarkMatter) {
    ORRERY_REQUIRE_TEST_DATA(data);
    const System galaxy = read_snapshot(*data / "galaxy_20K.bin");
    ASSERT_EQ(galaxy.bodies.size(), 20000U);
    EXPECT_EQ(galaxy.time, 0);
    EXPECT_EQ(galaxy.catalogue.title, "galaxy_20K");
    const std::vector<Component>& components = galaxy.catalogue.components;
    ASSERT_EQ(components.size(), 2U);
    EXPECT_EQ(components[0].name, "dark matter");
    EXPECT_EQ(components[0].count, 2500U);
    EXPECT_EQ(components[1].name, "stars");
    EXPECT_EQ(components[1].first, 2500U);
    EXPECT_EQ(components[1].count, 17500U);

    EXPECT_NEAR(total_mass(galaxy), 130.917, 1e-3);
    EXPECT_EQ(galaxy.bodies.mass[0], double{0.04270477965474129F});
    EXPECT_EQ(galaxy.bodies.position.x[0], double{0.47185373306274414F});
    EXPECT_EQ(galaxy.bodies.velocity.z[0], double{0.21151122450828552F});
    EXPECT_EQ(galaxy.bodies.mass[2500], double{0.00251825456507504F});
    EXPECT_EQ(galaxy.bodies.position.y[2500], double{-0.014020402915775776F});

    const std::vector<std::int64_t>& ids = galaxy.catalogue.file_ids;
    ASSERT_EQ(ids.size(), 20000U);
    EXPECT_EQ(ids[0], 200000000);
    EXPECT_EQ(ids[2499], 200002499);
    EXPECT_EQ(ids[2500], 100000000);
    const auto [low, high] = std::ranges::minmax(galaxy.catalogue.softenings);
    EXPECT_NEAR(low, 0.13347, 1e-5);
    EXPECT_NEAR(high, 0.44017, 1e-5);
    EXPECT_GT(galaxy.softening, low);
    EXPECT_LT(galaxy.softening, high);
}

TEST(RealFiles, TheGalaxyIsInEquilibriumWithGravityOne) {
    ORRERY_REQUIRE_TEST_DATA(data);
    const System galaxy = read_snapshot(*data / "galaxy_20K.bin");
    Workers workers;
    const auto sample = sample_bodies(galaxy.bodies.size(), 1000, 1);
    const ReferenceForces forces = reference_forces(
        view(galaxy.bodies), sample, galaxy.units.gravity, galaxy.softening, workers);
    // W = sum m x.a, estimated from the sample, must be -2 T.
    double virial = 0;
    double kinetic = 0;
    for (std::size_t k = 0; k < sample.size(); ++k) {
        const std::size_t i = sample[k];
        const Bodies<double>& b = galaxy.bodies;
        const Vector3& a = forces.acceleration[k];
        virial +=
            b.mass[i] * (b.position.x[i] * a.x + b.position.y[i] * a.y + b.position.z[i] * a.z);
        kinetic += b.mass[i] / 2 *
                   (b.velocity.x[i] * b.velocity.x[i] + b.velocity.y[i] * b.velocity.y[i] +
                    b.velocity.z[i] * b.velocity.z[i]);
    }
    EXPECT_NEAR(-kinetic / virial, 0.5, 0.05);
}

TEST(RealFiles, TheGalaxyMovesVisiblyAtItsNaturalStep) {
    ORRERY_REQUIRE_TEST_DATA(data);
    const System galaxy = read_snapshot(*data / "galaxy_20K.bin");
    // At 60 steps a second the inner disk (orbits of 5 to 25) turns in seconds; the energy error
    // of leapfrog at 1/16, by direct summation, is 2e-5.
    EXPECT_EQ(galaxy.time_step, 1.0 / 16);
    EXPECT_GT(galaxy.viewpoint.distance, 20);
    EXPECT_LT(galaxy.viewpoint.distance, 200) << "the halo reaches to 300; the disk is the bulk";
}

TEST(RealFiles, ThePlummerSpheresHaveUnitMassAndTheirKnownEnergy) {
    ORRERY_REQUIRE_TEST_DATA(data);
    const System sphere = read_snapshot(*data / "plummer_16384.tipsy");
    ASSERT_EQ(sphere.bodies.size(), 16384U);
    EXPECT_NEAR(total_mass(sphere), 1, 1e-6);
    EXPECT_EQ(sphere.softening, 0);
    EXPECT_TRUE(sphere.catalogue.file_ids.empty());

    Workers workers;
    const auto sample = sample_bodies(sphere.bodies.size(), 2000, 1);
    const ReferenceForces forces = reference_forces(view(sphere.bodies), sample, 1, 0, workers);
    const double mean_potential =
        std::accumulate(forces.potential.begin(), forces.potential.end(), 0.0) /
        static_cast<double>(sample.size());
    double kinetic = 0;
    for (std::size_t i = 0; i < sphere.bodies.size(); ++i) {
        kinetic +=
            sphere.bodies.mass[i] / 2 *
            (std::pow(sphere.bodies.velocity.x[i], 2) + std::pow(sphere.bodies.velocity.y[i], 2) +
             std::pow(sphere.bodies.velocity.z[i], 2));
    }
    EXPECT_NEAR(kinetic + mean_potential / 2, -3 * std::numbers::pi / 64, 0.005);
}

TEST(RealFiles, TheLargePlummerSphereIsRead) {
    ORRERY_REQUIRE_TEST_DATA(data);
    const System sphere = read_snapshot(*data / "plummer_131072.tipsy");
    ASSERT_EQ(sphere.bodies.size(), 131072U);
    EXPECT_NEAR(total_mass(sphere), 1, 1e-6);
    EXPECT_EQ(sphere.bodies.position.x[0], double{0.7697161436080933F});
    EXPECT_EQ(sphere.bodies.velocity.z[131071], double{-0.3196600079536438F});
}

TEST(RealFiles, TheGalaxySurvivesEveryFormatBitForBit) {
    ORRERY_REQUIRE_TEST_DATA(data);
    const TemporaryFolder folder;
    const System galaxy = read_snapshot(*data / "galaxy_20K.bin");
    for (const SnapshotFormat& format : snapshot_formats()) {
        SCOPED_TRACE(format.id);
        const auto file = folder / (std::string("galaxy") + format.extension);
        write_snapshot(file, galaxy);
        const System copy = read_snapshot(file);
        expect_same_bodies(copy, galaxy);
        EXPECT_EQ(copy.softening, galaxy.softening);
        EXPECT_EQ(copy.time_step, galaxy.time_step);
    }
    std::string original = read_text(*data / "galaxy_20K.bin");
    original.replace(28, 4, 4, '\0'); // the header's padding holds whatever was in memory
    EXPECT_TRUE(read_text(folder / "galaxy.tipsy") == original);
}

} // namespace
} // namespace orrery
