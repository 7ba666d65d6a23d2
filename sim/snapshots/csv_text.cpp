#include "sim/snapshots/csv_text.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/snapshots/file_position.hpp"
#include "sim/unit_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

constexpr std::string_view spaces = " \t", mark = "orrery:";
constexpr std::size_t longest_shown = 40;

bool is_blank_or_comment(std::string_view line) {
    const std::size_t first = line.find_first_not_of(spaces);
    return first == std::string_view::npos || line[first] == '#';
}

// The text without blanks around it and without the # that begins a comment.
std::string_view content_of(std::string_view text) {
    return trimmed(text, " \t#", " \t\r");
}

constexpr double anything = -std::numeric_limits<double>::max(), zero_or_more = 0,
                 above_zero = std::numeric_limits<double>::denorm_min();

struct NumberFact {
    std::string_view name;
    std::optional<double> CsvFacts::*member;
    double least;
};
constexpr std::array number_facts = {
    NumberFact{"time", &CsvFacts::time, anything},
    NumberFact{"time step", &CsvFacts::time_step, above_zero},
    NumberFact{"step accuracy", &CsvFacts::step_accuracy, above_zero},
    NumberFact{"softening", &CsvFacts::softening, zero_or_more},
    NumberFact{"force error", &CsvFacts::force_error, above_zero},
    NumberFact{"gravity", &CsvFacts::gravity, zero_or_more}};

// fail(hint) says where.
template <class Fail>
void take_fact(std::string_view name, std::string_view value, CsvFacts& facts, const Fail& fail) {
    const auto known = std::ranges::find(number_facts, name, &NumberFact::name);
    if (known != number_facts.end()) {
        const auto number = whole_text<double>(value);
        if (!number || !std::isfinite(*number)) {
            fail("write a number like 1.5 or -2e-3, or remove the line");
        } else if (*number < known->least) {
            fail(known->least > 0 ? "it must be above zero" : "it must not be negative");
        }
        facts.*known->member = number;
    } else if (name == "units") {
        if (split(value).size() != 3) {
            fail("name three, of length, time and mass: AU, day, Msun");
        }
        facts.units = parse_unit_names(value);
    } else if (name == "bodies") {
        facts.bodies = whole_text<std::size_t>(value);
        if (!facts.bodies) {
            fail("write a whole number, or remove the line");
        }
    }
}

// A name as the line can hold it.
std::string without_separators(std::string name) {
    std::ranges::replace_if(
        name, [](char c) { return c == ',' || static_cast<unsigned char>(c) < ' '; }, ' ');
    return name;
}

} // namespace

std::string_view csv_text(std::span<const std::byte> bytes) {
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    return text;
}

bool CsvLines::next(std::string_view& line) {
    while (!rest_.empty()) {
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        line = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        ++number_;
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (!is_blank_or_comment(line)) {
            return true;
        }
    }
    return false;
}

std::string_view CsvFields::next() {
    skip_spaces();
    const std::size_t end = std::min(line_.find(',', begin_), line_.size());
    at_ = end + 1;
    return trimmed(line_.substr(begin_, end - begin_));
}

std::string CsvFields::next_quotable() {
    skip_spaces();
    if (begin_ == line_.size() || line_[begin_] != '"') {
        return std::string(next());
    }
    const std::size_t begin = begin_;
    std::string text;
    for (at_ = begin + 1; at_ < line_.size(); ++at_) {
        if (line_[at_] == '"') {
            if (at_ + 1 == line_.size() || line_[at_ + 1] != '"') {
                break;
            }
            ++at_;
        }
        text += line_[at_];
    }
    if (at_ >= line_.size()) {
        fail("the quotation mark is never closed", "end the name with \"");
    }
    ++at_;
    if (!next().empty()) {
        fail("something follows the closing quotation mark", "put a comma between them");
    }
    begin_ = begin;
    return text;
}

void CsvFields::fail(const std::string& what, const std::string& hint) const {
    throw bad_input(what, at_line(file_, line_number_, begin_ + 1), hint);
}

void CsvFields::fail_at_end(const std::string& what, const std::string& hint) {
    begin_ = line_.size();
    fail(what, hint);
}

void CsvFields::skip_spaces() {
    begin_ = std::min(line_.find_first_not_of(spaces, at_), line_.size());
}

void CsvFields::fail_number(std::string_view name, bool out_of_range) {
    at_ = begin_;
    const std::string text(next().substr(0, longest_shown));
    if (text.empty()) {
        fail("the " + std::string(name) + " is missing",
             "give every body a number in every column");
    }
    fail("'" + text + (out_of_range ? "' is too large or too small for " : "' is not a valid ") +
             std::string(name),
         "write numbers like 1.5 or -2e-3");
}

CsvFields::Id CsvFields::next_id(std::string_view name) {
    skip_spaces();
    if (begin_ < line_.size() && line_[begin_] == '-') {
        return {next_number<std::int64_t>(name), true, false};
    }
    const auto id = next_number<std::uint64_t>(name);
    return {static_cast<std::int64_t>(id), false, id >> 63 != 0};
}

CsvFacts read_csv_facts(std::string_view text, const std::filesystem::path& file) {
    CsvFacts facts;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first != std::string_view::npos && line[first] != '#') {
            break;
        }
        const std::string_view content = content_of(line);
        const std::size_t equals = content.find('=');
        if (!content.starts_with(mark) || equals == std::string_view::npos) {
            continue;
        }
        const std::string_view name = content_of(content.substr(mark.size(), equals - mark.size()));
        const std::string_view value = content_of(content.substr(equals + 1));
        take_fact(name, value, facts, [&](const char* hint) {
            const auto column = value.empty()
                                    ? line.size()
                                    : static_cast<std::size_t>(value.data() - line.data()) + 1;
            throw bad_input("'" + std::string(value.substr(0, longest_shown)) +
                                "' is not a valid " + std::string(name),
                            at_line(file, number, column), hint);
        });
    }
    return facts;
}

std::string csv_facts_text(const CsvFacts& facts) {
    std::string text;
    const auto add = [&](std::string_view name, const std::string& value) {
        text += "# orrery: " + std::string(name) + " = " + value + "\n";
    };
    for (const NumberFact& fact : number_facts) {
        if (const std::optional<double>& number = facts.*fact.member) {
            add(fact.name, shortest(*number));
        }
    }
    if (facts.units && !(facts.units->length + facts.units->time + facts.units->mass).empty()) {
        add("units", without_separators(facts.units->length) + ", " +
                         without_separators(facts.units->time) + ", " +
                         without_separators(facts.units->mass));
    }
    if (facts.bodies) {
        add("bodies", std::to_string(*facts.bodies));
    }
    return text;
}

} // namespace orrery
