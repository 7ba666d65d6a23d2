// From what users set, by name, to what solvers compute with, by place.

#include "sim/solver_options.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

[[noreturn]] void fail_unknown(const SolverInfo& info, std::string_view id) {
    std::vector<std::string> ids;
    for (const SolverOption& known : info.options) {
        ids.emplace_back(known.id);
    }
    throw bad_input(std::string(info.id) + " has no option '" + std::string(id) + "'", "",
                    did_you_mean(id, ids, "orrery list algorithms"));
}

// "the option 'isa' of cpu.simd"
std::string name_of(const SolverInfo& info, const SolverOption& option) {
    return "the option '" + std::string(option.id) + "' of " + info.id;
}

double resolve_choice(const SolverInfo& info, const SolverOption& option,
                      const OptionValue& value) {
    const std::string wanted = value.text();
    const std::size_t place =
        value.is_number() ? option.choices.size() : option.find_choice(wanted);
    if (place < option.choices.size()) {
        return static_cast<double>(place);
    }
    const auto unavailable =
        std::find_if(option.unavailable_choices.begin(), option.unavailable_choices.end(),
                     [&](const auto& choice) { return same_letters(choice.first, wanted); });
    throw bad_input(
        name_of(info, option) + " cannot be '" + wanted + "'" +
            (unavailable == option.unavailable_choices.end() ? "" : ": " + unavailable->second),
        "", "it is one of " + joined(option.choices));
}

double resolve_number(const SolverInfo& info, const SolverOption& option,
                      const OptionValue& value) {
    const std::string range =
        "the range is " + written(option.minimum) + " to " + written(option.maximum);
    if (!value.is_number()) {
        throw bad_input(name_of(info, option) + " is a number, not '" + value.choice() + "'", "",
                        range);
    }
    const double number = value.number();
    if (!(number >= option.minimum && number <= option.maximum)) {
        throw bad_input(name_of(info, option) + " cannot be " + written(number), "", range);
    }
    if (option.whole && number != std::floor(number)) {
        throw bad_input(name_of(info, option) + " takes whole numbers, not " + written(number), "",
                        "write " + written(std::floor(number)) + " or " +
                            written(std::ceil(number)));
    }
    return number;
}

} // namespace

std::string OptionValue::text() const {
    if (!is_number()) {
        return choice();
    }
    std::string text;
    append_shortest(text, number());
    return text;
}

OptionValue SolverOption::named(double number) const {
    if (choices.empty()) {
        return number;
    }
    const bool among =
        number >= 0 && number < static_cast<double>(choices.size()) && number == std::floor(number);
    return among ? OptionValue(choices[static_cast<std::size_t>(number)]) : OptionValue(number);
}

OptionValue SolverOption::value_in(const OptionValues& values) const {
    const auto found = values.find(id);
    return found == values.end() ? named(default_value) : found->second;
}

std::size_t SolverOption::find_choice(std::string_view choice) const {
    const auto found = std::find_if(choices.begin(), choices.end(), [&](const std::string& name) {
        return same_letters(name, choice);
    });
    return static_cast<std::size_t>(found - choices.begin());
}

double resolve_option(const SolverInfo& info, std::string_view id, const OptionValue& value) {
    const SolverOption* const option = info.find_option(id);
    if (option == nullptr) {
        fail_unknown(info, id);
    }
    return option->choices.empty() ? resolve_number(info, *option, value)
                                   : resolve_choice(info, *option, value);
}

ResolvedOptions::ResolvedOptions(const SolverInfo& info, const OptionValues& values) {
    for (const SolverOption& option : info.options) {
        numbers_.push_back(option.default_value);
    }
    for (const auto& [id, value] : values) {
        const double number = resolve_option(info, id, value);
        numbers_[static_cast<std::size_t>(info.find_option(id) - info.options.data())] = number;
    }
}

double ResolvedOptions::number(const SolverInfo& info, std::size_t index) const {
    return numbers_.empty() ? info.options.at(index).default_value : numbers_.at(index);
}

} // namespace orrery
