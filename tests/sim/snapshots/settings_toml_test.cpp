#include "sim/snapshots/settings_toml.hpp"

#include "tests/sim/snapshots/settings_as_toml.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"

#include <limits>

namespace orrery {
namespace {

Settings unusual_settings() {
    Settings settings;
    settings.source = R"(a folder/with "quotes" and \.csv)";
    settings.bodies = 4194304;
    settings.seed = 0x8000000000000001U;
    settings.algorithm = "cpu.aos";
    settings.solver_options["cpu.simd"]["isa"] = "AVX2";
    settings.solver_options["cpu.aos_tiled"]["tile size"] = 0.1;
    settings.integrator = "yoshida4";
    settings.precision = Precision::fp64;
    settings.time_step = 1.0 / 3;
    settings.adaptive_step = true;
    settings.step_accuracy = 1e22;
    settings.softening = 0;
    settings.threads = 7;
    settings.steps_per_second = 0;
    settings.running = false;
    settings.reversed = true;
    settings.measure_energy = false;
    return settings;
}

Settings parse(const std::string& text) {
    return settings_from_toml(text, "talk.toml");
}

TEST(SettingsToml, BringsEverySettingBack) {
    EXPECT_EQ(parse(settings_to_toml(unusual_settings())), unusual_settings());
    EXPECT_EQ(parse(settings_to_toml(Settings{})), Settings{});
}

TEST(SettingsToml, LeavesAloneWhatIsNotMentioned) {
    Settings expected = unusual_settings();
    expected.bodies = 5;
    expected.solver_options["cpu.simd"]["isa"] = "AVX-1024";
    EXPECT_EQ(settings_from_toml("bodies = 5\n[solver_options.\"cpu.simd\"]\nisa = \"AVX-1024\"\n",
                                 "talk.toml", unusual_settings()),
              expected);
}

TEST(SettingsToml, KeepsTheNumberOfAChoiceThatIsNotThere) {
    const Settings old = parse("[solver_options.\"cpu.simd\"]\nisa = 1000\n");
    EXPECT_EQ(old.solver_options.at("cpu.simd"), (OptionValues{{"isa", 1000}}));
}

TEST(SettingsToml, NamesChoicesThatOlderVersionsNumbered) {
    const Settings old = parse("[solver_options.\"cpu.tree\"]\ncriterion = 1\ntheta = 0.7\n");
    EXPECT_EQ(old.solver_options.at("cpu.tree"),
              (OptionValues{{"criterion", "angle"}, {"theta", 0.7}}));
    EXPECT_NE(settings_to_toml(old).find("criterion = \"angle\""), std::string::npos);
}

TEST(SettingsToml, NamesLineAndColumnOfWhatIsWrong) {
    const auto expect = [](const std::string& text, std::initializer_list<std::string_view> parts) {
        SCOPED_TRACE(text);
        expect_bad_input(parts, [&] { parse(text); });
    };
    expect("bodies = 2\nbodis = 3\n",
           {"talk.toml, line 2, column 1:", "unknown setting 'bodis'", "bodies"});
    expect("bodies = -1", {"talk.toml, line 1, column 10:", "'bodies' cannot be -1"});
    expect("bodies = 1.5", {"line 1, column 10:", "whole number"});
    expect("\n\ntime_step = 0", {"line 3, column 13:", "'time_step' cannot be 0"});
    expect("time_step = nan", {"line 1, column 13:", "not a finite number"});
    expect("softening = -0.1", {"line 1, column 13:", "'softening' cannot be -0.1"});
    expect("seed = \"12x\"", {"line 1, column 8:", "'seed' is not a whole number"});
    expect("precision = \"fp16\"", {"line 1, column 13:", "unknown precision 'fp16'", "fp64"});
    expect("running = 1", {"line 1, column 11:", "true or false"});
    expect("algorithm = \"cpu.smid\"", {"line 1, column 13:", "cpu.smid"});
    expect("integrator = \"frog\"", {"line 1, column 14:", "frog"});
    expect("solver_options = 3", {"line 1,", "a table"});
    expect("[solver_options.x]\ny = true", {"line 2, column 5:", "a number"});
    expect("bodies = \n", {"talk.toml, line 1, column", "not TOML"});
    expect("bodies = 1\nbodies = 2", {"talk.toml, line 2", "not TOML"});
    expect("source = \"\xFF\"", {"talk.toml, line 1", "not TOML"});
}

} // namespace
} // namespace orrery
