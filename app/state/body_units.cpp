#include "app/state/body_units.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "sim/unit_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace orrery {
namespace {

constexpr double kilometre = 1000;
constexpr double astronomical = 1e6; // metres: the least length unit, none of a laboratory

std::string with_unit(const std::string& number, const std::string& unit) {
    return unit.empty() ? number : number + " " + unit;
}

std::string with_unit(double number, const std::string& unit) {
    return with_unit(briefly(number), unit);
}

// "1.07 × 10⁸" for "1.07e8".
std::string with_raised_power(double number) {
    const std::string text = briefly(number);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) {
        return text;
    }
    const std::string digits = text.substr(0, e);
    const std::string power = "10" + superscript(std::stoi(text.substr(e + 1)));
    return digits == "1" ? power : digits + " × " + power;
}

bool are_named(const Units& units) {
    return !units.length.empty() && !units.time.empty();
}

std::string quotient(const Units& units) {
    return are_named(units) ? tr(units.length) + std::string("/") + tr(units.time) : "";
}

// A unit's name as it stands behind a number.
std::string name_behind(double number, const std::string& unit) {
    constexpr std::array<std::array<const char*, 2>, 4> forms{
        {{tr_noop("Saturn radius"), "Saturn radii"},
         {tr_noop("Saturn mass"), "Saturn masses"},
         {"day", tr_noop("days")},
         {tr_noop("year"), tr_noop("years")}}};
    for (const auto& [one, several] : forms) {
        if (unit == one || unit == several) {
            return tr(std::string(number == 1 ? one : several));
        }
    }
    return tr(unit);
}

std::string box_words(const SnapshotHeader& header, const Units& units) {
    const auto& edges = header.box_size;
    std::string words = briefly(edges.front());
    if (std::ranges::any_of(edges, [&](double edge) { return edge != edges.front(); })) {
        words += " × " + briefly(edges[1]) + " × " + briefly(edges[2]);
    }
    if (!units.length.empty()) {
        words += " " + units.length;
    }
    return header.little_h() != 1 ? words + "/h" : words;
}

} // namespace

const std::string* label_of(const Catalogue& catalogue, std::size_t body) {
    const auto found = std::ranges::find(catalogue.labels, body, &Label::body);
    return found == catalogue.labels.end() ? nullptr : &found->text;
}

ShownUnit speed_unit(const Units& units) {
    const auto sizes = sizes_of(units);
    if (sizes && sizes->length >= astronomical) {
        return {sizes->length / sizes->time / kilometre, "km/s"};
    }
    return {1, quotient(units)};
}

ShownUnit mass_unit(const Units& units) {
    const UnitFactor unit = unit_factor(units.mass);
    return {unit.factor, tr(unit.name)};
}

ShownUnit time_unit(double time, const Units& units) {
    constexpr double days = 365.25; // of a Julian year
    const bool years = units.time == "day" && std::abs(time) >= 2 * days;
    const double factor = years ? 1 / days : 1;
    return {factor, name_behind(factor * time, years ? "year" : units.time)};
}

std::string spoken_mass(double mass, const Units& units) {
    const ShownUnit unit = mass_unit(units);
    return with_unit(with_raised_power(mass * unit.factor), unit.name);
}

std::string spoken_speed(double speed, const Units& units) {
    const ShownUnit unit = speed_unit(units);
    return with_unit(speed * unit.factor, unit.name);
}

std::string acceleration_unit(const Units& units) {
    return are_named(units) ? quotient(units) + "²" : "";
}

std::string spoken_acceleration(double acceleration, const Units& units) {
    return with_unit(acceleration, acceleration_unit(units));
}

std::string spoken_time(double time, const Units& units) {
    const ShownUnit unit = time_unit(time, units);
    return with_unit(plainly(unit.factor * time), unit.name);
}

CosmicMoment cosmic_moment(const Cosmology& cosmology, const Units& units, double time) {
    constexpr double seconds_a_gyr = 3.15576e16;
    const double redshift = 1 / cosmology.scale_factor(std::max(time, 0.0)) - 1;
    const std::string z = fmt::format("{:.{}f}", redshift, redshift < 10 ? 2 : 1);
    CosmicMoment moment{with_decimal_mark(z == "-0.00" ? "0.00" : z), spoken_time(time, units)};
    if (const auto sizes = sizes_of(units)) {
        const double age = time * sizes->time / seconds_a_gyr;
        moment.age = with_decimal_mark(age < 1 ? fmt::format("{:.0f} Myr", 1e3 * age)
                                               : fmt::format("{:.1f} Gyr", age));
    }
    return moment;
}

std::string spoken_moment(const Cosmology& cosmology, const Units& units, double time) {
    const CosmicMoment moment = cosmic_moment(cosmology, units, time);
    return "z " + moment.redshift + " · " + moment.age;
}

std::string spoken_length(double length, const Units& units) {
    const bool small = length != 0 && std::abs(length) < 1e-3;
    return with_unit(small ? bound_text(length) : with_decimal_mark(fmt::format("{:g}", length)),
                     name_behind(length, units.length));
}

std::string calendar_date(const Units& units, double time) {
    constexpr double unix_epoch = 2440587.5; // as a Julian date
    constexpr double farthest = 3e6;         // days; four digits of a year
    const double days = std::floor(units.epoch + time - unix_epoch);
    if (units.epoch <= 0 || units.time != "day" || !(std::abs(days) < farthest)) {
        return "";
    }
    const std::chrono::year_month_day date{
        std::chrono::sys_days{std::chrono::days{static_cast<long>(days)}}};
    const int year = static_cast<int>(date.year());
    if (year < 1 || year > 9999) {
        return "";
    }
    return fmt::format("{:04}-{:02}-{:02}", year, static_cast<unsigned>(date.month()),
                       static_cast<unsigned>(date.day()));
}

SnapshotWords snapshot_words(const SnapshotHeader& header, const Units& units) {
    SnapshotWords words;
    if (header.has_box()) {
        words.box = box_words(header, units);
    }
    if (header.has_cosmology()) {
        words.cosmology = tr_format("matter {}, dark energy {}, h {}", briefly(header.omega_matter),
                                    briefly(header.omega_lambda), briefly(header.little_h()));
    }
    if (header.comoving) {
        words.moment = tr_format("z {}, scale factor {}", briefly(header.redshift),
                                 briefly(header.scale_factor));
    }
    return words;
}

std::string header_line(const Catalogue& catalogue, const Units& units) {
    if (!catalogue.header) {
        return "";
    }
    const SnapshotWords words = snapshot_words(*catalogue.header, units);
    std::string line = words.box.empty() ? "" : tr_format("box {}", words.box);
    for (const std::string& part : {words.cosmology, words.moment}) {
        line += line.empty() || part.empty() ? part : "; " + part;
    }
    return line.empty() ? "" : tr_format("from a run with {}", line) + "\n";
}

} // namespace orrery
