// Changing settings while a system runs: the bodies stay where they are, and what cannot be is
// refused with everything left as it was.

#include "sim/base/error.hpp"
#include "sim/mesh/mesh_options.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/physics/orbits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace orrery {
namespace {

System plummer(std::size_t count) {
    return make_scene(find_scene("plummer"), count, 1);
}

std::vector<std::string> available_algorithms() {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        if (entry.unavailable().empty()) {
            ids.emplace_back(entry.info.id);
        }
    }
    return ids;
}

TEST(Settings, LeaveTheBodiesWhereTheyAreWhenTheAlgorithmChanges) {
    Settings settings;
    settings.algorithm = "cpu.aos";
    Simulation simulation;
    simulation.load(plummer(500), settings);
    Simulation undisturbed;
    undisturbed.load(plummer(500), settings);

    for (const std::string& algorithm : available_algorithms()) {
        if (find_solver(algorithm).info.promise == mesh_promise) {
            continue; // its cells soften the pull
        }
        const System before = simulation.snapshot();
        settings.algorithm = algorithm;
        simulation.apply(settings);
        EXPECT_EQ(largest_displacement(simulation.snapshot(), before), 0) << algorithm;
        EXPECT_EQ(simulation.time(), before.time);
        EXPECT_EQ(simulation.solver_info().id, algorithm);
        for (int i = 0; i < 5; ++i) {
            ASSERT_EQ(simulation.step(), Outcome::complete);
            ASSERT_EQ(undisturbed.step(), Outcome::complete);
        }
        // The same paths, to float's accuracy, as if one algorithm had computed them all.
        EXPECT_LT(largest_displacement(simulation.snapshot(), undisturbed.snapshot()), 1e-4)
            << algorithm;
    }
}

TEST(Settings, LeaveTheBodiesWhereTheyAreWhenTheIntegratorChanges) {
    Settings settings = exact_settings("leapfrog", 1.0 / 256);
    Simulation simulation;
    simulation.load(plummer(300), settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    const double energy = simulation.conserved().value().energy();
    for (const char* integrator :
         {"hermite4", "rk4", "pefrl", "hermite4", "yoshida4", "symplectic_euler", "hermite4"}) {
        const System before = simulation.snapshot();
        settings.integrator = integrator;
        simulation.apply(settings);
        EXPECT_EQ(largest_displacement(simulation.snapshot(), before), 0) << integrator;
        for (int i = 0; i < 10; ++i) {
            ASSERT_EQ(simulation.step(), Outcome::complete);
        }
        // A start acceleration or jerk of the wrong state would show here.
        EXPECT_NEAR(simulation.conserved().value().energy() / energy, 1, 1e-4) << integrator;
    }
}

TEST(Settings, ChangeOfPrecisionKeepsPlacesToFloatAccuracyAndTheClock) {
    Settings settings = exact_settings("leapfrog", 1.0 / 64);
    Simulation simulation;
    simulation.load(plummer(500), settings);
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    const System in_double = simulation.snapshot();
    settings.precision = Precision::fp32;
    simulation.apply(settings);
    const System in_float = simulation.snapshot();
    for (std::size_t i = 0; i < in_double.bodies.size(); ++i) {
        EXPECT_EQ(in_float.bodies.position.x[i],
                  static_cast<double>(static_cast<float>(in_double.bodies.position.x[i])));
        EXPECT_EQ(in_float.bodies.velocity.z[i],
                  static_cast<double>(static_cast<float>(in_double.bodies.velocity.z[i])));
    }
    EXPECT_EQ(in_float.time, in_double.time);

    settings.precision = Precision::fp64; // and back: floats are doubles
    simulation.apply(settings);
    EXPECT_EQ(largest_displacement(simulation.snapshot(), in_float), 0);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    EXPECT_EQ(simulation.steps(), 4U);
}

TEST(Settings, ChangeOfSofteningChangesTheForcesAtOnce) {
    Settings settings = exact_settings("leapfrog", 0.01);
    settings.softening = 0;
    Simulation simulation;
    simulation.load(system_of({{1, {}, {}}, {1, {1, 0, 0}, {}}}), settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    EXPECT_NEAR(simulation.conserved().value().energy(), -1, 1e-15);
    settings.softening = std::sqrt(3.0);
    simulation.apply(settings);
    EXPECT_FALSE(simulation.conserved());
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    EXPECT_NEAR(simulation.conserved().value().energy(), -0.5, 1e-15);
}

TEST(Settings, OfAnEqualValueCostNoNewEvaluation) {
    Settings settings;
    Simulation simulation;
    simulation.load(plummer(100), settings);
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    const std::uint64_t version = simulation.version();
    settings.reversed = true;
    settings.time_step = 0.001;
    settings.threads = 1;
    simulation.apply(settings);
    EXPECT_TRUE(simulation.conserved());
    EXPECT_EQ(simulation.version(), version);
}

struct Refusal {
    std::string name;
    std::function<void(Settings&)> spoil;
    std::string says; // part of the message
};

class RefusedSettings : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedSettings, ChangeNothing) {
    Settings good;
    good.algorithm = "cpu.aos_tiled";
    Simulation simulation;
    simulation.load(plummer(100), good);
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const System before = simulation.snapshot();
    const double energy = simulation.conserved().value().energy();

    Settings bad = good;
    GetParam().spoil(bad);
    for (const bool load : {false, true}) {
        try {
            if (load) {
                simulation.load(plummer(50), bad);
            } else {
                simulation.apply(bad);
            }
            FAIL() << "these settings are impossible";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::bad_input);
            EXPECT_NE(std::string(error.what()).find(GetParam().says), std::string::npos)
                << error.what();
        }
        EXPECT_EQ(simulation.settings(), good);
        EXPECT_EQ(simulation.count(), 100U);
        EXPECT_EQ(largest_displacement(simulation.snapshot(), before), 0);
        EXPECT_EQ(simulation.conserved().value().energy(), energy);
    }
    EXPECT_EQ(simulation.step(), Outcome::complete);
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

INSTANTIATE_TEST_SUITE_P(
    Simulation, RefusedSettings,
    testing::Values(
        Refusal{"Algorithm", [](Settings& s) { s.algorithm = "cpu.smid"; }, "cpu.simd"},
        Refusal{"Integrator", [](Settings& s) { s.integrator = "leepfrog"; }, "leapfrog"},
        Refusal{"HermiteWithoutJerk",
                [](Settings& s) {
                    s.algorithm = "cpu.symmetric";
                    s.integrator = "hermite4";
                },
                "cpu.aos"},
        Refusal{"ZeroStep", [](Settings& s) { s.time_step = 0; }, "time step"},
        Refusal{"NegativeStep", [](Settings& s) { s.time_step = -1; }, "time step"},
        Refusal{"StepNotANumber", [](Settings& s) { s.time_step = nan; }, "time step"},
        Refusal{"NegativeSoftening", [](Settings& s) { s.softening = -0.1; }, "softening"},
        Refusal{"SofteningNotANumber", [](Settings& s) { s.softening = nan; }, "softening"},
        Refusal{"NegativeThreads", [](Settings& s) { s.threads = -2; }, "threads"},
        Refusal{"AdaptiveAccuracy",
                [](Settings& s) {
                    s.adaptive_step = true;
                    s.step_accuracy = 0;
                },
                "accuracy"},
        Refusal{"UnknownOption", [](Settings& s) { s.solver_options["cpu.aos_tiled"]["tide"] = 1; },
                "tide"},
        Refusal{"OptionOutOfRange",
                [](Settings& s) { s.solver_options["cpu.aos_tiled"]["tile"] = 1e9; }, "tile"}),
    [](const auto& instance) { return instance.param.name; });

TEST(Settings, MayNameOptionsOfAlgorithmsThatAreNotInForce) {
    Settings settings;
    settings.algorithm = "cpu.aos";
    settings.solver_options["cpu.not_of_this_build"]["angle"] = 0.5;
    Simulation simulation;
    EXPECT_NO_THROW(simulation.load(plummer(10), settings));
}

TEST(SuggestedErrors, AreTakenByAlgorithmsThatHaveOneAndWhereNobodyHasSetAnother) {
    Settings settings;
    settings.solver_options["cpu.tree"]["theta"] = 0.7;
    EXPECT_TRUE(take_errors(settings, suggested_errors({"cpu.tree", "cpu.simd"}, 3e-4)));
    EXPECT_EQ(settings.solver_options.at("cpu.tree").at("error"), OptionValue(3e-4));
    EXPECT_EQ(settings.solver_options.at("cpu.tree").at("theta"), OptionValue(0.7));
    EXPECT_FALSE(settings.solver_options.contains("cpu.simd"));
    EXPECT_FALSE(take_errors(settings, suggested_errors({"cpu.tree"}, 1e-4)))
        << "it is set already";
    EXPECT_TRUE(suggested_errors({"cpu.tree"}, 0.5).empty()) << "the usual one does";
    EXPECT_TRUE(suggested_errors({"cpu.tree"}, 0).empty()) << "nothing is suggested";
}

TEST(SuggestedErrors, AreForgottenWhereTheyAreAsTheyWereTakenAlsoBelowTheLeastPossible) {
    const SolverOption& option = *find_solver("cpu.tree").info.find_option("error");
    const SuggestedErrors taken = suggested_errors({"cpu.tree"}, option.minimum / 2);
    Settings settings;
    EXPECT_TRUE(take_errors(settings, taken));
    EXPECT_EQ(settings.solver_options.at("cpu.tree").at("error"), OptionValue(option.minimum));
    forget_errors(settings, taken);
    EXPECT_EQ(settings, Settings{});
    settings.solver_options["cpu.tree"]["error"] = 2 * option.minimum;
    const Settings by_hand = settings;
    forget_errors(settings, taken);
    EXPECT_EQ(settings, by_hand);
}

TEST(SuggestedSteps, AreFixedByAStepThatIsSetUnlessBothAreSet) {
    const SuggestedDefaults follows{.softening = 0.01, .step_accuracy = 0.05};
    const auto accuracy = [&](const Settings& settings) {
        return checked(settings, follows).step_accuracy;
    };
    Settings settings;
    EXPECT_EQ(accuracy(settings), 0.05);
    EXPECT_FALSE(fixes_adaptive_step(settings, follows));
    settings.softening = 0;
    EXPECT_EQ(accuracy(settings), 0.05) << "without softening, too";
    settings.time_step = 1.0 / 64;
    EXPECT_EQ(accuracy(settings), 0);
    EXPECT_TRUE(fixes_adaptive_step(settings, follows));
    EXPECT_FALSE(fixes_adaptive_step(settings, {})) << "there is nothing to fix";
    settings.adaptive_step = true;
    EXPECT_EQ(accuracy(settings), 0.05) << "the step that is set is the largest one";
    EXPECT_FALSE(fixes_adaptive_step(settings, follows));
    settings.adaptive_step = false;
    EXPECT_EQ(accuracy(settings), 0);
    EXPECT_FALSE(fixes_adaptive_step(settings, follows)) << "somebody decided";
}

} // namespace
} // namespace orrery
