#include "app/commands/chosen_system.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace orrery {
namespace {

using Text = std::string;
using Typed = std::vector<std::pair<Text, Text>>;

// The value as typed: a number, or the name of a choice, small or large letters.
OptionValue option_value(const SolverInfo& info, const SolverOption& option, const Text& text) {
    if (option.choices.empty()) {
        return parse_number(text, fmt::format("{} of {}", option.id, info.id));
    }
    return option.named(resolve_option(info, option.id, text));
}

void require_said_once(const Typed& typed) {
    std::map<Text, Text> said;
    for (const auto& [key, text] : typed) {
        const auto [first, is_new] = said.emplace(key, text);
        if (!is_new && first->second != text) {
            throw bad_input(
                fmt::format("the option '{}' is given twice: {} and {}", key, first->second, text),
                "--option", "leave one of them out");
        }
    }
}

[[noreturn]] void fail_unknown(const std::vector<const SolverEntry*>& algorithms, const Text& key) {
    std::vector<Text> others;
    for (const SolverEntry* entry : algorithms) {
        for (const SolverOption& option : entry->info.options) {
            others.emplace_back(option.id);
        }
    }
    throw bad_input(
        fmt::format("{} has no option '{}'",
                    algorithms.size() == 1 ? algorithms[0]->info.id : "none of the algorithms",
                    key),
        "", did_you_mean(key, others, "orrery list algorithms"));
}

// Sets the choices that typed options need of others, which the sentences tell.
void satisfy_needs(Settings& settings, const SolverInfo& info, const Typed& typed,
                   std::vector<Text>& sentences) {
    const auto is_typed = [&typed](std::string_view key) {
        return std::ranges::find(typed, key, &Typed::value_type::first) != typed.end();
    };
    std::map<Text, const SolverOption*> needing; // by the option whose choice they need
    for (const SolverOption& option : info.options) {
        const SolverOption::Need& need = option.only_with;
        if (need.option == nullptr || !is_typed(option.id)) {
            continue;
        }
        const auto [other, is_new] = needing.emplace(need.option, &option);
        if (Text(other->second->only_with.choice) != need.choice) {
            throw bad_input(fmt::format("'{}' and '{}' of {} cannot be combined", other->second->id,
                                        option.id, info.id),
                            "--option",
                            fmt::format("leave one of them out: '{}' is chosen by '{}'", option.id,
                                        need.option));
        }
        OptionValues& values = settings.solver_options[info.id];
        if (info.in_effect(option, values)) {
            continue;
        }
        const Text wanted = fmt::format("{}={}", need.option, need.choice);
        if (is_typed(need.option)) {
            const OptionValue value = info.find_option(need.option)->value_in(values);
            throw bad_input(fmt::format("the option '{}' of {} has a meaning only with {}",
                                        option.id, info.id, wanted),
                            fmt::format("--option {}={}", need.option, value.text()),
                            "leave one of the two out");
        }
        values[need.option] = need.choice;
        sentences.push_back(fmt::format("'{}' implies {} of {}", option.id, wanted, info.id));
    }
}

} // namespace

std::vector<std::string> set_solver_options(Settings& settings,
                                            const std::vector<const SolverEntry*>& algorithms,
                                            const Typed& typed) {
    require_said_once(typed);
    for (const auto& [key, text] : typed) {
        bool known = false;
        for (const SolverEntry* entry : algorithms) {
            if (const SolverOption* option = entry->info.find_option(key)) {
                settings.solver_options[entry->info.id][key] =
                    option_value(entry->info, *option, text);
                known = true;
            }
        }
        if (!known) {
            fail_unknown(algorithms, key);
        }
    }
    std::vector<Text> sentences;
    for (const SolverEntry* entry : algorithms) {
        satisfy_needs(settings, entry->info, typed, sentences);
    }
    return sentences;
}

} // namespace orrery
