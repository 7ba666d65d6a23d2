#pragma once

#include "sim/simulation/settings.hpp"
#include "sim/system.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace orrery {

// G in astronomical units, days and solar masses: the square of Gauss' constant.
inline constexpr double gaussian_gravity = 0.01720209895 * 0.01720209895;

// The three names in "AU,day,Msun"; the gravity of the result says nothing yet. The second may be a
// speed instead, "kpc,km/s,Msun", and then stands for the time that passes one unit of length at
// it. Throws bad_input unless there are three.
Units parse_unit_names(std::string_view text);

// Newton's constant in units of these names; nullopt where one of them is not known. Known are
// those that known_units() lists, in any capitals, with a factor before them: "10^10 Msun", "1000
// km".
std::optional<double> gravity_in(const Units& names);

// A unit's name without the factor before it: "10^10 Msun" are 1e10 of "Msun".
struct UnitFactor {
    double factor = 1;
    std::string name;
};
UnitFactor unit_factor(std::string_view name);

// How large units are, in metres, seconds and kilogrammes.
struct UnitSizes {
    double length = 1, time = 1, mass = 1;
};

// nullopt where one of the names is not known.
std::optional<UnitSizes> sizes_of(const Units& names);

// Names for units of these sizes, as gravity_in() reads them, with the G that belongs to them: the
// usual ones where they come within what catalogues of constants differ by, "3e+20 m" else. The
// time is that of a speed, "kpc/(km/s)", where it has no name of its own.
Units units_of(const UnitSizes& sizes);

// "lengths m, km, …; times s, …; masses kg, …"
std::string known_units();

// Gives a system the units that the settings ask for, if any. Its numbers stay what they are; where
// that changes G, the time step that suited the old one is chosen anew. Throws bad_input for names
// that are not known without a G of their own.
void apply_units(const Settings& settings, System& system);

} // namespace orrery
