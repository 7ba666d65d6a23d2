#include "sim/simulation/fitted_settings.hpp"

#include "sim/base/error.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace orrery {
namespace {

const SolverEntry* solver_of(std::string_view id) {
    const auto found = std::find_if(solvers().begin(), solvers().end(), [&](const auto& entry) {
        return std::string_view(entry.info.id) == id;
    });
    return found == solvers().end() ? nullptr : &*found;
}

bool is_integrator(std::string_view id) {
    return std::any_of(integrators().begin(), integrators().end(),
                       [&](const Integrator& one) { return std::string_view(one.id) == id; });
}

// Of these algorithms the first that does here what `settings` ask; "" if none does.
std::string first_that_runs(std::initializer_list<const char*> ids, const Settings& settings) {
    const bool with_jerk = find_integrator(settings.integrator).needs_jerk;
    const bool in_double = settings.precision == Precision::fp64;
    for (const char* id : ids) {
        const SolverEntry* entry = solver_of(id);
        if (entry != nullptr && entry->unavailable().empty() &&
            (entry->info_with(settings.sharing).has_jerk || !with_jerk) &&
            (entry->info.has_double || !in_double)) {
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
    if (is_integrator(id)) {
        return;
    }
    const std::string standard = Settings{}.integrator;
    fit.changes.push_back("unknown integrator '" + id + "'; using " + standard + " instead");
    id = standard;
}

void fit_algorithm(FittedSettings& fit) {
    Settings& settings = fit.settings;
    const SolverEntry* saved = solver_of(settings.algorithm);
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
