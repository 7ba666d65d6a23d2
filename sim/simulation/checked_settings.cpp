#include "sim/simulation/checked_settings.hpp"

#include "sim/base/closest_names.hpp"
#include "sim/base/error.hpp"
#include "sim/base/printable.hpp"
#include "sim/machine/devices.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace orrery {
namespace {

void check_positive(double number, const char* name, const char* hint) {
    if (!(number > 0) || !std::isfinite(number)) {
        throw bad_input("the " + std::string(name) + " must be a positive number, not " +
                            written(number),
                        "", hint);
    }
}

void check_numbers(const Settings& settings, const ForceParameters& forces) {
    if (settings.time_step) {
        check_positive(*settings.time_step, "time step", "leave it out to use the system's own");
    }
    if (!(forces.softening >= 0) || !std::isfinite(forces.softening)) {
        throw bad_input("the softening must be zero or a positive number, not " +
                            written(forces.softening),
                        "", "leave it out to use the system's own");
    }
    if (settings.threads < 0) {
        throw bad_input("the number of threads must not be negative", "", "0 means one per core");
    }
    if (settings.step_accuracy) {
        check_positive(*settings.step_accuracy, "step accuracy", "0.1 is a good start");
    }
}

std::string algorithms_with_jerk() {
    std::string names;
    for (const SolverEntry& entry : solvers()) {
        if (entry.info.has_jerk && entry.unavailable().empty()) {
            names += (names.empty() ? "" : ", ") + std::string(entry.info.id);
        }
    }
    return names;
}

void check_combination(const Settings& settings, const SolverEntry& algorithm,
                       const Integrator& integrator) {
    const std::string id = algorithm.info.id;
    const bool shared = algorithm.granted(settings.sharing) != Sharing::none;
    if (const std::string reason = algorithm.unavailable_with(settings.sharing); !reason.empty()) {
        const std::string ways =
            shared ? std::string(", shared by ") + sharing_mode(settings.sharing).id + "," : "";
        throw bad_input(id + ways + " cannot run on this machine: " + reason, "",
                        "'orrery list algorithms' shows those that can");
    }
    if (settings.precision == Precision::fp64 && !algorithm.info.has_double) {
        throw bad_input(id + " computes in single precision only", "",
                        "use --precision fp32 or another algorithm");
    }
    if (integrator.needs_jerk && !algorithm.info_with(settings.sharing).has_jerk) {
        throw bad_input(std::string(integrator.id) + " needs the jerk, which " + id +
                            (shared && algorithm.info.has_jerk
                                 ? " does not give where GPUs share it"
                                 : " does not give"),
                        "", "use another integrator, or one of " + algorithms_with_jerk());
    }
}

// 0: the step is fixed.
double accuracy_in_force(const Settings& settings, const SuggestedDefaults& scales,
                         double softening) {
    const bool suggested = scales.step_accuracy > 0 && !settings.time_step;
    if (!settings.adaptive_step.value_or(suggested)) {
        return 0;
    }
    return settings.step_accuracy.value_or(
        scales.step_accuracy > 0 ? scales.step_accuracy : usual_step_accuracy(softening));
}

} // namespace

SuggestedDefaults suggested_by(const System& system) {
    return {system.units.gravity, system.time_step, system.softening, system.step_accuracy,
            system.force_error, system.box};
}

bool take_suggested_error(Settings& settings, const std::vector<std::string>& algorithms,
                          double error) {
    bool any = false;
    for (const std::string& id : algorithms) {
        const SolverOption* option = find_solver(id).info.find_option("error");
        if (error <= 0 || option == nullptr || option->default_value <= error) {
            continue;
        }
        const double possible = std::max(error, option->minimum);
        any = settings.solver_options[id].try_emplace("error", possible).second || any;
    }
    return any;
}

double usual_step_accuracy(double softening) {
    return softening > 0 ? 0.1 : 0.01;
}

bool fixes_adaptive_step(const Settings& settings, const SuggestedDefaults& suggested) {
    return !settings.adaptive_step && suggested.step_accuracy > 0 && settings.time_step;
}

OptionValues options_of(const Settings& settings, const std::string& algorithm) {
    const auto options = settings.solver_options.find(algorithm);
    return options == settings.solver_options.end() ? OptionValues{} : options->second;
}

double promised_error(const Settings& settings) {
    const SolverInfo& info = find_solver(settings.algorithm).info;
    return info.promised_error(settings.precision, {info, options_of(settings, info.id)});
}

bool rounding_matters(const ForceError& rounding, const Settings& settings) {
    return std::isfinite(rounding.p99) && rounding.p99 > promised_error(settings);
}

std::optional<double> wanted_error(const Settings& settings) {
    const SolverInfo& info = find_solver(settings.algorithm).info;
    const SolverOption* const option = info.find_option("error");
    const OptionValues values = options_of(settings, settings.algorithm);
    if (option == nullptr || !info.in_effect(*option, values)) {
        return std::nullopt;
    }
    return option->value_in(values).number();
}

std::vector<int> parse_device_list(const std::string& text) {
    constexpr const char* hint = "write all, or numbers with commas: 0,1";
    std::vector<int> devices;
    if (text == "all") {
        return devices;
    }
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');) {
        int device = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), device);
        if (error != std::errc() || end != word.data() + word.size() || device < 0) {
            throw bad_input("'" + text + "' is not a list of GPUs", "devices", hint);
        }
        devices.push_back(device);
    }
    if (devices.empty() || text.back() == ',') {
        throw bad_input("'" + text + "' is not a list of GPUs", "devices", hint);
    }
    return devices;
}

std::vector<int> device_list(const std::string& text) {
    const std::vector<int> devices = parse_device_list(text);
    if (devices.empty()) {
        return devices;
    }
    const int last = static_cast<int>(gpu_devices().size()) - 1;
    const int highest = *std::max_element(devices.begin(), devices.end());
    if (highest > last) {
        throw bad_input("there is no GPU " + std::to_string(highest), "devices",
                        last < 0 ? gpu_unavailable()
                                 : "the last one is " + std::to_string(last) +
                                       "; 'orrery list devices' shows them");
    }
    return devices;
}

CheckedSettings checked(const Settings& settings, const SuggestedDefaults& scales) {
    const SolverEntry& entry = find_solver(settings.algorithm);
    CheckedSettings found{
        entry, entry.info_with(settings.sharing), find_integrator(settings.integrator), {}, {}, 0};
    check_combination(settings, found.algorithm, found.integrator);

    found.forces.gravity = scales.gravity;
    found.forces.softening = settings.softening.value_or(scales.softening);
    found.forces.options = {found.algorithm.info, options_of(settings, settings.algorithm)};
    if (found.info.periodic) { // else edges are open, as a file's remark says
        found.forces.box = scales.box;
    }
    check_numbers(settings, found.forces);
    found.step_accuracy = accuracy_in_force(settings, scales, found.forces.softening);
    if (found.info.space != Space::host) {
        found.devices = device_list(settings.devices);
    }
    return found;
}

} // namespace orrery
