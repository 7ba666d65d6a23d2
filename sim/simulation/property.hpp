#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace orrery {

// The value of a field that people set, as files keep it; nothing: the program chooses it.
using SettingValue = std::variant<std::monostate, bool, std::uint64_t, float, double, std::string>;

// A value that a field can have, by its name.
struct PropertyChoice {
    std::string name;       // "glow"
    std::string label = {}; // "Bodies as glow"; "": the property's title and the name
    std::string tooltip = {};
    std::string brief = {};        // in a row of a panel; "": the name
    bool begins_with_name = false; // "fp64  double precision": the label follows the name
};

// A field of a plain value as people set it: by a name and a value in words, "softening 0.05". The
// rows are all that sessions, reports, the palette, --do, tours, races, copied states and command
// lines, panels and `orrery list settings` know of it; a new field is a row.
struct PropertyFacts {
    enum class Kind { number, whole, flag, choice, text };

    struct Range {
        double minimum = -std::numeric_limits<double>::infinity();
        double maximum = std::numeric_limits<double>::infinity();
        bool above_minimum = false; // the minimum itself is too small

        bool has(double value) const {
            return (above_minimum ? value > minimum : value >= minimum) && value <= maximum;
        }
    };

    // The slider's range in a panel; a typed number may be anywhere in the property's range.
    struct Slider {
        double low = 0, high = 0;
        bool logarithmic = false;
    };

    const char* id;            // "time_step": the key in sessions and reports
    const char* title;         // "time step": in Ctrl+K, --do, tours and races; "": no words set it
    const char* tooltip;       // one sentence
    const char* label = "";    // in a panel: "Size"
    const char* flag = "";     // "--dt": the same on the command line; "": it has none
    const char* example = "";  // "1/64"
    const char* command = "";  // "view.sprite"; "": what it belongs to, and its title
    const char* shortcut = ""; // of a flag
    Kind kind;
    Range range = {}; // of a number that is set
    Slider slider = {};
    bool binary = false;        // of a whole number: 64k are 65,536
    const char* unset = "";     // the word for a value that the program chooses; "": there is none
    bool zero_is_unset = false; // the number 0 says so
    bool in_session = true;
    bool sparse = false; // files leave it out where it is as usual
    bool in_report = false;
    bool of_machine = false; // what suits this machine alone: no tour and no copied line sets it
    bool raced = false;      // racers can differ in it
    bool changes_result = false; // other values give other positions, beyond rounding and errors
    std::vector<PropertyChoice> (*choices)() = nullptr; // of a choice
    void (*check)(const std::string& words) = nullptr; // of text: throws bad_input for what is none

    // In words; value() of them is the same value.
    std::string words(const SettingValue& value) const;
    // Throws bad_input that names `where`, a flag, or the title, for words that are no value, and
    // for one out of range.
    SettingValue value(const std::string& words, std::string_view where = {}) const;
    // Throws bad_input for a name that is not to be chosen.
    void check_name(const std::string& name) const;
    const PropertyChoice* find_choice(const std::vector<PropertyChoice>& all,
                                      const std::string& name) const;
    // The values at the ends of the range, the choices, or those of a flag; for text the example.
    std::vector<std::string> samples() const;
    // Its name in a panel and in undo.
    const char* name() const { return *label != '\0' ? label : title; }
};

// "number", "whole", "flag", "choice", "text"
const char* kind_name(PropertyFacts::Kind kind);

// The ways to a field.
template <class Owner>
struct Member {
    SettingValue (*get)(const Owner& owner);
    void (*set)(Owner& owner, const SettingValue& value);
};

template <class Owner>
struct PropertyOf : PropertyFacts {
    Member<Owner> member;
    // Further effects of a choice by hand or in words.
    void (*chosen)(Owner& owner, const Owner& before) = nullptr;

    std::string words(const Owner& owner) const { return PropertyFacts::words(member.get(owner)); }
    // Throws bad_input as value() does.
    void read(Owner& owner, const std::string& words) const {
        const SettingValue value = PropertyFacts::value(words);
        if (chosen == nullptr) {
            member.set(owner, value);
            return;
        }
        const Owner before = owner;
        member.set(owner, value);
        chosen(owner, before);
    }
    void take(Owner& to, const Owner& from) const { member.set(to, member.get(from)); }
};

// A field and its value in words: {"softening", "0.05"}.
struct PropertyValue {
    std::string id;
    std::string words;
    bool is_option = false; // of the algorithm: {"theta", "0.3"}
    bool operator==(const PropertyValue&) const = default;
};

// The values that words set to come from one to the other, in the order of the rows; nothing that
// belongs to the machine.
template <class Owner>
std::vector<PropertyValue> changes_of(std::span<const PropertyOf<Owner>> rows, const Owner& from,
                                      const Owner& to) {
    Owner reached = from; // a value may take others along
    std::vector<PropertyValue> changes;
    for (const PropertyOf<Owner>& row : rows) {
        const std::string words = row.words(to);
        if (*row.title != '\0' && !row.of_machine && words != row.words(reached)) {
            row.read(reached, words);
            changes.push_back({row.id, words});
        }
    }
    return changes;
}

template <class Owner>
const PropertyOf<Owner>* find_in(std::span<const PropertyOf<Owner>> rows, std::string_view name) {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const PropertyOf<Owner>& row) {
        return name == row.id || (name == row.title && !name.empty());
    });
    return found == rows.end() ? nullptr : &*found;
}

// The field at the end of a way of members.
template <auto... way, class Owner>
auto& field(Owner& owner) {
    return (owner.*....*way);
}

template <class Value>
constexpr bool is_optional = false;
template <class Value>
constexpr bool is_optional<std::optional<Value>> = true;

// A flag, number or text: field_of<Settings, &Settings::softening>.
template <class Owner, auto... way>
SettingValue get_field(const Owner& owner) {
    const auto& value = field<way...>(owner);
    using Field = std::remove_cvref_t<decltype(value)>;
    if constexpr (is_optional<Field>) {
        return value ? SettingValue(*value) : SettingValue();
    } else if constexpr (std::is_integral_v<Field> && !std::is_same_v<Field, bool>) {
        return static_cast<std::uint64_t>(value);
    } else {
        return value;
    }
}

template <class Owner, auto... way>
void set_field(Owner& owner, const SettingValue& value) {
    auto& to = field<way...>(owner);
    using Field = std::remove_cvref_t<decltype(to)>;
    std::visit(
        [&](const auto& given) {
            using Given = std::remove_cvref_t<decltype(given)>;
            if constexpr (std::is_same_v<Given, std::monostate>) {
                if constexpr (std::is_arithmetic_v<Field>) {
                    to = Field{};
                } else {
                    const Owner standard;
                    to = field<way...>(standard);
                }
            } else if constexpr (std::is_same_v<Given, Field>) {
                to = given;
            } else if constexpr (std::is_arithmetic_v<Field> && std::is_arithmetic_v<Given>) {
                to = static_cast<Field>(given);
            } else if constexpr (is_optional<Field> && std::is_convertible_v<Given, Field>) {
                to = given;
            }
        },
        value);
}

template <class Owner, auto... way>
constexpr Member<Owner> field_of{get_field<Owner, way...>, set_field<Owner, way...>};

// A value of an enumeration whose names are in a list, by its place: names[2].
template <class Owner, const auto& names, auto... way>
constexpr Member<Owner> named_field_of{
    [](const Owner& owner) {
        return SettingValue(std::string(names[static_cast<std::size_t>(field<way...>(owner))]));
    },
    [](Owner& owner, const SettingValue& value) {
        auto& to = field<way...>(owner);
        const auto found =
            std::find(std::begin(names), std::end(names), std::get<std::string>(value));
        if (found != std::end(names)) {
            to = static_cast<std::remove_cvref_t<decltype(to)>>(found - std::begin(names));
        }
    }};

} // namespace orrery
