#include "app/state/app_state.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/source_choice.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/solver.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orrery {

namespace {

TEST(SourceChoice, GoesThroughEverySceneAndComesBack) {
    const std::string first = scenes().front().id;
    std::set<std::string> seen;
    std::string scene = first;
    for (std::size_t i = 0; i < scenes().size(); ++i) {
        seen.insert(scene);
        EXPECT_EQ(neighbouring_scene(neighbouring_scene(scene, 1), -1), scene);
        scene = neighbouring_scene(scene, 1);
    }
    EXPECT_EQ(scene, first);
    EXPECT_EQ(seen.size(), scenes().size());
}

TEST(SourceChoice, EntersTheListOfScenesFromAFileAtItsEnds) {
    EXPECT_EQ(neighbouring_scene("some/file.tipsy", 1), scenes().front().id);
    EXPECT_EQ(neighbouring_scene("some/file.tipsy", -1), scenes().back().id);
}

TEST(SourceChoice, OffersOnlyAlgorithmsThatCanDoWhatIsAskedFor) {
    Settings settings;
    settings.integrator = "hermite4"; // needs the jerk
    for (std::size_t i = 0; i < solvers().size(); ++i) {
        settings.algorithm = neighbouring_algorithm(settings, 1);
        const SolverEntry& entry = find_solver(settings.algorithm);
        EXPECT_TRUE(entry.info.has_jerk) << settings.algorithm;
        EXPECT_TRUE(entry.unavailable().empty()) << settings.algorithm;
    }
}

TEST(SourceChoice, ForgetsAStepAndSofteningThatSuitedAnotherScene) {
    Settings settings;
    settings.bodies = 5000;
    settings.time_step = 0.5;
    settings.softening = 0.1;
    choose_source(settings, scenes().back().id);
    EXPECT_FALSE(settings.time_step || settings.softening);
    EXPECT_EQ(settings.bodies, 5000U);
    choose_source(settings, "some/file.tipsy");
    EXPECT_EQ(settings.bodies, 0U) << "all of a file";
    settings.bodies = 70;
    choose_source(settings, scenes().front().id);
    EXPECT_EQ(settings.bodies, 0U) << "a part of a file says nothing about a scene";
}

TEST(SourceChoice, TakesWhatFollowsTheExpansionOfASceneAndLeavesItBehind) {
    Settings settings;
    settings.algorithm = "cpu.fmm";
    settings.integrator = "hermite4";
    choose_source(settings, "cosmic_web");
    EXPECT_TRUE(find_solver(settings.algorithm).info.periodic) << settings.algorithm;
    EXPECT_TRUE(find_integrator(settings.integrator).follows_expansion);
    EXPECT_NE(why_not(find_solver("cpu.fmm"), settings), "");
    settings.integrator = "fastpm";
    choose_source(settings, "plummer");
    EXPECT_FALSE(find_integrator(settings.integrator).needs_expansion);
    EXPECT_EQ(why_not(find_solver("cpu.fmm"), settings), "");
}

TEST(SourceChoice, KnowsOfAFileThatExpandsOnceItIsLoaded) {
    SimulationThread simulation;
    AppState app{.simulation = simulation, .settings = {}};
    app.settings.source = app.status.settings.source = "some/file.hdf5";
    app.get<SceneSpace>().cosmology = Cosmology{};
    EXPECT_EQ(why_not(find_solver("cpu.fmm"), app), "") << "not yet";
    app.status.loaded = true;
    EXPECT_NE(why_not(find_solver("cpu.fmm"), app), "");
    EXPECT_EQ(why_not(find_solver("cpu.aos"), app), "");
    app.settings.algorithm = "cpu.aos";
    for (int steps = 0; steps < 30; ++steps) {
        app.settings.algorithm = neighbouring_algorithm(app, 1);
        EXPECT_TRUE(find_solver(app.settings.algorithm).info.periodic) << app.settings.algorithm;
    }
    app.settings.source = "plummer";
    EXPECT_EQ(why_not(find_solver("cpu.fmm"), app), "") << "what is chosen, not what is left";
}

} // namespace

} // namespace orrery
