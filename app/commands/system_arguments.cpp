#include "app/commands/system_arguments.hpp"

#include "app/commands/shipped_snapshot.hpp"
#include "app/commands/units_arguments.hpp"
#include "app/numbers.hpp"
#include "sim/checked_settings.hpp"
#include "sim/closest_names.hpp"
#include "sim/error.hpp"
#include "sim/load_source.hpp"
#include "sim/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace orrery {
namespace {

using Text = std::string;

template <class Integer>
Integer parse_integer(const Text& text, const char* flag, Integer most) {
    Integer value{};
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stopped != text.data() + text.size() || value < 0 || value > most) {
        throw bad_input(fmt::format("'{}' is not a whole number from 0 to {}", text, most), flag,
                        "");
    }
    return value;
}

Precision parse_precision(const Text& text) {
    if (text == "fp32") {
        return Precision::fp32;
    }
    if (text == "fp64") {
        return Precision::fp64;
    }
    throw bad_input(fmt::format("there is no precision '{}'", text), "--precision",
                    "it is fp32 or fp64");
}

// The value of a solver option as typed: a number, or the name of a choice.
double option_value(const SolverInfo& info, const SolverOption& option, const Text& text) {
    const Text where = fmt::format("{} of {}", option.id, info.id);
    const auto choice = std::find(option.choices.begin(), option.choices.end(), text);
    if (choice != option.choices.end()) {
        return static_cast<double>(choice - option.choices.begin());
    }
    if (const auto absent = option.absent.find(text); absent != option.absent.end()) {
        throw bad_input(fmt::format("'{}' cannot be chosen here: {}", text, absent->second), where,
                        fmt::format("choose one of {}", fmt::join(option.choices, ", ")));
    }
    if (!option.choices.empty()) {
        throw bad_input(fmt::format("there is no choice '{}'", text), where,
                        fmt::format("it is one of {}", fmt::join(option.choices, ", ")));
    }
    return parse_number(text, where);
}

void set_solver_option(Settings& settings, const std::vector<const SolverEntry*>& algorithms,
                       const Text& key, const Text& text) {
    bool known = false;
    std::vector<std::string> others;
    for (const SolverEntry* entry : algorithms) {
        for (const SolverOption& option : entry->info.options) {
            if (option.id == key) {
                settings.solver_options[entry->info.id][key] =
                    option_value(entry->info, option, text);
                known = true;
            }
            others.emplace_back(option.id);
        }
    }
    if (!known) {
        throw bad_input(
            fmt::format("{} has no option '{}'",
                        algorithms.size() == 1 ? algorithms[0]->info.id : "none of the algorithms",
                        key),
            "", did_you_mean(key, others, "orrery list algorithms"));
    }
}

void add_solver_option(CLI::App& parser, SystemArguments& arguments, const char* id,
                       const char* value, const char* meaning) {
    parser
        .add_option_function<Text>(
            fmt::format("--{}", id),
            [&arguments, id](const Text& text) { arguments.solver_options.emplace_back(id, text); },
            meaning)
        ->type_name(value)
        ->group("Forces");
}

// The fastest direct sum that runs here and serves the integrator.
std::string standard_algorithm(const std::string& integrator) {
    const bool with_jerk = find_integrator(integrator).needs_jerk;
    for (const char* id : {"gpu.symmetric", "gpu.register"}) {
        const auto entry =
            std::find_if(solvers().begin(), solvers().end(), [id](const SolverEntry& candidate) {
                return std::string_view(candidate.info.id) == id;
            });
        if (entry != solvers().end() && entry->unavailable().empty() &&
            (entry->info.has_jerk || !with_jerk)) {
            return id;
        }
    }
    return Settings{}.algorithm;
}

void add_key_value_option(CLI::App& parser, SystemArguments& arguments) {
    parser
        .add_option_function<std::vector<Text>>(
            "--option",
            [&arguments](const std::vector<Text>& words) {
                for (const Text& word : words) {
                    const std::size_t equals = word.find('=');
                    if (equals == Text::npos) {
                        throw bad_input(fmt::format("'{}' is not KEY=VALUE", word), "--option", "");
                    }
                    arguments.solver_options.emplace_back(word.substr(0, equals),
                                                          word.substr(equals + 1));
                }
            },
            "set an option of the algorithm, as 'orrery list algorithms' names them; may be "
            "repeated")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE")
        ->group("Forces");
}

// What --multi-gpu is short for.
void share_between_gpus(SystemArguments& arguments) {
    constexpr std::string_view single = "gpu.";
    std::string& algorithm = arguments.settings.algorithm;
    if (arguments.algorithm_given && !algorithm.starts_with(single)) {
        throw bad_input("--multi-gpu shares the work of an algorithm for one GPU", algorithm,
                        "take one whose name begins with 'gpu.', or leave out --multi-gpu");
    }
    if (algorithm == "gpu.tree") {
        arguments.solver_options.emplace_back("mode", arguments.multi_gpu);
        algorithm = "multigpu.tree";
        return;
    }
    if (algorithm.starts_with(single)) {
        arguments.solver_options.emplace_back("kernel", algorithm.substr(single.size()));
    }
    algorithm = "multigpu." + arguments.multi_gpu;
}

} // namespace

void add_source_arguments(CLI::App& parser, SystemArguments& arguments, const std::string& standard,
                          bool one_count) {
    Settings& settings = arguments.settings;
    settings.source = standard;
    parser
        .add_option("SCENE|FILE", settings.source,
                    "a scene ('orrery list scenes') or a file of bodies ('orrery list formats')" +
                        (standard.empty() ? "" : fmt::format("; {} unless given", standard)))
        ->group("System");
    if (one_count) {
        parser
            .add_option_function<Text>(
                "--bodies",
                [&settings](const Text& text) { settings.bodies = parse_count(text, "--bodies"); },
                "so many bodies of a scene, or the first so many of a file; 0, the default, is the "
                "scene's own number or all of the file")
            ->type_name("N")
            ->group("System");
    }
    parser
        .add_option_function<Text>(
            "--seed",
            [&settings](const Text& text) {
                settings.seed = parse_integer<std::uint64_t>(text, "--seed", UINT64_MAX);
            },
            "of the scene's random numbers; 1 unless given")
        ->type_name("N")
        ->group("System");
    add_units_arguments(parser, settings);
}

void add_force_arguments(CLI::App& parser, SystemArguments& arguments, bool one_algorithm) {
    Settings& settings = arguments.settings;
    if (one_algorithm) {
        parser
            .add_option_function<Text>(
                "--algorithm",
                [&arguments](const Text& text) {
                    arguments.settings.algorithm = text;
                    arguments.algorithm_given = true;
                },
                "how forces are computed ('orrery list algorithms'); the fastest direct sum that "
                "runs here unless given")
            ->type_name("ALGORITHM")
            ->group("Forces");
    }
    parser
        .add_option_function<Text>(
            "--precision",
            [&settings](const Text& text) { settings.precision = parse_precision(text); },
            "of the numbers computed with; fp32 unless given")
        ->type_name("fp32|fp64")
        ->group("Forces");
    parser
        .add_option_function<Text>(
            "--softening",
            [&settings](const Text& text) {
                settings.softening = parse_number(text, "--softening");
            },
            "Plummer softening length; what the scene or file suggests unless given")
        ->type_name("LENGTH")
        ->group("Forces");
    parser
        .add_option_function<Text>(
            "--threads",
            [&settings](const Text& text) {
                settings.threads = parse_integer<int>(text, "--threads", 4096);
            },
            "CPU threads to compute on; one per core unless given")
        ->type_name("N")
        ->group("Forces");
    add_key_value_option(parser, arguments);
    add_solver_option(parser, arguments, "theta", "ANGLE", "short for --option theta=ANGLE");
    add_solver_option(parser, arguments, "order", "N", "short for --option order=N");
    parser
        .add_option("--devices", settings.devices,
                    "GPUs to use, for algorithms that run on them: all unless given; the first has "
                    "the bodies, and 0,0 uses one GPU as two")
        ->type_name("0,1|all")
        ->group("Forces");
    if (one_algorithm) {
        parser
            .add_option("--multi-gpu", arguments.multi_gpu,
                        "share the work of a gpu algorithm between GPUs; short for --algorithm "
                        "multigpu.MODE --option kernel=…, or "
                        "with gpu.tree for --algorithm multigpu.tree --option mode=MODE")
            ->type_name("threads|single_thread|peer|nccl")
            ->group("Forces");
    }
}

void add_motion_arguments(CLI::App& parser, SystemArguments& arguments) {
    Settings& settings = arguments.settings;
    parser
        .add_option("--integrator", settings.integrator,
                    fmt::format("how bodies are moved ('orrery list integrators'); {} unless given",
                                settings.integrator))
        ->type_name("INTEGRATOR")
        ->group("Motion");
    parser
        .add_option_function<Text>(
            "--dt",
            [&settings](const Text& text) { settings.time_step = parse_number(text, "--dt"); },
            "time step; what the scene or file suggests unless given")
        ->type_name("TIME")
        ->group("Motion");
    parser
        .add_option_function<Text>(
            "--adaptive",
            [&settings](const Text& text) {
                settings.adaptive_step = true;
                settings.step_accuracy = parse_number(text, "--adaptive");
            },
            "let the step follow the bodies: ETA * min sqrt(softening / |a|), at most --dt; 0.1 is "
            "a good ETA")
        ->type_name("ETA")
        ->group("Motion");
}

Settings complete_settings(const SystemArguments& arguments) {
    SystemArguments all = arguments;
    if (!all.algorithm_given) {
        all.settings.algorithm = standard_algorithm(all.settings.integrator);
    }
    if (!all.multi_gpu.empty()) {
        share_between_gpus(all);
    }
    return complete_settings(all, {&find_solver(all.settings.algorithm)});
}

Settings complete_settings(const SystemArguments& arguments,
                           const std::vector<const SolverEntry*>& algorithms) {
    Settings settings = arguments.settings;
    settings.source = here_or_shipped(settings.source);
    for (const auto& [key, value] : arguments.solver_options) {
        set_solver_option(settings, algorithms, key, value);
    }
    // Mistakes show before a large file is read. The bodies' own softening is not known yet.
    constexpr NaturalScales any_system{.softening = 1};
    for (const SolverEntry* entry : algorithms) {
        Settings one = settings;
        one.algorithm = entry->info.id;
        static_cast<void>(checked(one, any_system));
    }
    return settings;
}

InitialConditions load_system(const Settings& settings) {
    // Initial conditions in double, and the state and solver scratch made from them.
    constexpr double bytes_per_body = 200;
    const double needed = static_cast<double>(settings.bodies) * bytes_per_body;
    const double available = static_cast<double>(machine().available_memory);
    if (available > 0 && needed > available) {
        throw failure(fmt::format("{} bodies need about {}, and {} of memory are free",
                                  with_thousands(settings.bodies), with_prefix(needed, "B"),
                                  with_prefix(available, "B")),
                      "--bodies", "use fewer");
    }
    return load_source(settings);
}

const char* precision_name(Precision precision) {
    return precision == Precision::fp32 ? "fp32" : "fp64";
}

} // namespace orrery
