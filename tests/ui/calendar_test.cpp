// Dates, and figures with units as the window says them.

#include "app/state/body_units.hpp"

#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace orrery {
namespace {

TEST(CalendarDate, IsThatOfTheSolarSystem) {
    const Units units = make_scene(find_scene("solar_system"), 0, 0).units;
    EXPECT_EQ(calendar_date(units, 0), "2000-01-01");
    EXPECT_EQ(calendar_date(units, 0.49), "2000-01-01");
    EXPECT_EQ(calendar_date(units, 0.5), "2000-01-02") << "time begins at noon";
    EXPECT_EQ(calendar_date(units, 9822), "2026-11-22");
    EXPECT_EQ(calendar_date(units, -1), "1999-12-31");
}

TEST(CalendarDate, IsSilentWhereThereIsNone) {
    const Units units = make_scene(find_scene("solar_system"), 0, 0).units;
    for (const double time : {1e7, -1e7, 1e300, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_EQ(calendar_date(units, time), "") << time;
    }
    EXPECT_EQ(calendar_date(make_scene(find_scene("plummer"), 64, 0).units, 0), "");
}

TEST(BodyUnits, SayMassesWithoutAFactorAndSpeedsInKilometresASecond) {
    const Units galactic{.gravity = 1, .length = "kpc", .time = "Myr", .mass = "10^10 Msun"};
    EXPECT_EQ(spoken_mass(0.0107, galactic), "1.07 × 10⁸ Msun");
    EXPECT_EQ(spoken_mass(1.14e-3, galactic), "1.14 × 10⁷ Msun");
    EXPECT_EQ(spoken_mass(1, galactic), "10¹⁰ Msun");
    EXPECT_EQ(spoken_mass(1e-9, galactic), "10 Msun");
    EXPECT_EQ(spoken_speed(0.189, galactic), "185 km/s");
    EXPECT_EQ(spoken_acceleration(0.5, galactic), "0.5 kpc/Myr²");
    EXPECT_EQ(spoken_time(978.2, galactic), "978 Myr");
    const Units planetary{.gravity = 1, .length = "AU", .time = "day", .mass = "Msun"};
    EXPECT_EQ(spoken_mass(3e-6, planetary), "3 × 10⁻⁶ Msun");
    EXPECT_EQ(spoken_speed(0.0172, planetary), "29.8 km/s");
}

TEST(BodyUnits, SayMomentsOfTheUniverseByRedshiftAndAge) {
    const Units cosmic{.gravity = 1, .length = "Mpc", .time = "Gyr", .mass = "10^10 Msun"};
    const Cosmology flat{.omega_matter = 0.3089, .hubble = 0.0692839}; // 67.74 km/s/Mpc
    EXPECT_EQ(spoken_moment(flat, cosmic, flat.time(1)), "z 0.00 · 13.8 Gyr");
    EXPECT_EQ(spoken_moment(flat, cosmic, flat.time(0.5)), "z 1.00 · 5.9 Gyr");
    EXPECT_EQ(spoken_moment(flat, cosmic, flat.time(1.0 / 50)), "z 49.0 · 49 Myr");
    EXPECT_EQ(cosmic_moment(flat, cosmic, flat.time(1.25)).redshift, "-0.20") << "the future";
    EXPECT_EQ(cosmic_moment({1, 1}, {}, 2.0 / 3).age, "0.667") << "units that are not known";
}

TEST(BodyUnits, SayManyDaysInYears) {
    const Units planetary{.gravity = 1, .length = "AU", .time = "day", .mass = "Msun"};
    EXPECT_EQ(spoken_time(5390, planetary), "14.8 years");
    EXPECT_EQ(spoken_time(-5390, planetary), "-14.8 years");
    EXPECT_EQ(spoken_time(12.3, planetary), "12.3 days");
    EXPECT_EQ(spoken_time(1, planetary), "1.00 day");
}

TEST(BodyUnits, AreInTheSingularBehindOne) {
    const Units rings{.gravity = 1, .length = "Saturn radii", .time = "h", .mass = "Saturn masses"};
    EXPECT_EQ(spoken_length(1, rings), "1 Saturn radius");
    EXPECT_EQ(spoken_length(0.5, rings), "0.5 Saturn radii");
    EXPECT_EQ(spoken_length(20, {1, "kpc", "Myr", "Msun"}), "20 kpc");
    EXPECT_EQ(spoken_length(20, {}), "20");
}

TEST(BodyUnits, LeaveOtherUnitsAndNoneAsTheyAre) {
    EXPECT_EQ(spoken_mass(0.25, {}), "0.25");
    EXPECT_EQ(spoken_speed(0.25, {}), "0.25");
    EXPECT_EQ(spoken_acceleration(0.25, {}), "0.25");
    const Units laboratory{.gravity = 1, .length = "m", .time = "s", .mass = "kg"};
    EXPECT_EQ(spoken_speed(2, laboratory), "2 m/s");
    const Units unknown{.gravity = 1, .length = "furlong", .time = "day", .mass = "1000 stone"};
    EXPECT_EQ(spoken_speed(2, unknown), "2 furlong/day");
    EXPECT_EQ(spoken_mass(2, unknown), "2000 stone");
}

} // namespace
} // namespace orrery
