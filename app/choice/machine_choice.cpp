#include "app/choice/machine_choice.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/load_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orrery {

namespace {

constexpr const char* busy_words =
    tr_noop(". (The machine was busy; it will be measured again next time.)");

// All that a step's time depends on, but for the number of bodies.
std::string key_of(const Settings& settings, const std::vector<std::string>& algorithms) {
    std::string key =
        fmt::format("{}, {}, {}, {} threads, GPUs {} {}:",
                    known_scene(settings.source) != nullptr ? settings.source : "a file",
                    settings.precision == Precision::fp32 ? "fp32" : "fp64", settings.integrator,
                    settings.threads, settings.devices, sharing_mode(settings.sharing).id);
    for (const std::string& id : algorithms) {
        key += " " + id;
        for (const auto& [option, value] : options_of(settings, id)) {
            key += " " + option + "=" + value.text();
        }
    }
    return key;
}

std::size_t nearest_power_of_two(std::size_t bodies) {
    const auto number = static_cast<double>(std::max<std::size_t>(bodies, 2));
    return std::size_t{1} << std::lround(std::log2(number));
}

RememberedChoices recall(ChoiceMemory memory) {
    return memory == ChoiceMemory::used ? read_choices() : RememberedChoices{};
}

void keep(const RememberedChoices& more, ChoiceMemory memory, MachineChoice& choice) {
    try {
        if (memory == ChoiceMemory::used) {
            remember_choices(more);
        }
    } catch (const Error& error) {
        choice.complaint = error.what();
    }
}

// "gpu.tree: 3.2 ms a step here, gpu.register 512 ms"
std::string words_on(const std::vector<AlgorithmSpeed>& speeds, std::size_t measured,
                     std::size_t bodies) {
    std::string words;
    for (const AlgorithmSpeed& speed : speeds) {
        const std::string time = as_milliseconds(scaled_step(speed, measured, bodies));
        words += words.empty() ? tr_format("{}: {} a step here", speed.algorithm, time)
                               : fmt::format(", {} {}", speed.algorithm, time);
    }
    return words;
}

// A direct sum, if there is one among them.
MachineChoice small_choice(const std::vector<std::string>& algorithms) {
    const auto direct = std::ranges::find_if(
        algorithms, [](const auto& id) { return find_solver(id).info.is_direct; });
    return {direct == algorithms.end() ? algorithms.front() : *direct};
}

} // namespace

std::size_t keep_count(const SmoothCount& measured, const RememberedChoices& known,
                       const std::string& key, RememberedChoices& more) {
    if (measured.undisturbed) {
        return more.bodies[key] = measured.bodies;
    }
    const auto before = known.busy_bodies.find(key);
    const std::size_t most = before == known.busy_bodies.end() ? 0 : before->second;
    return more.busy_bodies[key] = std::max(measured.bodies, most);
}

Settings with_wish_of_scene(Settings settings, const std::vector<std::string>& algorithms) {
    if (known_scene(settings.source) != nullptr) {
        Settings few = settings; // the wish does not depend on their number
        few.bodies = 0;
        take_errors(settings, suggested_errors(algorithms, load_source(few).force_error));
    }
    return settings;
}

MachineChoice choose_algorithm(const Settings& settings, const std::vector<std::string>& algorithms,
                               std::size_t bodies, ChoiceMemory memory,
                               const std::stop_token& stop) {
    MachineChoice choice{algorithms.front()};
    if (algorithms.size() < 2 || bodies < min_for_trees) {
        return small_choice(algorithms);
    }
    const std::size_t about = nearest_power_of_two(bodies);
    const std::string key = speeds_key(settings, algorithms, bodies);
    RememberedChoices known = recall(memory);
    std::vector<AlgorithmSpeed>& speeds = known.algorithms[key];
    const bool usable = !speeds.empty() &&
                        std::ranges::find(algorithms, speeds.front().algorithm) != algorithms.end();
    if (!usable) {
        speeds = compare_algorithms(settings, algorithms, about, stop);
        if (speeds.empty()) {
            return choice;
        }
        if (!std::ranges::all_of(speeds, &AlgorithmSpeed::undisturbed)) {
            // Then what is known of them beforehand tells more.
            choice.words =
                tr_format("Using {}, probably the fastest here", choice.algorithm) + tr(busy_words);
            return choice;
        }
        keep({.algorithms = {{key, speeds}}, .bodies = {}}, memory, choice);
    }
    choice.algorithm = speeds.front().algorithm;
    choice.words = words_on(speeds, about, bodies);
    return choice;
}

MachineChoice choose_bodies(const Settings& settings, const std::vector<std::string>& algorithms,
                            ChoiceMemory memory, const std::stop_token& stop) {
    const RememberedChoices known = recall(memory);
    RememberedChoices more;
    std::vector<MachineChoice> choices;
    bool undisturbed = true;
    for (const std::string& id : algorithms) {
        if (!choices.empty() && choices.back().bodies >= max_smooth) {
            break; // no other one has more
        }
        const std::string key = bodies_key(settings, id);
        const auto found = known.bodies.find(key);
        if (found != known.bodies.end()) {
            choices.push_back({id, found->second});
            continue;
        }
        Settings one = settings;
        one.algorithm = id;
        const SmoothCount smooth = find_smooth_count(one, stop);
        if (stop.stop_requested()) {
            return {id};
        }
        undisturbed = undisturbed && smooth.undisturbed;
        choices.push_back({id, keep_count(smooth, known, key, more)});
    }
    std::ranges::stable_sort(choices,
                             [](const auto& a, const auto& b) { return a.bodies > b.bodies; });
    MachineChoice best = choices.front();
    if (best.bodies < min_for_trees) {
        const std::string direct = small_choice(algorithms).algorithm;
        best = *std::ranges::find(choices, direct, &MachineChoice::algorithm);
    }
    if (!more.bodies.empty() || !more.busy_bodies.empty()) {
        keep(more, memory, best);
    }
    best.words = tr_format("{} bodies: what {} runs smoothly here", with_thousands(best.bodies),
                           best.algorithm);
    for (const MachineChoice& other : choices) {
        if (other.algorithm != best.algorithm) {
            best.words += tr_format(", {} with {}", with_thousands(other.bodies), other.algorithm);
        }
    }
    best.words += undisturbed ? "" : tr(busy_words);
    return best;
}

Settings settings_at_once(Settings settings, bool bodies_open) {
    settings.bodies = bodies_open ? min_for_trees / 2 : settings.bodies;
    if (find_solver(settings.algorithm).info.space != Space::host) {
        settings.algorithm = promising_on_host(settings, settings.bodies);
    }
    return settings;
}

std::string speeds_key(const Settings& settings, const std::vector<std::string>& algorithms,
                       std::size_t bodies) {
    return fmt::format("{} bodies of {}", nearest_power_of_two(bodies),
                       key_of(settings, algorithms));
}

std::string bodies_key(const Settings& settings, const std::string& algorithm) {
    return key_of(settings, {algorithm});
}

} // namespace orrery
