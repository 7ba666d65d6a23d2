// What CONTRIBUTING.md shows is what one gets.

#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/solver.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

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

} // namespace
} // namespace orrery
