#include "app/state/body_units.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "sim/unit_names.hpp"

#include <cmath>
#include <string_view>

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

bool named(const Units& units) {
    return !units.length.empty() && !units.time.empty();
}

} // namespace

std::string spoken_mass(double mass, const Units& units) {
    const UnitFactor unit = unit_factor(units.mass);
    return with_unit(with_raised_power(mass * unit.factor), tr(unit.name));
}

std::string spoken_speed(double speed, const Units& units) {
    const auto sizes = sizes_of(units);
    if (sizes && sizes->length >= astronomical) {
        return with_unit(speed * sizes->length / sizes->time / kilometre, "km/s");
    }
    return with_unit(speed,
                     named(units) ? tr(units.length) + std::string("/") + tr(units.time) : "");
}

std::string spoken_acceleration(double acceleration, const Units& units) {
    return with_unit(acceleration, named(units)
                                       ? tr(units.length) + std::string("/") + tr(units.time) + "²"
                                       : "");
}

std::string spoken_time(double time, const Units& units) {
    return with_unit(plainly(time), tr(units.time));
}

} // namespace orrery
