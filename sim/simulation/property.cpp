#include "sim/simulation/property.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <array>
#include <cmath>

namespace orrery {
namespace {

using Kind = PropertyFacts::Kind;
using Words = std::string;

void check_range(const PropertyFacts& property, double value, const Words& words,
                 std::string_view where) {
    const PropertyFacts::Range& range = property.range;
    if (range.has(value)) {
        return;
    }
    const Words least = range.above_minimum ? "use more than " : "use at least ";
    throw bad_input("'" + Words(property.title) + "' cannot be " + words, Words(where),
                    value > range.minimum ? "use at most " + shortest(range.maximum)
                                          : least + shortest(range.minimum));
}

// A flag of the command line takes a 0 that means another value, too.
template <class Number>
SettingValue in_range(const PropertyFacts& property, Number value, const Words& words,
                      std::string_view where) {
    if (value != 0 || !property.zero_is_unset || where.empty()) {
        check_range(property, static_cast<double>(value), words, where);
    }
    return value;
}

std::uint64_t whole_number_of(const PropertyFacts& property, const Words& words,
                              std::string_view place) {
    if (const auto whole = whole_text<std::uint64_t>(words)) {
        return *whole; // of 64 bits, beyond the 53 that a double has
    }
    try {
        return property.binary ? parse_count(words, place) : parse_number_of("", words, place);
    } catch (const Error& error) {
        throw bad_input(property.binary ? error.problem() : "'" + words + "' is not a whole number",
                        Words(place), error.hint());
    }
}

SettingValue flag_value(const PropertyFacts& property, const Words& words, std::string_view where) {
    if (words != "on" && words != "off") {
        throw bad_input("'" + Words(property.title) + "' cannot be '" + words + "'", Words(where),
                        "it is on or off");
    }
    return words == "on";
}

} // namespace

std::string PropertyFacts::words(const SettingValue& value) const {
    return std::visit(
        [this](const auto& given) -> Words {
            using Given = std::remove_cvref_t<decltype(given)>;
            if constexpr (std::is_same_v<Given, std::monostate>) {
                return unset;
            } else if constexpr (std::is_same_v<Given, bool>) {
                return given ? "on" : "off";
            } else if constexpr (std::is_same_v<Given, Words>) {
                return given.empty() ? unset : given;
            } else {
                return given == 0 && zero_is_unset ? unset : shortest(given);
            }
        },
        value);
}

SettingValue PropertyFacts::value(const std::string& words, std::string_view where) const {
    if (*unset != '\0' && words == unset) {
        return {};
    }
    const std::string_view place = where.empty() ? title : where;
    switch (kind) {
    case Kind::number:
        return in_range(*this, parse_number(words, place), words, where);
    case Kind::whole:
        return in_range(*this, whole_number_of(*this, words, place), words, where);
    case Kind::flag:
        return flag_value(*this, words, where);
    case Kind::choice:
    case Kind::text:
        break;
    }
    try {
        check_name(words);
    } catch (const Error& error) {
        throw bad_input(error.problem(), error.where().empty() ? Words(where) : error.where(),
                        error.hint());
    }
    return words;
}

const PropertyChoice* PropertyFacts::find_choice(const std::vector<PropertyChoice>& all,
                                                 const std::string& name) const {
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const PropertyChoice& choice) { return choice.name == name; });
    return found == all.end() ? nullptr : &*found;
}

void PropertyFacts::check_name(const std::string& name) const {
    if (check != nullptr) {
        check(name);
        return;
    }
    if (kind != Kind::choice) {
        return;
    }
    const std::vector<PropertyChoice> all = choices();
    if (find_choice(all, name) != nullptr) {
        return;
    }
    std::vector<Words> names;
    for (const PropertyChoice& choice : all) {
        names.push_back(choice.name);
    }
    constexpr std::size_t few = 8;
    throw bad_input("unknown " + Words(*title != '\0' ? title : id) + " '" + name + "'", "",
                    all.size() <= few ? "choose one of " + joined(names)
                                      : did_you_mean(name, names, "Ctrl+K"));
}

std::vector<std::string> PropertyFacts::samples() const {
    std::vector<Words> all;
    if (*unset != '\0') {
        all.emplace_back(unset);
    }
    if (kind == Kind::flag) {
        all.insert(all.end(), {"off", "on"});
    } else if (choices != nullptr) {
        for (const PropertyChoice& choice : choices()) {
            all.push_back(choice.name);
        }
    } else {
        all.emplace_back(example);
    }
    if (kind == Kind::number || kind == Kind::whole) {
        constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
        all.push_back(shortest(range.above_minimum ? 1e-30 : range.minimum));
        all.push_back(kind == Kind::number ? shortest(range.maximum)
                      : std::isfinite(range.maximum)
                          ? shortest(static_cast<std::uint64_t>(range.maximum))
                          : shortest(largest));
    }
    return all;
}

const char* kind_name(Kind kind) {
    constexpr std::array names{"number", "whole", "flag", "choice", "text"};
    return names[static_cast<std::size_t>(kind)];
}

} // namespace orrery
