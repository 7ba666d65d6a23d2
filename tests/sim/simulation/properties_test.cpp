// Every field of Settings and every option of an algorithm, by its name and a value in words.

#include "sim/simulation/properties.hpp"

#include "sim/base/error.hpp"
#include "sim/solver.hpp"
#include "tests/sim/simulation/sampled_settings.hpp"
#include "tests/sim/snapshots/settings_as_toml.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

namespace orrery {
namespace {

// Does not compile once there is another field: give it a row in properties.cpp, and a name here.
TEST(Properties, AreAllFieldsOfSettings) {
    const auto& [source, bodies, sample, seed, gravity, units, algorithm, solver_options,
                 integrator, precision, sharing, time_step, adaptive_step, step_accuracy, softening,
                 threads, devices, mpi_memory, steps_per_second, running, reversed, measure_energy,
                 count_interactions] = Settings{};
    constexpr std::size_t fields = 23;
    constexpr std::size_t set_otherwise =
        2; // solver_options one by one; count_interactions by a colouring
    EXPECT_EQ(properties().size(), fields - set_otherwise);
    static_cast<void>(solver_options);
}

TEST(Properties, HaveNamesOfTheirOwn) {
    std::set<std::string> names;
    for (const Property& property : properties()) {
        EXPECT_TRUE(names.insert(property.id).second) << property.id;
        EXPECT_TRUE(property.id == std::string(property.title) ||
                    names.insert(property.title).second)
            << property.title;
        EXPECT_EQ(find_property(property.id), &property);
        EXPECT_EQ(find_property(property.title), &property);
    }
    for (const SolverEntry& entry : solvers()) {
        for (const SolverOption& option : entry.info.options) {
            EXPECT_EQ(names.count(option.id), 0U) << option.id << " of " << entry.info.id;
        }
    }
}

TEST(Properties, ReadWhatTheyWrite) {
    for (const auto& [name, settings] : sampled_settings()) {
        Settings again;
        for (const Property& property : properties()) {
            property.read(again, property.words(settings));
        }
        again.solver_options = settings.solver_options;
        EXPECT_EQ(again, settings) << name;
    }
}

TEST(Properties, GoThroughSessions) {
    for (const auto& [name, settings] : sampled_settings()) {
        EXPECT_EQ(settings_from_toml(settings_to_toml(settings), "settings.toml", {}), settings)
            << name;
    }
}

TEST(Properties, LeadFromOneValueToAnotherByTheirChanges) {
    for (const auto& [name, settings] : sampled_settings()) {
        Settings there;
        for (const PropertyValue& change : changes_between({}, settings)) {
            if (change.is_option) {
                set_option(there, change.id, change.words);
            } else {
                const Property& property = *find_property(change.id);
                property.read(there, change.words);
            }
        }
        for (const Property& property : properties()) {
            if (property.of_machine) {
                property.take(there, settings);
            }
        }
        EXPECT_EQ(there, settings) << name;
    }
}

TEST(Properties, RefuseWhatIsOutOfRangeAndSayWhatIsNot) {
    const auto refused = [](const char* id, const char* words) -> std::string {
        Settings settings;
        try {
            const Property& property = *find_property(id);
            property.read(settings, words);
        } catch (const Error& error) {
            EXPECT_EQ(settings, Settings{}) << id;
            return error.problem() + ": " + error.hint();
        }
        return "taken";
    };
    EXPECT_EQ(refused("softening", "-1"), "'softening' cannot be -1: use at least 0");
    EXPECT_EQ(refused("time_step", "0"), "'time step' cannot be 0: use more than 0");
    EXPECT_EQ(refused("bodies", "1"), "'bodies' cannot be 1: use at least 2");
    EXPECT_EQ(refused("adaptive_step", "yes"), "'adaptive' cannot be 'yes': it is on or off");
    EXPECT_EQ(refused("precision", "fp16"), "unknown precision 'fp16': choose one of fp32, fp64");
    EXPECT_NE(refused("algorithm", "cpu.tre").find("cpu.tree"), std::string::npos);
    EXPECT_NE(refused("pace", "fast"), "taken");
    EXPECT_NE(refused("threads", "0.5"), "taken");
}

TEST(Properties, SetOptionsOfTheAlgorithmInForce) {
    Settings settings;
    settings.algorithm = "cpu.tree";
    set_option(settings, "theta", "0.3"); // which means something only beside criterion=angle
    EXPECT_EQ(settings.solver_options["cpu.tree"],
              (OptionValues{{"theta", 0.3}, {"criterion", "angle"}}));
    EXPECT_THROW(set_option(settings, "theta", "30"), Error);
    EXPECT_THROW(set_option(settings, "thetta", "0.3"), Error);
    settings.algorithm = "cpu.aos";
    EXPECT_THROW(set_option(settings, "theta", "0.3"), Error);
}

} // namespace
} // namespace orrery
