#include "sim/unit_names.hpp"

#include "sim/base/words.hpp"
#include "sim/scene.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"

namespace orrery {
namespace {

double gravity(std::string_view names) {
    return gravity_in(parse_unit_names(names)).value_or(-1);
}

TEST(UnitNames, TellG) {
    EXPECT_NEAR(gravity("au,day,msun") / 2.9591220828559e-4, 1, 1e-9) << "the Gaussian constant";
    EXPECT_NEAR(gravity("kpc,km/s,Msun") / 4.30091e-6, 1, 1e-5);
    EXPECT_NEAR(gravity("kpc,km/s,1e10 Msun") / 4.30091e4, 1, 1e-5);
    EXPECT_NEAR(gravity("m,s,kg") / 6.6743e-11, 1, 1e-12);
    EXPECT_EQ(gravity("furlong,day,Msun"), -1);
    EXPECT_EQ(gravity("inf,day,Msun"), -1);
}

TEST(UnitNames, OfTheSkyTellExactlyTheGOfTheSolarSystem) {
    const double scene = make_scene(find_scene("solar_system"), 0, 1).units.gravity;
    EXPECT_NEAR(gravity("AU,day,Msun") / scene, 1, 1e-15);
}

TEST(UnitNames, OfTheScenesTellTheScenesG) {
    for (const Scene& scene : scenes()) {
        const Units units = make_scene(scene, 100, 1).units;
        if (!units.length.empty()) {
            EXPECT_NEAR(gravity_in(units).value_or(0) / units.gravity, 1, 1e-5) << scene.id;
        }
    }
}

TEST(UnitNames, AreThree) {
    expect_bad_input({"'AU,day'", "three"}, [] { parse_unit_names("AU,day"); });
    expect_bad_input({"three"}, [] { parse_unit_names("AU,day,Msun,K"); });
}

TEST(ApplyUnits, NeedsGForNamesThatAreNotKnown) {
    Settings settings;
    settings.units = "furlong,fortnight,stone";
    System system = awkward_system(3, true);
    expect_bad_input({"furlong", "--gravity", "kpc"}, [&] { apply_units(settings, system); });
    settings.gravity = 7;
    apply_units(settings, system);
    EXPECT_EQ(system.units.gravity, 7);
    EXPECT_EQ(system.units.time, "fortnight");
}

TEST(ApplyUnits, LetsGravityWinAndKeepsTheStepWhereNothingChanges) {
    System system = awkward_system(3, true);
    system.units.gravity = 0.5;
    system.time_step = 0.123;
    Settings settings;
    apply_units(settings, system);
    settings.gravity = 0.5;
    apply_units(settings, system);
    EXPECT_EQ(system.time_step, 0.123);
    settings.units = "AU,day,Msun";
    settings.gravity = 2;
    apply_units(settings, system);
    EXPECT_EQ(system.units.gravity, 2);
    EXPECT_NE(system.time_step, 0.123);
}

TEST(Printable, ShowsTextAndHidesWhatATerminalWouldObey) {
    EXPECT_EQ(printable("Größe 10 µs → ok"), "Größe 10 µs → ok");
    EXPECT_EQ(printable("a\x1b[2Jb\n"), "a\\x1b[2Jb\\x0a");
    EXPECT_EQ(printable("\xc2\x9b"
                        "1m"),
              "\\xc2\\x9b"
              "1m")
        << "a control sequence in one character";
    EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half a surrogate";
    EXPECT_STREQ(bad_input("bad \x07", "file\n", "").what(), "file\\x0a: bad \\x07");
}

} // namespace
} // namespace orrery
