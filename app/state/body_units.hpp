#pragma once

#include "sim/system.hpp"

#include <string>

namespace orrery {

// The name that a body has; null: none.
const std::string* label_of(const Catalogue& catalogue, std::size_t body);

// What numbers are shown in: they times `factor`, and behind them `name`, translated; "" where
// units have no names.
struct ShownUnit {
    double factor = 1;
    std::string name;
};
ShownUnit speed_unit(const Units& units); // km/s among planets, stars and galaxies
ShownUnit mass_unit(const Units& units);  // "Msun" where masses are in "10^10 Msun"
// Days become years where they are many. The name is that behind `time`: "day", "days".
ShownUnit time_unit(double time, const Units& units);

// Figures of a body with their units, in the language of the window, as one says them: a factor in
// a unit's name goes into the number, and speeds among planets, stars and galaxies are in km/s.
// "1.07 × 10⁸ Msun"; in units without names the number alone.
std::string spoken_mass(double mass, const Units& units);
// "185 km/s"
std::string spoken_speed(double speed, const Units& units);
std::string acceleration_unit(const Units& units);
// "6.82e-3 kpc/Myr²"
std::string spoken_acceleration(double acceleration, const Units& units);
// "978 Myr", "14.8 years"
std::string spoken_time(double time, const Units& units);
// A moment of an expanding universe: its redshift, "2.41", and its age, "2.8 Gyr", which in units
// that are not known is the time itself.
struct CosmicMoment {
    std::string redshift, age;
};
CosmicMoment cosmic_moment(const Cosmology& cosmology, const Units& units, double time);
// "z 2.41 · 2.8 Gyr"
std::string spoken_moment(const Cosmology& cosmology, const Units& units, double time);
// "1 Saturn radius", "20 kpc"
std::string spoken_length(double length, const Units& units);

// The day of a time, "2026-11-22"; "" where the units name no epoch, or the calendar ends before.
std::string calendar_date(const Units& units, double time);

// What the header of a snapshot says, in words for people; empty where it says nothing of it.
struct SnapshotWords {
    std::string box;       // "75 Mpc/h"
    std::string cosmology; // "matter 0.309, dark energy 0.691, h 0.677"
    std::string moment;    // "z 1, scale factor 0.5": when the file was written
};

SnapshotWords snapshot_words(const SnapshotHeader& header, const Units& units);

// All of it in a line that ends, "of a run with box 75 Mpc/h; …\n"; empty where there is nothing to
// say.
std::string header_line(const Catalogue& catalogue, const Units& units);

} // namespace orrery
