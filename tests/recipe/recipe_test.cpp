// The examples of CONTRIBUTING.md work as shown.

#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/solver.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>

namespace orrery {
namespace {

TEST(Recipe, PutsWhatItAddsWhereItsLineIs) {
    EXPECT_STREQ(solvers().front().info.id, "cpu.kahan");
    EXPECT_STREQ(integrators().front().id, "ruth3");
    EXPECT_STREQ(scenes().front().id, "ring");
    EXPECT_GT(solvers().size(), 1U);
    EXPECT_EQ(&find_solver("cpu.kahan"), &solvers().front());
}

TEST(Recipe, IsTheSameInTheReadme) {
    std::ifstream in(source_folder() / "README.md");
    const std::string readme(std::istreambuf_iterator<char>(in), {});
    EXPECT_NE(readme.find("sim/solvers/direct/kahan_cpu.cpp"), std::string::npos);
    EXPECT_NE(readme.find("extern SolverEntry kahan_solver();"), std::string::npos);
    EXPECT_NE(readme.find("list.add(kahan_solver());"), std::string::npos);
}

using Kind = Property::Kind;
const std::array rows{
#include "setting_row.inc"
};

TEST(Recipe, ShowsARowThatIsAllOfASetting) {
    const Property& row = rows.front();
    const Property* const known = find_property(row.id);
    ASSERT_NE(known, nullptr);
    EXPECT_STREQ(known->title, row.title);
    EXPECT_STREQ(known->tooltip, row.tooltip);
    EXPECT_EQ(known->samples(), row.samples());
    for (const std::string& words : row.samples()) {
        Settings settings;
        row.read(settings, words);
        EXPECT_EQ(known->words(settings), words);
    }
}

} // namespace
} // namespace orrery
