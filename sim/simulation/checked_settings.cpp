#include "sim/simulation/checked_settings.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/machine/devices.hpp"
#include "sim/mesh/mesh_options.hpp"
#include "sim/scene.hpp"
#include "sim/solver_in_box.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
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
    if (!(forces.gravity >= 0) || !std::isfinite(forces.gravity)) {
        throw bad_input("G must be zero or a positive number, not " + written(forces.gravity), "",
                        "leave it out to use the system's own");
    }
    if (settings.threads < 0) {
        throw bad_input("the number of threads must not be negative", "", "0 means one per core");
    }
    if (settings.step_accuracy) {
        check_positive(*settings.step_accuracy, "step accuracy", "0.1 is a good start");
    }
}

std::string algorithms_with_jerk() {
    std::vector<std::string> names;
    for (const SolverEntry& entry : solvers()) {
        if (entry.info.has_jerk && entry.unavailable().empty()) {
            names.emplace_back(entry.info.id);
        }
    }
    return joined(names);
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

// In an expanding universe the pull is that of the density above its mean, which only a periodic
// box has; and steps are kicks and drifts, whose factors follow the expansion.
void check_expansion(const SuggestedDefaults& scales, const SolverInfo& algorithm,
                     const Integrator& integrator) {
    if (!scales.cosmology) {
        if (integrator.needs_expansion) {
            throw bad_input(std::string(integrator.id) + " steps by the expansion of space, and "
                                                         "this system's space is static",
                            "", "use leapfrog, or a scene that expands");
        }
        return;
    }
    if (!algorithm.periodic) {
        throw bad_input(std::string(algorithm.id) + " cannot compute in an expanding, periodic box",
                        "", instead_in_box(algorithm));
    }
    if (!integrator.follows_expansion) {
        throw bad_input(std::string(integrator.id) + " cannot step in an expanding universe", "",
                        "use leapfrog");
    }
}

// Where space expands a scene suggests steps for a mesh alone, which smooths what is closer than a
// few cells. What resolves the softening, where bodies soon turn round, wants so many more of them:
// with a mesh's steps the power of 128^3 bodies of gpu.treemesh is 13 % too low at half the
// lattice's Nyquist wave number, with four times as many 1.04 %.
constexpr double more_steps_for_detail = 5;

double suggested_accuracy(const SuggestedDefaults& scales, const SolverInfo& algorithm) {
    const bool detailed = scales.cosmology && algorithm.promise != mesh_promise;
    return detailed ? scales.step_accuracy / more_steps_for_detail : scales.step_accuracy;
}

// 0: the step is fixed.
double accuracy_in_force(const Settings& settings, const SuggestedDefaults& scales,
                         const SolverInfo& algorithm, double softening) {
    const bool suggested = scales.step_accuracy > 0 && !settings.time_step;
    if (!settings.adaptive_step.value_or(suggested)) {
        return 0;
    }
    return settings.step_accuracy.value_or(scales.step_accuracy > 0
                                               ? suggested_accuracy(scales, algorithm)
                                               : usual_step_accuracy(softening));
}

} // namespace

SuggestedDefaults suggested_by(const System& system) {
    return {system.units.gravity, system.time_step, system.softening, system.step_accuracy,
            system.force_error,   system.box,       system.cosmology};
}

SuggestedErrors suggested_errors(const std::vector<std::string>& algorithms, double error) {
    SuggestedErrors suggested;
    for (const std::string& id : algorithms) {
        const SolverOption* option = find_solver(id).info.find_option("error");
        if (error > 0 && option != nullptr && option->default_value > error) {
            suggested.emplace(id, std::max(error, option->minimum));
        }
    }
    return suggested;
}

bool take_errors(Settings& settings, const SuggestedErrors& suggested) {
    bool any = false;
    for (const auto& [id, error] : suggested) {
        any = settings.solver_options[id].try_emplace("error", error).second || any;
    }
    return any;
}

void forget_errors(Settings& settings, const SuggestedErrors& taken) {
    for (const auto& [id, error] : taken) {
        OptionValues& options = settings.solver_options[id];
        if (const auto set = options.find("error"); set != options.end() && set->second == error) {
            options.erase(set);
        }
        if (options.empty()) {
            settings.solver_options.erase(id);
        }
    }
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

double promised_error(const Settings& settings, const PeriodicBox& box) {
    const SolverInfo& info = find_solver(settings.algorithm).info;
    return info.promised_error(settings.precision, {info, options_of(settings, info.id)}, box);
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
    std::vector<int> devices;
    if (text == "all") {
        return devices;
    }
    for (const std::string_view word : split(text)) {
        const auto device = whole_text<int>(word);
        if (!device || *device < 0) {
            throw bad_input("'" + text + "' is not a list of GPUs", "devices",
                            "write all, or numbers with commas: 0,1");
        }
        devices.push_back(*device);
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

bool names_expanding_scene(const Settings& settings) {
    const Scene* const scene = known_scene(settings.source);
    return scene != nullptr && scene->expands;
}

CheckedSettings checked(const Settings& settings, const SuggestedDefaults& scales) {
    const SolverEntry& entry = find_solver(settings.algorithm);
    CheckedSettings found{
        entry, entry.info_with(settings.sharing), find_integrator(settings.integrator), {}, {}, 0};
    check_combination(settings, found.algorithm, found.integrator);
    check_expansion(scales, found.info, found.integrator);

    found.forces.gravity = scales.gravity;
    found.forces.softening = settings.softening.value_or(scales.softening);
    found.forces.options = {found.algorithm.info, options_of(settings, settings.algorithm)};
    if (found.info.periodic) { // else edges are open, as a file's remark says
        found.forces.box = scales.box;
    }
    check_numbers(settings, found.forces);
    found.step_accuracy = accuracy_in_force(settings, scales, found.info, found.forces.softening);
    if (found.info.space != Space::host) {
        found.devices = device_list(settings.devices);
    }
    return found;
}

namespace {

// The first of these algorithms that does here what `settings` ask; "" if none does.
std::string first_that_runs(std::initializer_list<const char*> ids, const Settings& settings) {
    const bool with_jerk = find_integrator(settings.integrator).needs_jerk;
    const bool in_double = settings.precision == Precision::fp64;
    for (const char* id : ids) {
        const SolverEntry* entry = known_solver(id);
        if (entry != nullptr && entry->unavailable().empty() &&
            (entry->info_with(settings.sharing).has_jerk || !with_jerk) &&
            (entry->info.has_double || !in_double) &&
            (entry->info.periodic || !names_expanding_scene(settings))) {
            return id;
        }
    }
    return "";
}

std::string substitute(const Settings& settings) {
    const auto is_named = [&](const char* word) {
        return settings.algorithm.find(word) != std::string::npos;
    };
    // Whoever did not sum all pairs may have more bodies than that would end with.
    std::string close;
    if (is_named("fmm")) {
        close = first_that_runs({"gpu.fmm", "cpu.fmm", "gpu.tree", "cpu.tree"}, settings);
    } else if (is_named("tree")) {
        close = first_that_runs({"gpu.tree", "cpu.tree"}, settings);
    }
    return close.empty() ? fastest_direct_sum(settings) : close;
}

void fit_integrator(FittedSettings& fit) {
    std::string& id = fit.settings.integrator;
    if (std::ranges::count(integrators(), id, &Integrator::id) != 0) {
        return;
    }
    const std::string standard = Settings{}.integrator;
    fit.changes.push_back("unknown integrator '" + id + "'; using " + standard + " instead");
    id = standard;
}

void fit_algorithm(FittedSettings& fit) {
    Settings& settings = fit.settings;
    const SolverEntry* saved = known_solver(settings.algorithm);
    if (saved != nullptr && saved->unavailable().empty()) {
        return;
    }
    const std::string taken = substitute(settings);
    const std::string why = saved == nullptr
                                ? "unknown algorithm '" + settings.algorithm + "'"
                                : settings.algorithm + " cannot run here: " + saved->unavailable();
    fit.changes.push_back(why + "; using " + taken + " instead");
    if (const auto options = settings.solver_options.find(settings.algorithm);
        options != settings.solver_options.end()) {
        OptionValues own = options->second; // wins over what is kept for the other one
        const auto& info = find_solver(taken).info;
        std::erase_if(own, [&](const auto& pair) { return !info.find_option(pair.first); });
        own.merge(settings.solver_options[taken]);
        settings.solver_options[taken] = std::move(own);
    }
    settings.algorithm = taken;
}

// "its default, best, is taken"
std::string in_its_place(const SolverInfo& info, const std::string& id) {
    const SolverOption* const option = info.find_option(id);
    return option == nullptr ? "it is left out"
                             : "its default, " + option->value_in({}).text() + ", is taken";
}

// One by one: what cannot be resolved here goes.
void fit_options(FittedSettings& fit) {
    Settings& settings = fit.settings;
    const auto options = settings.solver_options.find(settings.algorithm);
    if (options == settings.solver_options.end()) {
        return;
    }
    const SolverInfo& info = find_solver(settings.algorithm).info;
    std::erase_if(options->second, [&](const auto& pair) {
        try {
            static_cast<void>(resolve_option(info, pair.first, pair.second));
            return false;
        } catch (const Error& error) {
            fit.changes.push_back(error.problem() + "; " + in_its_place(info, pair.first));
            return true;
        }
    });
}

void fit_devices(FittedSettings& fit) {
    Settings& settings = fit.settings;
    const SolverEntry& algorithm = find_solver(settings.algorithm);
    if (algorithm.info.space == Space::host) {
        return;
    }
    if (const std::string reason = sharing_unavailable(settings.sharing); !reason.empty()) {
        fit.changes.push_back(std::string("GPUs cannot share by ") +
                              sharing_mode(settings.sharing).id + " here: " + reason +
                              "; one of them does all of the work");
        settings.sharing = Sharing::none;
    }
    try {
        static_cast<void>(device_list(settings.devices));
    } catch (const Error& error) {
        fit.changes.push_back(error.problem() + "; all GPUs are used");
        settings.devices = Settings{}.devices;
    }
}

} // namespace

FittedSettings fitted(const Settings& saved) {
    FittedSettings fit{saved, {}};
    fit_integrator(fit);
    fit_algorithm(fit);
    fit_options(fit);
    fit_devices(fit);
    return fit;
}

std::string fastest_direct_sum(const Settings& settings) {
    const std::string found =
        first_that_runs({"gpu.symmetric", "gpu.register", Settings{}.algorithm.c_str()}, settings);
    return found.empty() ? Settings{}.algorithm : found;
}

} // namespace orrery
