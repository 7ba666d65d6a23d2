#include "sim/snapshots/csv_facts.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/snapshots/file_position.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

constexpr std::string_view mark = "orrery:";

// Of a comment's line, what it begins with comes off as well.
std::string_view content_of(std::string_view text) {
    return trimmed(text, " \t#", " \t\r");
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
        const auto number = whole_text<double>(value);
        if (!number || !std::isfinite(*number)) {
            fail("write a number like 1.5 or -2e-3, or remove the line");
        }
        return *number;
    }

    std::size_t count() const {
        const auto count = whole_text<std::size_t>(value);
        if (!count) {
            fail("write a whole number, or remove the line");
        }
        return *count;
    }

    Units names() const {
        const std::vector<std::string_view> names = split(value);
        if (names.size() != 3) {
            fail("name three, of length, time and mass: AU, day, Msun");
        }
        Units units;
        units.length = content_of(names[0]);
        units.time = content_of(names[1]);
        units.mass = content_of(names[2]);
        return units;
    }
};

constexpr double anything = -std::numeric_limits<double>::max(), not_negative = 0,
                 positive = std::numeric_limits<double>::denorm_min();

struct NumberFact {
    std::string_view name;
    std::optional<double> CsvFacts::*member;
    double least;
};
constexpr std::array number_facts = {
    NumberFact{"time", &CsvFacts::time, anything},
    NumberFact{"time step", &CsvFacts::time_step, positive},
    NumberFact{"step accuracy", &CsvFacts::step_accuracy, positive},
    NumberFact{"force error", &CsvFacts::force_error, positive},
    NumberFact{"softening", &CsvFacts::softening, not_negative},
    NumberFact{"gravity", &CsvFacts::gravity, not_negative}};

void take(const Fact& fact, CsvFacts& facts) {
    for (const NumberFact& known : number_facts) {
        if (fact.name == known.name) {
            const double number = fact.number();
            if (number < known.least) {
                fact.fail(known.least > 0 ? "it must be above zero" : "it must not be negative");
            }
            facts.*known.member = number;
        }
    }
    if (fact.name == "units") {
        facts.units = fact.names();
    } else if (fact.name == "bodies") {
        facts.bodies = fact.count();
    }
}

template <class Number>
void append(std::string& text, std::string_view name, Number number) {
    text += "# orrery: " + std::string(name) + " = " + shortest(number) + "\n";
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
        const std::string_view content = content_of(line);
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first != std::string_view::npos && line[first] != '#') {
            break;
        }
        const std::size_t equals = content.find('=');
        if (!content.starts_with(mark) || equals == std::string_view::npos) {
            continue;
        }
        const std::string_view value = content_of(content.substr(equals + 1));
        const auto column =
            value.empty() ? line.size() : static_cast<std::size_t>(value.data() - line.data()) + 1;
        take({content_of(content.substr(mark.size(), equals - mark.size())), value, file, number,
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
