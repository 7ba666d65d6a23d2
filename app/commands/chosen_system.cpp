#include "app/commands/chosen_system.hpp"

#include "app/choice/machine_choice.hpp"
#include "app/numbers.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/body_arrays.hpp"
#include "sim/machine/machine.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/step_timings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace orrery {
namespace {

// `share`: of all bodies, that this machine has.
void require_memory(const Settings& settings, double share) {
    // Initial conditions in double, and the state and solver scratch made from them.
    constexpr double bytes_per_body = 200;
    const double needed = share * static_cast<double>(settings.bodies) * bytes_per_body;
    const double available = static_cast<double>(machine().available_memory);
    if (is_scene(settings.source) && available > 0 && needed > available) {
        throw failure(fmt::format("{} bodies need about {}, and {} of memory are free",
                                  with_thousands(settings.bodies), with_prefix(needed, "B"),
                                  with_prefix(available, "B")),
                      "--bodies", "use fewer");
    }
}

void require_so_many(const System& system, const Settings& settings) {
    const std::size_t count = body_count(system);
    if (!is_scene(settings.source) && settings.bodies > count) {
        throw bad_input(fmt::format("{} has only {} bodies, not {}", settings.source,
                                    with_thousands(count), with_thousands(settings.bodies)),
                        "--bodies", "leave it out to use all of them");
    }
}

// A pipe or standard input.
bool is_stream(const std::string& source) {
    std::error_code unknown;
    return source == "-" || (std::filesystem::exists(source, unknown) &&
                             !std::filesystem::is_regular_file(source, unknown));
}

// What the bodies suggest of how they are computed, where that is not the usual. `open`: no session
// or report has said it already.
void note_suggestions(const System& system, bool open, ChosenSettings& chosen) {
    Settings& settings = chosen.settings;
    const std::vector<std::string> algorithms =
        chosen.candidates.empty() ? std::vector{settings.algorithm} : chosen.candidates;
    if (open && take_errors(settings, suggested_errors(algorithms, system.force_error))) {
        chosen.notes.push_back(
            fmt::format("{} needs forces to {:g} (--option error sets another value)",
                        settings.source, system.force_error));
    }
    const auto& typed = chosen.typed;
    if (std::find(typed.begin(), typed.end(), "--dt") != typed.end() &&
        fixes_adaptive_step(settings, suggested_by(system))) {
        chosen.notes.push_back(fixed_step_note(settings.source, system.step_accuracy));
    }
    const auto promises_nothing = [&](const std::string& algorithm) {
        Settings with = settings;
        with.algorithm = algorithm;
        return find_solver(algorithm).info.periodic &&
               !std::isfinite(promised_error(with, system.box));
    };
    if (std::ranges::all_of(algorithms, promises_nothing)) {
        chosen.notes.emplace_back("these options promise no accuracy in this box: --option "
                                  "criterion=error does, or another algorithm");
    }
    if (system.cosmology && !settings.adaptive_step.value_or(true) && !settings.time_step) {
        chosen.notes.push_back(fmt::format("equal steps of {:g} from t = {:g} on: --dt sets others",
                                           system.time_step, system.time));
    }
}

} // namespace

void take_algorithm_of_ranks(Settings& settings, std::vector<std::string>& candidates) {
    if (candidates.empty()) {
        return;
    }
    const auto here = std::ranges::find_if(candidates, [](const std::string& id) {
        return find_solver(id).info.space == Space::host;
    });
    settings.algorithm = here == candidates.end() ? "cpu.fmm" : *here;
    candidates.clear();
}

namespace {

// Takes the candidate that is fastest for `bodies` bodies, measured now or before, and notes why.
void take_fastest(ChosenSettings& chosen, std::size_t bodies, const Console& console) {
    if (chosen.candidates.empty()) {
        return;
    }
    if (console.ranks.size() > 1) { // which would measure different times
        take_algorithm_of_ranks(chosen.settings, chosen.candidates);
        return;
    }
    const MachineChoice choice =
        choose_algorithm(chosen.settings, chosen.candidates, bodies, ChoiceMemory::used, {});
    chosen.settings.algorithm = choice.algorithm;
    std::erase_if(chosen.settings.solver_options,
                  [&](const auto& options) { return options.first != choice.algorithm; });
    chosen.candidates.clear();
    for (const std::string& words : {choice.words, choice.complaint}) {
        if (!words.empty()) {
            chosen.notes.push_back(words);
        }
    }
}

// With --verbose: what was read or made, in how many milliseconds, what the bodies suggested, and
// what they are computed with.
void tell_decisions(const Console& console, const Settings& settings, const System& system,
                    double milliseconds) {
    if (console.words != Console::Words::many) {
        return;
    }
    console.detail(fmt::format(
        "{} {}: {} in {}; G = {:g}, suggests dt {:g} and softening {:g}", settings.source,
        is_scene(settings.source) ? "made" : "read", counted(body_count(system), "body", "bodies"),
        as_milliseconds(milliseconds), system.units.gravity, system.time_step, system.softening));
    const Machine here = machine();
    const int threads = settings.threads == 0 ? here.threads : settings.threads;
    console.detail(fmt::format("forces by {} in {}, moved by {}; {} of {}, {}", settings.algorithm,
                               precision_name(settings.precision), settings.integrator,
                               counted(static_cast<std::size_t>(threads), "thread", "threads"),
                               here.cpu, here.instruction_set));
}

} // namespace

SnapshotFile load_system(const Settings& settings, Communicator& sharers,
                         std::size_t sharers_here) {
    // Each rank makes all bodies of a universe, and where units were typed.
    const Scene* const scene = known_scene(settings.source);
    const bool whole =
        settings.gravity || !settings.units.empty() || (scene != nullptr && scene->expands);
    const auto here = static_cast<double>(sharers_here);
    require_memory(settings, whole ? here : here / static_cast<double>(sharers.size()));
    SnapshotFile loaded = load_source_file(settings, sharers);
    require_so_many(loaded.system, settings);
    return loaded;
}

void tell_remarks(const System& system, const Settings& settings, const Console& console) {
    for (const std::string& remark : system.catalogue.remarks) {
        console.note(printable(fmt::format("{}: {}", settings.source, remark)));
    }
}

System first_bodies(const System& file, const Settings& settings) {
    require_so_many(file, settings);
    System system = file;
    if (settings.bodies != 0) {
        keep_first(system, settings.bodies);
    }
    return system;
}

ChosenSystem choose_system(const SystemArguments& arguments, const Console& console,
                           const std::optional<SavedSettings>& saved, Communicator& sharers) {
    const bool scene = is_scene(arguments.source);
    // What can only be read once tells whether it is a session when it has been read.
    const bool read_first =
        !saved && !scene && (is_stream(arguments.source) || looks_like_session(arguments.source));
    ChosenSettings chosen;
    if (read_first) { // what was typed is checked together with its settings
        chosen.settings = typed_settings(arguments);
    } else {
        chosen = choose_settings(arguments, saved);
    }
    const Clock::time_point start = Clock::now();
    SnapshotFile loaded =
        load_system(chosen.settings, sharers, sharers.size() > 1 ? console.ranks_here : 1);
    const double milliseconds = milliseconds_since(start);
    if (loaded.settings && !saved) {
        Settings own = std::move(*loaded.settings);
        own.bodies = 0; // all that were saved
        own.sample = 1;
        chosen = choose_settings(arguments, SavedSettings{own, Origin::session, arguments.source});
    } else if (read_first || (!scene && !chosen.candidates.empty())) {
        chosen = choose_settings(arguments, saved, body_count(loaded.system));
    }
    tell_remarks(loaded.system, chosen.settings, console);
    if (!loaded.system.catalogue.softening_is_told && !chosen.settings.softening) {
        chosen.notes.push_back(
            fmt::format("{} gives no softening, so none is used (--softening sets one)",
                        chosen.settings.source));
    }
    note_suggestions(loaded.system, !saved && !loaded.settings, chosen);
    take_fastest(chosen, body_count(loaded.system), console);
    tell(chosen, console);
    tell_decisions(console, chosen.settings, loaded.system, milliseconds);
    return {std::move(chosen), std::move(loaded.system),
            scene ? std::nullopt : std::optional(loaded.mark)};
}

std::string algorithm_text(const Settings& settings) {
    const OptionValues values = options_of(settings, settings.algorithm);
    std::vector<std::string> words;
    const SolverInfo& info = find_solver(settings.algorithm).info;
    for (const SolverOption& option : info.options) {
        const OptionValue value = option.value_in(values);
        if (value != option.value_in({}) && info.in_effect(option, values)) {
            words.push_back(fmt::format("{}={}", option.id, value.text()));
        }
    }
    return settings.algorithm + (words.empty() ? "" : fmt::format(" ({})", fmt::join(words, ", ")));
}

void tell(const ChosenSettings& chosen, const Console& console) {
    for (const std::string& note : chosen.notes) {
        console.note(printable(note));
    }
    if (chosen.saved_in.empty()) {
        return;
    }
    const Settings& settings = chosen.settings;
    const std::pair<std::string_view, std::string> rows[] = {
        // "": not worth a word
        {"algorithm", algorithm_text(settings)},
        {"sharing", settings.sharing == Sharing::none
                        ? ""
                        : fmt::format("shared by {}", sharing_mode(settings.sharing).id)},
        {"integrator", settings.integrator},
        {"precision", precision_name(settings.precision)},
        {"seed", fmt::format("seed {}", settings.seed)},
        {"time_step", settings.time_step ? fmt::format("dt {:g}", *settings.time_step) : ""},
        {"adaptive_step", !settings.adaptive_step    ? ""
                          : !*settings.adaptive_step ? "a fixed step"
                          : settings.step_accuracy
                              ? fmt::format("adaptive {:g}", *settings.step_accuracy)
                              : "adaptive"},
        {"softening", settings.softening ? fmt::format("softening {:g}", *settings.softening) : ""},
        {"threads", settings.threads == 0 ? "" : fmt::format("{} threads", settings.threads)},
        {"devices",
         settings.devices == Settings{}.devices ? "" : fmt::format("devices {}", settings.devices)},
        {"reversed", settings.reversed ? "backwards" : ""}};
    std::vector<std::string> taken;
    for (const auto& [key, words] : rows) {
        const auto origin = chosen.origins.find(key);
        const bool known = origin != chosen.origins.end();
        if (known && origin->second != Origin::command_line && !words.empty()) {
            taken.push_back(words);
        }
    }
    std::string line = fmt::format("from {}: {}", chosen.saved_in, fmt::join(taken, ", "));
    if (!chosen.typed.empty()) {
        line += fmt::format("; from the command line: {}", fmt::join(chosen.typed, ", "));
    }
    console.note(printable(line));
}

} // namespace orrery
