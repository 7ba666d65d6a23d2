// Masses are known by what they pull with, G M, which the sky tells to ten digits; of G itself only
// four are known. The Sun's is the square of Gauss' constant, so that AU, day and Msun give what
// the scenes of the solar system compute with.
//
// Source: IAU 2012 resolution B2 (astronomical unit), 2015 resolution B3 (nominal Earth and
// Jupiter, the Sun's radius); Jacobson et al. 2006, AJ 132, 2520 (Saturn); CODATA 2018 (G, for
// kilogrammes).

#include "sim/unit_names.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/snapshots/suggested_defaults.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <vector>

namespace orrery {
namespace {

struct Unit {
    std::string_view name;
    double size;                      // metres, seconds, or G M in m^3/s^2
    std::string_view other_name = {}; // spelt out
};

constexpr double au = 149'597'870'700;
constexpr double day = 86'400;
constexpr double parsec = 3.0856775814913673e16;
constexpr double year = 365.25 * day; // Julian
constexpr double newton = 6.67430e-11;
constexpr double sun = gaussian_gravity * (au / day) * (au / day) * au;

constexpr std::array<Unit, 14> lengths = {{{"m", 1},
                                           {"cm", 0.01},
                                           {"km", 1e3},
                                           {"AU", au},
                                           {"ly", 9.4607304725808e15, "light years"},
                                           {"pc", parsec, "parsec"},
                                           {"kpc", 1e3 * parsec},
                                           {"Mpc", 1e6 * parsec},
                                           {"Rsun", 6.957e8, "solar radii"},
                                           {"Rearth", 6.3781e6, "earth radii"},
                                           {"Rjup", 7.1492e7, "jupiter radii"},
                                           {"Rsat", 6.0268e7, "saturn radii"},
                                           {"Rmoon", 1.7374e6, "lunar radii"},
                                           {"Gpc", 1e9 * parsec}}};
constexpr std::array<Unit, 8> times = {{{"s", 1, "seconds"},
                                        {"min", 60, "minutes"},
                                        {"h", 3600, "hours"},
                                        {"day", day, "days"},
                                        {"yr", year, "years"},
                                        {"kyr", 1e3 * year},
                                        {"Myr", 1e6 * year},
                                        {"Gyr", 1e9 * year}}};
constexpr std::array<Unit, 7> masses = {{{"kg", newton},
                                         {"g", 1e-3 * newton},
                                         {"Msun", sun, "solar masses"},
                                         {"Mearth", 3.986004e14, "earth masses"},
                                         {"Mjup", 1.2668653e17, "jupiter masses"},
                                         {"Msat", 3.79312062e16, "saturn masses"},
                                         {"Mmoon", 4.9028e12, "lunar masses"}}};

// "10^10", "1e10" or "1000" before a name, which it is taken off; 1 where there is none.
double take_factor(std::string_view& name) {
    if (name.empty() || name.front() < '0' || name.front() > '9') {
        return 1; // not "inf", which is a number, too
    }
    double factor = 1;
    const char* const end = name.data() + name.size();
    auto [stop, error] = std::from_chars(name.data(), end, factor);
    if (error != std::errc()) {
        return 1;
    }
    if (stop != end && *stop == '^') {
        int power = 0;
        const auto exponent = std::from_chars(stop + 1, end, power);
        if (exponent.ec != std::errc()) {
            return 1;
        }
        factor = std::pow(factor, power);
        stop = exponent.ptr;
    }
    name = trimmed(name.substr(static_cast<std::size_t>(stop - name.data())));
    return factor;
}

std::optional<double> size_of(std::string_view name, std::span<const Unit> known) {
    const double factor = take_factor(name);
    for (const Unit& unit : known) {
        if (!(factor > 0) || !std::isfinite(factor)) {
            break;
        }
        if (same_letters(name, unit.name) ||
            (!unit.other_name.empty() && same_letters(name, unit.other_name))) {
            return factor * unit.size;
        }
    }
    return std::nullopt;
}

// The time of "Myr", or of a speed like "kpc/(km/s)": a length over a length in a time.
std::optional<double> time_of(std::string_view name) {
    if (const auto time = size_of(name, times)) {
        return time;
    }
    const std::size_t open = name.find("/(");
    const std::size_t slash = name.rfind('/');
    if (open == std::string_view::npos || slash <= open + 1 || !name.ends_with(')')) {
        return std::nullopt;
    }
    const auto way = size_of(name.substr(0, open), lengths);
    const auto length = size_of(name.substr(open + 2, slash - open - 2), lengths);
    const auto time = size_of(name.substr(slash + 1, name.size() - slash - 2), times);
    return way && length && time ? std::optional(*way / (*length / *time)) : std::nullopt;
}

// Masses by what they pull with.
std::optional<UnitSizes> known_sizes(const Units& names) {
    const auto length = size_of(names.length, lengths);
    const auto time = time_of(names.time);
    const auto mass = size_of(names.mass, masses);
    return length && time && mass ? std::optional(UnitSizes{*length, *time, *mass}) : std::nullopt;
}

// Masses of the Sun differ by three in ten thousand from one table of constants to the next.
bool are_same(double size, double known) {
    return std::abs(size / known - 1) < 1e-3;
}

// The name of a unit of this size, also of ten thousand million of it; else a multiple of `last`.
std::string name_of(double size, std::span<const Unit> known, std::string_view last,
                    double size_of_last = 1) {
    for (const double factor : {1.0, 1e10}) {
        for (const Unit& unit : known) {
            if (are_same(size, factor * unit.size)) {
                return (factor > 1 ? "10^10 " : "") + std::string(unit.name);
            }
        }
    }
    return shortest(size / size_of_last) + " " + std::string(last);
}

std::string names_of(std::span<const Unit> units) {
    return joined(units, &Unit::name);
}

} // namespace

Units parse_unit_names(std::string_view text) {
    std::vector<std::string> names;
    for (const std::string_view name : split(text)) {
        names.emplace_back(trimmed(name));
    }
    if (names.size() != 3) {
        throw bad_input("'" + std::string(text) + "' does not name three units", "--units",
                        "give units of length, time (or speed) and mass: AU,day,Msun");
    }
    const bool speed =
        names[1].find('/') != std::string::npos && names[1].find('(') == std::string::npos;
    Units units;
    units.length = names[0];
    units.time = speed ? names[0] + "/(" + names[1] + ")" : names[1];
    units.mass = names[2];
    return units;
}

std::optional<double> gravity_in(const Units& names) {
    const auto sizes = known_sizes(names);
    return sizes ? std::optional(sizes->mass * (sizes->time / sizes->length) *
                                 (sizes->time / sizes->length) / sizes->length)
                 : std::nullopt;
}

UnitFactor unit_factor(std::string_view name) {
    name = trimmed(name);
    const double factor = take_factor(name);
    return {factor, std::string(name)};
}

std::optional<UnitSizes> sizes_of(const Units& names) {
    std::optional<UnitSizes> sizes = known_sizes(names);
    if (sizes) {
        sizes->mass /= newton;
    }
    return sizes;
}

Units units_of(const UnitSizes& sizes) {
    Units units;
    units.length = name_of(sizes.length, lengths, "m");
    constexpr std::array<std::string_view, 3> speeds = {"km/s", "m/s", "cm/s"};
    for (const std::string_view speed : speeds) {
        const std::string time = units.length + "/(" + std::string(speed) + ")";
        if (units.time.empty() && are_same(sizes.time, *time_of(time))) {
            units.time = time;
        }
    }
    if (units.time.empty()) {
        units.time = name_of(sizes.time, times, "s");
    }
    units.mass = name_of(sizes.mass * newton, masses, "kg", newton);
    units.gravity = *gravity_in(units);
    return units;
}

std::string known_units() {
    return "lengths " + names_of(lengths) + "; times " + names_of(times) +
           ", or a speed like km/s" + "; masses " + names_of(masses);
}

void apply_units(const Settings& settings, System& system) {
    Units units = system.units;
    if (!settings.units.empty()) {
        units = parse_unit_names(settings.units);
        const std::optional<double> gravity = gravity_in(units);
        if (!gravity && !settings.gravity) {
            throw bad_input("'" + settings.units + "' are not all units whose size is known",
                            "--units", "give --gravity as well, or use " + known_units());
        }
        if (gravity && !(std::isfinite(*gravity) && *gravity > 0) && !settings.gravity) {
            throw bad_input("in '" + settings.units + "' the constant of gravity is no number",
                            "--units", "use units nearer to each other, or give --gravity as well");
        }
        units.gravity = gravity.value_or(0);
    }
    units.gravity = settings.gravity.value_or(units.gravity);
    const bool changes_gravity = units.gravity != system.units.gravity;
    if (system.cosmology &&
        std::abs(units.gravity - system.units.gravity) > 1e-3 * system.units.gravity) {
        throw bad_input("with another constant of gravity than its own this universe would not "
                        "expand as it says",
                        settings.gravity ? "--gravity" : "--units", "leave it out");
    }
    system.units = std::move(units);
    if (changes_gravity) {
        system.time_step = suggested_time_step(system);
    }
}

} // namespace orrery
