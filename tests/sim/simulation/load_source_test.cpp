#include "sim/base/error.hpp"
#include "sim/body_arrays.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/snapshot.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace orrery {
namespace {

std::string refusal(const std::string& source) {
    Settings settings;
    settings.source = source;
    try {
        static_cast<void>(load_source(settings));
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::bad_input);
        return error.what();
    }
    ADD_FAILURE() << source << " was loaded";
    return "";
}

TEST(LoadSource, MakesAScene) {
    Settings settings;
    settings.source = "plummer";
    settings.bodies = 123;
    settings.seed = 5;
    const System system = load_source(settings);
    const System scene = make_scene(find_scene("plummer"), 123, 5);
    ASSERT_EQ(system.bodies.size(), 123U);
    EXPECT_EQ(system.bodies.position.x[100], scene.bodies.position.x[100]);
}

TEST(LoadSource, NamesTheFileThatIsMissingAndTheSceneThatWasMeant) {
    EXPECT_NE(refusal("no/such/galaxy.tipsy").find("no/such/galaxy.tipsy"), std::string::npos);
    EXPECT_NE(refusal("plumer").find("'plummer'"), std::string::npos);
    EXPECT_NE(refusal("").find("no such file"), std::string::npos);
}

TEST(LoadSource, RefusesAFolder) {
    EXPECT_NE(refusal(std::filesystem::temp_directory_path().string()).find("folder"),
              std::string::npos);
}

TEST(LoadSource, TakesTheFirstBodiesOfAFileWithAllThatBelongsToThem) {
    ORRERY_REQUIRE_TEST_DATA(data);
    Settings settings;
    settings.source = (*data / "galaxy_20K.bin").string();
    const System all = load_source(settings);
    ASSERT_EQ(all.bodies.size(), 20'000U);
    ASSERT_GE(all.catalogue.components.size(), 2U);
    const std::size_t in_first = all.catalogue.components[0].count;

    settings.bodies = in_first + 7;
    const System some = load_source(settings);
    ASSERT_EQ(some.bodies.size(), in_first + 7);
    for (const std::size_t i : {std::size_t{0}, in_first, in_first + 6}) {
        EXPECT_EQ(some.bodies.position.y[i], all.bodies.position.y[i]);
        EXPECT_EQ(some.bodies.velocity.z[i], all.bodies.velocity.z[i]);
        EXPECT_EQ(some.bodies.mass[i], all.bodies.mass[i]);
        EXPECT_EQ(some.catalogue.file_ids.at(i), all.catalogue.file_ids.at(i));
    }
    EXPECT_EQ(some.catalogue.file_ids.size(), some.bodies.size());
    EXPECT_EQ(some.catalogue.softenings.size(), some.bodies.size());
    ASSERT_EQ(some.catalogue.components.size(), 2U);
    EXPECT_EQ(some.catalogue.components[0].count, in_first);
    EXPECT_EQ(some.catalogue.components[1].count, 7U);
    EXPECT_EQ(some.softening, mean_softening(some.bodies, some.catalogue.softenings));

    settings.bodies = in_first - 1;
    EXPECT_EQ(load_source(settings).catalogue.components.size(), 1U);

    settings.bodies = 50'000; // more than there are
    EXPECT_EQ(load_source(settings).bodies.size(), 20'000U);
}

} // namespace
} // namespace orrery
