#include "sim/snapshots/csv_facts.hpp"

#include "sim/base/error.hpp"
#include "sim/snapshots/file_position.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

constexpr std::string_view mark = "orrery:";
constexpr std::string_view spaces = " \t#"; // and what comments begin with

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
    text.remove_suffix(text.size() - (text.find_last_not_of(" \t\r") + 1));
    return text;
}

// One such line, and where it stands.
struct Fact {
    std::string_view name, value;
    const std::filesystem::path& file;
    std::size_t line, column;

    [[noreturn]] void fail(const std::string& hint) const {
        constexpr std::size_t longest_shown = 40;
        throw bad_input("'" + std::string(value.substr(0, longest_shown)) + "' is not a valid " +
                            std::string(name),
                        at_line(file, line, column), hint);
    }

    double number() const {
        double number = 0;
        const char* const end = value.data() + value.size();
        const auto [stop, error] = std::from_chars(value.data(), end, number);
        if (error != std::errc() || stop != end || !std::isfinite(number)) {
            fail("write a number like 1.5 or -2e-3, or remove the line");
        }
        return number;
    }

    double number_of_at_least(double least, const char* hint) const {
        const double number = this->number();
        if (number < least) {
            fail(hint);
        }
        return number;
    }

    std::size_t count() const {
        std::size_t count = 0;
        const char* const end = value.data() + value.size();
        const auto [stop, error] = std::from_chars(value.data(), end, count);
        if (error != std::errc() || stop != end) {
            fail("write a whole number, or remove the line");
        }
        return count;
    }

    Units names() const {
        const std::size_t first = value.find(',');
        const std::size_t second =
            first == std::string_view::npos ? first : value.find(',', first + 1);
        if (second == std::string_view::npos ||
            value.find(',', second + 1) != std::string_view::npos) {
            fail("name three, of length, time and mass: AU, day, Msun");
        }
        Units units;
        units.length = trimmed(value.substr(0, first));
        units.time = trimmed(value.substr(first + 1, second - first - 1));
        units.mass = trimmed(value.substr(second + 1));
        return units;
    }
};

void take(const Fact& fact, CsvFacts& facts) {
    constexpr double smallest_positive = std::numeric_limits<double>::denorm_min();
    if (fact.name == "time") {
        facts.time = fact.number();
    } else if (fact.name == "time step") {
        facts.time_step = fact.number_of_at_least(smallest_positive, "it must be above zero");
    } else if (fact.name == "step accuracy") {
        facts.step_accuracy = fact.number_of_at_least(smallest_positive, "it must be above zero");
    } else if (fact.name == "force error") {
        facts.force_error = fact.number_of_at_least(smallest_positive, "it must be above zero");
    } else if (fact.name == "softening") {
        facts.softening = fact.number_of_at_least(0, "it must not be negative");
    } else if (fact.name == "gravity") {
        facts.gravity = fact.number_of_at_least(0, "it must not be negative");
    } else if (fact.name == "units") {
        facts.units = fact.names();
    } else if (fact.name == "bodies") {
        facts.bodies = fact.count();
    }
}

template <class Number>
void append(std::string& text, std::string_view name, Number number) {
    char digits[32]; // the longest shortest double takes 24
    const auto result = std::to_chars(std::begin(digits), std::end(digits), number);
    text += "# orrery: " + std::string(name) + " = " + std::string(digits, result.ptr) + "\n";
}

// A name as the line can hold it.
std::string without_separators(std::string name) {
    std::ranges::replace_if(
        name, [](char c) { return c == ',' || static_cast<unsigned char>(c) < ' '; }, ' ');
    return name;
}

} // namespace

CsvFacts read_csv_facts(std::string_view text, const std::filesystem::path& file) {
    CsvFacts facts;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::string_view content = trimmed(line);
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first != std::string_view::npos && line[first] != '#') {
            break;
        }
        const std::size_t equals = content.find('=');
        if (!content.starts_with(mark) || equals == std::string_view::npos) {
            continue;
        }
        const std::string_view value = trimmed(content.substr(equals + 1));
        const auto column =
            value.empty() ? line.size() : static_cast<std::size_t>(value.data() - line.data()) + 1;
        take({trimmed(content.substr(mark.size(), equals - mark.size())), value, file, number,
              column},
             facts);
    }
    return facts;
}

std::string csv_units_text(const Units& units) {
    std::string text;
    append(text, "gravity", units.gravity);
    if (!units.length.empty() || !units.time.empty() || !units.mass.empty()) {
        text += "# orrery: units = " + without_separators(units.length) + ", " +
                without_separators(units.time) + ", " + without_separators(units.mass) + "\n";
    }
    return text;
}

std::string csv_time_text(double time) {
    std::string text;
    append(text, "time", time);
    return text;
}

std::string csv_facts_text(const System& system) {
    std::string text = csv_time_text(system.time);
    append(text, "time step", system.time_step);
    if (system.step_accuracy > 0) {
        append(text, "step accuracy", system.step_accuracy);
    }
    if (system.softening > 0 || system.catalogue.softening_is_told) {
        append(text, "softening", system.softening);
    }
    if (system.force_error > 0) {
        append(text, "force error", system.force_error);
    }
    text += csv_units_text(system.units);
    append(text, "bodies", system.bodies.size());
    return text;
}

} // namespace orrery
