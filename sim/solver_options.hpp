#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace orrery {

struct SolverInfo;

// An option's value: a number or, where it has choices, the name of one. A name means the same on
// every machine, whatever choices that has.
struct OptionValue {
    std::variant<double, std::string> value;

    OptionValue(double number = 0) : value(number) {}               // NOLINT: one of the two
    OptionValue(std::string choice) : value(std::move(choice)) {}   // NOLINT
    OptionValue(const char* choice) : value(std::string(choice)) {} // NOLINT
    bool is_number() const { return std::holds_alternative<double>(value); }
    double number() const { return std::get<double>(value); }
    const std::string& choice() const { return std::get<std::string>(value); }
    std::string text() const; // "0.001", "AVX2"

    bool operator==(const OptionValue&) const = default;
};

// The values set for a solver's options, by their ids; the others have their defaults.
using OptionValues = std::map<std::string, OptionValue, std::less<>>;

// A parameter of a solver that the user may turn: a slider in the deck, `--option id=value` on the
// command line. With `choices` it is a menu of them, and minimum, maximum and default count them.
struct SolverOption {
    // Another option and a choice of it, where this one means something only then.
    struct Need {
        const char* option = nullptr; // null: it always does
        const char* choice = nullptr;
    };

    const char* id;
    const char* title;
    const char* tooltip;
    double minimum;
    double maximum;
    double default_value;
    std::vector<std::string> choices;
    bool whole = false; // only whole numbers mean something
    // Choices that this machine does not offer, and why.
    std::map<std::string, std::string, std::less<>> unavailable_choices = {};
    Need only_with = {};

    // The value that is set, or the default one.
    OptionValue value_in(const OptionValues& values) const;
    // As users set it: the name of a choice for its place among them.
    OptionValue named(double value) const;
    // The place of `choice` among the choices, ignoring case; their number if it is not one.
    std::size_t find_choice(std::string_view choice) const;
};

// The number that a solver computes with: the value itself, or a choice's place. Throws bad_input
// for an option that the algorithm does not have, and for a value that it cannot take here.
double resolve_option(const SolverInfo& info, std::string_view id, const OptionValue& value);

// The numbers that a solver computes with, in the order of SolverInfo::options: looked up by name
// once, when settings are applied. A default one stands for the default values of any solver.
class ResolvedOptions {
public:
    ResolvedOptions() = default;
    // Throws as resolve_option does.
    ResolvedOptions(const SolverInfo& info, const OptionValues& values);

    // The value of the option at `index` in the list of `info`.
    double number(const SolverInfo& info, std::size_t index) const;
    // The place of the choice that it has.
    std::size_t choice(const SolverInfo& info, std::size_t index) const {
        return static_cast<std::size_t>(number(info, index));
    }

    // The same where an enumeration names the options in their order.
    template <class Option>
    requires std::is_enum_v<Option>
    double number(const SolverInfo& info, Option option) const {
        return number(info, static_cast<std::size_t>(option));
    }
    template <class Option>
    requires std::is_enum_v<Option>
    int whole(const SolverInfo& info, Option option) const {
        return static_cast<int>(std::lround(number(info, option)));
    }
    template <class Choice, class Option>
    requires std::is_enum_v<Option> Choice chosen(const SolverInfo& info, Option option)
    const { return static_cast<Choice>(choice(info, static_cast<std::size_t>(option))); }

    bool operator==(const ResolvedOptions&) const = default;

private:
    std::vector<double> numbers_;
};

} // namespace orrery
