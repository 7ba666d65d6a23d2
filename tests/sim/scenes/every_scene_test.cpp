// Rules for every scene of the list, at any number of bodies.

#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/settings.hpp"
#include "tests/sim/scenes/scene_testing.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <thread>

namespace orrery {

// How GoogleTest prints the parameter, by a name of its choice.
void PrintTo(const Scene& scene, std::ostream* out) { // NOLINT(readability-identifier-naming)
    *out << scene.id;
}

namespace {

class EveryScene : public ::testing::TestWithParam<Scene> {
protected:
    static constexpr std::size_t sizes[] = {2, 3, 5, 10, 31, 1000, 4097};

    // A lattice has the nearest cube of bodies.
    static std::size_t expected(std::size_t count) {
        if (GetParam().fixed_bodies != 0) {
            return GetParam().fixed_bodies;
        }
        std::size_t nearest = count;
        if (GetParam().expands) {
            const auto apart = [count](std::size_t n) { return n > count ? n - count : count - n; };
            nearest = 8;
            for (std::size_t side = 3; side * side * side < 2 * count + 8; ++side) {
                const std::size_t cube = side * side * side;
                nearest = apart(cube) < apart(nearest) ? cube : nearest;
            }
        }
        return nearest;
    }
    static System make(std::size_t count, std::uint64_t seed = 1) {
        return make_scene(GetParam(), count, seed);
    }
};

TEST_P(EveryScene, HasAsManyBodiesAsAskedFor) {
    for (const std::size_t count : sizes) {
        EXPECT_EQ(make(count).bodies.size(), expected(count));
    }
    EXPECT_EQ(make(0).bodies.size(), GetParam().standard_bodies);
}

// In a periodic box there is no such centre: bodies lie in the box instead.
TEST_P(EveryScene, RestsWithItsCentreOfMassAtTheOriginOrInItsBox) {
    for (const std::size_t count : sizes) {
        const System system = make(count);
        const Bodies<double>& bodies = system.bodies;
        Vector3 mass_position, momentum;
        double position_scale = 0, momentum_scale = 0;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Vector3 x = testing::position(bodies, i), v = testing::velocity(bodies, i);
            mass_position = mass_position + bodies.mass[i] * x;
            momentum = momentum + bodies.mass[i] * v;
            position_scale += bodies.mass[i] * length(x);
            momentum_scale += bodies.mass[i] * length(v);
        }
        if (system.box.is_periodic()) {
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                const Vector3 x = testing::position(bodies, i);
                ASSERT_GE(std::min({x.x, x.y, x.z}), 0) << count;
                ASSERT_LT(x.x, system.box.lengths[0]) << count;
                ASSERT_LT(x.y, system.box.lengths[1]) << count;
                ASSERT_LT(x.z, system.box.lengths[2]) << count;
            }
        } else {
            EXPECT_LE(length(mass_position), 2e-15 * position_scale) << count;
        }
        EXPECT_LE(length(momentum), 2e-15 * momentum_scale) << count;
    }
}

TEST_P(EveryScene, HasFiniteStatesPositiveMassesAndNoTwoBodiesInOnePlace) {
    for (const std::size_t count : sizes) {
        const Bodies<double> bodies = make(count).bodies;
        std::set<std::tuple<double, double, double>> places;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Vector3 x = testing::position(bodies, i);
            EXPECT_TRUE(std::isfinite(length(x)));
            EXPECT_TRUE(std::isfinite(length(testing::velocity(bodies, i))));
            EXPECT_GT(bodies.mass[i], 0);
            places.insert({x.x, x.y, x.z});
        }
        EXPECT_EQ(places.size(), bodies.size()) << count;
    }
}

TEST_P(EveryScene, NamesEveryBodyOnceAndInOrder) {
    for (const std::size_t count : sizes) {
        const System system = make(count);
        std::size_t next = 0;
        for (const Component& component : system.catalogue.components) {
            EXPECT_EQ(component.first, next);
            EXPECT_GT(component.count, 0U);
            EXPECT_FALSE(component.name.empty());
            next += component.count;
        }
        EXPECT_EQ(next, system.bodies.size());
        for (const Label& label : system.catalogue.labels) {
            EXPECT_LT(label.body, system.bodies.size());
        }
        EXPECT_EQ(system.catalogue.title, GetParam().title);
    }
}

TEST_P(EveryScene, BringsItsOwnStepSofteningAndView) {
    const System system = make(0);
    EXPECT_EQ(system.cosmology.has_value(), GetParam().expands);
    EXPECT_EQ(system.box.is_periodic(), GetParam().expands);
    EXPECT_GT(system.time_step, 0);
    EXPECT_GE(system.softening, 0);
    EXPECT_GT(system.units.gravity, 0);
    EXPECT_GT(system.viewpoint.distance, 0);
}

TEST_P(EveryScene, IsTheSameOnEveryThreadAndAnotherWithAnotherSeedIfItIsRandom) {
    const std::uint64_t here = testing::fingerprint(make(500).bodies);
    std::uint64_t elsewhere = 0;
    std::jthread([&] { elsewhere = testing::fingerprint(make(500).bodies); }).join();
    EXPECT_EQ(here, elsewhere);
    const bool changes = here != testing::fingerprint(make(500, 2).bodies);
    EXPECT_EQ(changes, GetParam().random)
        << "what the seed changes, and Scene::random, which says that it does";
}

// The promise is "the same on every machine", which one machine alone cannot test: what is in the
// file was recorded with GCC 12 and Clang 14, with and without optimisation, on x86-64 and AArch64.
// It changes when a scene is changed on purpose, and only then.
TEST_P(EveryScene, IsTheSameOnEveryMachine) {
    const std::filesystem::path file = source_folder() / "tests/sim/scenes/fingerprints.txt";
    const std::uint64_t found = testing::fingerprint(make(1000).bodies);
    std::map<std::string, std::uint64_t> recorded = testing::read_fingerprints(file);
    if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) {
        recorded[GetParam().id] = found;
        testing::write_fingerprints(file, recorded);
    }
    const auto expected = recorded.find(GetParam().id);
    if (expected == recorded.end()) {
        GTEST_SKIP() << GetParam().id << " is not in " << file
                     << " yet, for other machines to compare with; ORRERY_UPDATE_GOLDEN=1 "
                        "scene_tests writes it";
    }
    EXPECT_EQ(found, expected->second)
        << GetParam().id << " is another than in " << file
        << ". If you changed it on purpose: ORRERY_UPDATE_GOLDEN=1 scene_tests, and commit the "
           "file. If not: it depends on the machine (see sim/scenes/portable_math.hpp)";
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene, ::testing::ValuesIn(scenes().begin(), scenes().end()),
                         [](const auto& scene) { return std::string(scene.param.id); });

TEST(Scenes, StartWithTheCollidingGalaxies) {
    EXPECT_STREQ(find_scene(Settings{}.source).id, "galaxy_collision");
}

TEST(Scenes, HaveDifferentNames) {
    std::set<std::string> ids;
    for (const Scene& scene : scenes()) {
        ids.insert(scene.id);
    }
    EXPECT_EQ(ids.size(), scenes().size());
}

TEST(Scenes, PointFromAMisspeltNameToTheRightOne) {
    try {
        find_scene("plumer");
        FAIL() << "'plumer' was found";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::bad_input);
        EXPECT_NE(error.hint().find("plummer"), std::string::npos);
    }
}

TEST(Scenes, RefuseToBeOfOneBody) {
    EXPECT_THROW(make_scene(find_scene("plummer"), 1, 1), Error);
}

} // namespace
} // namespace orrery
