#include "app/commands/chosen_system.hpp"

#include "app/numbers.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/integrator.hpp"
#include "sim/machine/devices.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/properties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <ranges>

namespace orrery {
namespace {

using Text = std::string;

bool is_typed(const SystemArguments& arguments, std::string_view key) {
    if (key == "options") {
        return !arguments.solver_options.empty();
    }
    return std::ranges::find(arguments.typed, key, &TypedSetting::key) != arguments.typed.end();
}

// What is chosen by the program where nobody says anything.
bool is_automatic(const Settings& settings, std::string_view key) {
    return key == "algorithm" || (key == "time_step" && !settings.time_step) ||
           (key == "softening" && !settings.softening) ||
           (key == "threads" && settings.threads == 0) || (key == "bodies" && settings.bodies == 0);
}

std::vector<Text> typed_flags(const SystemArguments& arguments) {
    std::vector<Text> flags;
    std::ranges::transform(arguments.typed, std::back_inserter(flags), &TypedSetting::flag);
    std::erase(flags, "");
    for (const auto& [key, value] : arguments.solver_options) {
        flags.push_back("--option " + key);
    }
    flags.insert(flags.end(), arguments.own_flags.begin(), arguments.own_flags.end());
    return flags;
}

// What would be passed over in silence.
void require_effect(const SystemArguments& arguments, const Settings& settings) {
    const Text& source = arguments.source;
    const bool scene = is_scene(source);
    if (arguments.given("--seed") && !arguments.seed_samples) {
        if (!scene) {
            throw bad_input("the bodies of a file do not depend on random numbers", "--seed",
                            "leave it out");
        }
        if (!has_free_count(source)) {
            throw bad_input(fmt::format("{} is the same with every seed", source), "--seed",
                            "leave it out");
        }
    }
    if (scene && arguments.given("--sample")) {
        throw bad_input("a scene has as many bodies as you ask for", "--sample",
                        "use --bodies instead");
    }
    require_count(source, settings.bodies);
}

// Not a mistake, for scripts pass the same to all algorithms; but it is not what one may think.
void note_what_is_not_used(const SystemArguments& arguments,
                           const std::vector<const SolverEntry*>& algorithms,
                           ChosenSettings& chosen) {
    const auto none = [&](auto uses) {
        return std::none_of(algorithms.begin(), algorithms.end(),
                            [&](const SolverEntry* entry) { return uses(entry->info); });
    };
    const Text names = algorithms.size() == 1 ? algorithms[0]->info.id : "none of the algorithms";
    const char* verb = algorithms.size() == 1 ? "uses no" : "uses a";
    if (arguments.given("--devices") &&
        none([](const SolverInfo& info) { return info.space != Space::host; })) {
        chosen.notes.push_back(fmt::format("--devices has no effect: {} {} GPU", names, verb));
    }
    if (arguments.given("--threads") && chosen.settings.threads != 1 && algorithms.size() == 1 &&
        none([](const SolverInfo& info) { return info.multithreaded; })) {
        chosen.notes.push_back(fmt::format(
            "{} computes on one thread; --threads only affects the rest of a step", names));
    }
}

void require_shareable(const SystemArguments& arguments, const Settings& settings) {
    if (!arguments.given("--multi-gpu") || settings.sharing == Sharing::none ||
        find_solver(settings.algorithm).shared != nullptr) {
        return;
    }
    std::vector<Text> ids;
    for (const SolverEntry& entry : solvers()) {
        if (entry.shared != nullptr) {
            ids.emplace_back(entry.info.id);
        }
    }
    throw bad_input(
        fmt::format("GPUs cannot share the work of {}", settings.algorithm), "--multi-gpu",
        ids.empty() ? gpu_unavailable() : fmt::format("use one of {}", fmt::join(ids, ", ")));
}

// Settings to begin with, and what was typed over them.
ChosenSettings begin(const SystemArguments& arguments, const std::optional<SavedSettings>& saved) {
    ChosenSettings chosen;
    if (saved) {
        Settings kept = saved->settings;
        for (const TypedSetting& setting : arguments.typed) { // what it replaces need not run here
            find_property(setting.key)->take(kept, Settings{});
        }
        FittedSettings fit = fitted(std::move(kept));
        chosen.settings = std::move(fit.settings);
        chosen.notes = std::move(fit.changes);
        chosen.saved_in = saved->file;
    }
    chosen.settings.source = arguments.source;
    for (const TypedSetting& setting : arguments.typed) {
        find_property(setting.key)->member.set(chosen.settings, setting.value);
    }
    // A step that is typed means what it says; --adaptive beside it makes it the largest one.
    if (arguments.given("--dt") && !arguments.given("--adaptive") &&
        chosen.settings.adaptive_step.value_or(false)) {
        chosen.settings.adaptive_step = false;
        chosen.notes.push_back(fixed_step_note(chosen.saved_in, chosen.settings.step_accuracy));
    }
    chosen.typed = typed_flags(arguments);
    require_effect(arguments, chosen.settings);
    return chosen;
}

void finish(const SystemArguments& arguments, const std::vector<const SolverEntry*>& algorithms,
            const std::optional<SavedSettings>& saved, ChosenSettings& chosen) {
    Settings& settings = chosen.settings;
    std::ranges::move(set_solver_options(settings, algorithms, arguments.solver_options),
                      std::back_inserter(chosen.notes));
    // Mistakes show before a large file is read. The bodies' own softening is not known yet.
    SuggestedDefaults any_system{.softening = 1};
    const bool may_expand =
        names_expanding_scene(settings) ||
        (!is_scene(settings.source) && find_integrator(settings.integrator).needs_expansion);
    if (may_expand) {
        any_system.cosmology.emplace();
    }
    for (const SolverEntry* entry : algorithms) {
        Settings one = settings;
        one.algorithm = entry->info.id;
        static_cast<void>(checked(one, any_system));
    }
    note_what_is_not_used(arguments, algorithms, chosen);
    const auto add_origin = [&](const char* key) {
        chosen.origins[key] = is_typed(arguments, key)      ? Origin::command_line
                              : saved                       ? saved->origin
                              : is_automatic(settings, key) ? Origin::automatic
                                                            : Origin::standard;
    };
    for (const Property& property : properties()) {
        const std::string_view id = property.id;
        if (property.in_report && id != "source" && id != "step_accuracy") {
            add_origin(property.id); // the accuracy of steps comes with adaptive ones
        }
    }
    add_origin("options");
}

// How many bodies there will be, as far as that is known without looking; 0: many.
std::size_t expected_bodies(const Settings& settings) {
    if (settings.bodies != 0 || !is_scene(settings.source)) {
        return settings.bodies;
    }
    const Scene& scene = find_scene(settings.source);
    return scene.fixed_bodies != 0 ? scene.fixed_bodies : scene.standard_bodies;
}

std::vector<Text> candidates_for(const SystemArguments& arguments, const Settings& settings,
                                 std::size_t bodies) {
    if (arguments.unnamed != UnnamedAlgorithm::fastest) {
        return {fastest_direct_sum(settings)};
    }
    const auto options = arguments.solver_options | std::views::keys;
    return promising_algorithms(settings, bodies, {options.begin(), options.end()});
}

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

void require_count(const std::string& source, std::size_t bodies) {
    if (!is_scene(source) || bodies == 0) {
        return;
    }
    if (bodies < min_bodies) {
        throw bad_input(fmt::format("a scene has at least {} bodies", min_bodies), "--bodies",
                        fmt::format("ask for {} or more", min_bodies));
    }
    const std::size_t fixed = find_scene(source).fixed_bodies;
    if (fixed != 0 && bodies != fixed) {
        throw bad_input(fmt::format("{} has exactly {} bodies", source, fixed), "--bodies",
                        "leave it out");
    }
}

std::string fixed_step_note(const std::string& source, std::optional<double> accuracy) {
    return fmt::format("--dt fixes the step, which {} adapts; --adaptive {} beside it makes it the "
                       "largest step",
                       source, accuracy ? briefly(*accuracy) : std::string("ETA"));
}

const char* origin_name(Origin origin) {
    constexpr std::array names{"standard", "automatic", "session", "report", "command line"};
    return names.at(static_cast<std::size_t>(origin));
}

ChosenSettings choose_settings(const SystemArguments& arguments,
                               const std::optional<SavedSettings>& saved,
                               std::optional<std::size_t> bodies) {
    ChosenSettings chosen = begin(arguments, saved);
    if (!saved && !arguments.given("--algorithm")) {
        chosen.candidates = candidates_for(arguments, chosen.settings,
                                           bodies.value_or(expected_bodies(chosen.settings)));
        chosen.settings.algorithm = chosen.candidates.front();
    }
    require_shareable(arguments, chosen.settings);
    std::vector<const SolverEntry*> algorithms;
    for (const Text& id :
         chosen.candidates.empty() ? std::vector{chosen.settings.algorithm} : chosen.candidates) {
        algorithms.push_back(&find_solver(id));
    }
    finish(arguments, algorithms, saved, chosen);
    return chosen;
}

ChosenSettings choose_settings(const SystemArguments& arguments,
                               const std::vector<const SolverEntry*>& algorithms,
                               const std::optional<SavedSettings>& saved) {
    ChosenSettings chosen = begin(arguments, saved);
    finish(arguments, algorithms, saved, chosen);
    chosen.origins.erase("algorithm"); // there are several
    return chosen;
}

Settings typed_settings(const SystemArguments& arguments) {
    return begin(arguments, std::nullopt).settings;
}

std::optional<SavedSettings> session_settings(const SystemArguments& arguments) {
    if (is_scene(arguments.source) || !looks_like_session(arguments.source)) {
        return std::nullopt;
    }
    SnapshotFile file = read_snapshot_file(arguments.source);
    return SavedSettings{std::move(*file.settings), Origin::session, arguments.source};
}

} // namespace orrery
