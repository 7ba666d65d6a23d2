#include "sim/simulation/algorithm_speed.hpp"

#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

namespace orrery {
namespace {

// A default choice may be off by this much for one body in a hundred.
constexpr double tolerable_error = 5e-3;

constexpr double milliseconds_that_tell = 10; // a step that long is measured well
constexpr double smooth_milliseconds = 1000.0 / 60;
constexpr double milliseconds_to_find_smooth = 250; // of trying; then no more bodies are tried
constexpr std::size_t min_smooth = 1024;
constexpr std::size_t first_smooth_on_gpu = 65'536; // fewer need no trying

// Body counts that measuring begins with: fewer leave most of a GPU without work.
constexpr std::size_t first_on_host = 4096, first_on_gpu = 131'072, max_measured = 1'048'576;

const Scene& scene_like(const Settings& settings) {
    for (const Scene& scene : scenes()) {
        if (scene.id == settings.source && scene.fixed_bodies == 0) {
            return scene;
        }
    }
    return find_scene("plummer");
}

// Milliseconds in which the calling thread had a processor.
double thread_milliseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

bool wants_another(const StepBudget& budget, std::size_t steps, double milliseconds) {
    return steps < static_cast<std::size_t>(budget.most) &&
           (milliseconds < budget.milliseconds || (steps < static_cast<std::size_t>(budget.least) &&
                                                   milliseconds < 4 * budget.milliseconds));
}

} // namespace

std::optional<MeasuredStep> measured_step(Simulation& simulation, const StepBudget& budget,
                                          const std::stop_token& stop) {
    constexpr double enough = 0.8;                   // of the time that the thread asked for
    const bool on_host = !simulation.state_device(); // else the thread mostly waits
    const bool alone = on_host && !simulation.solver_info().multithreaded;
    MeasuredStep measured;
    std::vector<double> steps;
    for (double sum = 0; wants_another(budget, steps.size(), sum); sum += steps.back()) {
        const double served = thread_milliseconds();
        if (simulation.step(stop) == Outcome::cancelled) {
            return std::nullopt;
        }
        const double passed = simulation.timings().total_milliseconds;
        const double computed = thread_milliseconds() - served;
        const double taken = alone ? std::min(passed, computed) : passed;
        if (steps.empty() || taken < measured.shortest) {
            measured.shortest = taken;
            measured.undisturbed = !on_host || computed >= enough * taken;
        }
        steps.push_back(taken);
    }
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    measured.median = *middle;
    return measured;
}

namespace {

// The shortest of some steps: what the machine can do when nothing comes in between. Infinite when
// stopped. `spent` grows by the milliseconds that this took, without those before the second step:
// there the driver may compile a GPU's kernels for half a minute, once on a machine.
AlgorithmSpeed shortest_step(const Settings& settings, std::size_t count,
                             const std::stop_token& stop, double& spent) {
    const Scene& scene = scene_like(settings);
    Settings one = settings;
    one.source = scene.id;
    one.bodies = count;
    Clock::time_point start = Clock::now();
    System system = make_scene(scene, count, settings.seed);
    spent += milliseconds_since(start);
    Simulation simulation;
    simulation.load(std::move(system), one);
    const bool ready = simulation.step(stop) == Outcome::complete;
    start = Clock::now();
    const auto step = ready ? measured_step(simulation, {}, stop) : std::nullopt;
    spent += milliseconds_since(start);
    return {settings.algorithm, step ? step->shortest : std::numeric_limits<double>::infinity(),
            step && step->undisturbed};
}

bool has_all(const SolverInfo& info, const std::vector<std::string>& options) {
    return std::all_of(options.begin(), options.end(), [&](const std::string& option) {
        return info.find_option(option) != nullptr;
    });
}

bool takes_far_bodies_together(const SolverEntry& entry, const Settings& settings) {
    const SolverInfo& info = entry.info_with(settings.sharing);
    const bool shares = settings.sharing == Sharing::none || entry.shared != nullptr;
    const bool gives_jerk = info.has_jerk || !find_integrator(settings.integrator).needs_jerk;
    // In a periodic box the error of a mesh is that of its cells, which is what is asked for.
    const bool exact_enough =
        names_expanding_scene(settings)
            ? info.periodic && (info.has_double || settings.precision == Precision::fp32)
            : info.promised_error(settings.precision, {info, {}}) <= tolerable_error;
    return !info.is_direct && shares && gives_jerk && exact_enough &&
           entry.unavailable_with(settings.sharing).empty();
}

// The algorithms that take far bodies together, if there are enough bodies: on a GPU and the host.
struct ApproximateAlgorithms {
    std::vector<std::string> on_gpu;
    std::vector<std::string> on_host;
};
ApproximateAlgorithms approximate_algorithms(const Settings& settings, std::size_t bodies,
                                             const std::vector<std::string>& options) {
    const bool many = bodies == 0 || bodies >= min_for_trees;
    ApproximateAlgorithms ids;
    if (!names_expanding_scene(settings) && (!many || settings.precision != Precision::fp32)) {
        return ids;
    }
    for (const SolverEntry& entry : solvers()) {
        if (has_all(entry.info, options) && takes_far_bodies_together(entry, settings)) {
            (entry.info.space == Space::host ? ids.on_host : ids.on_gpu)
                .emplace_back(entry.info.id);
        }
    }
    return ids;
}

Settings with(const Settings& settings, const std::string& algorithm) {
    Settings other = settings;
    other.algorithm = algorithm;
    return other;
}

} // namespace

std::vector<std::string> promising_algorithms(const Settings& settings, std::size_t bodies,
                                              const std::vector<std::string>& options) {
    const std::string direct = fastest_direct_sum(settings);
    const bool in_box = names_expanding_scene(settings);
    auto [ids, on_host] = approximate_algorithms(settings, bodies, options);
    if (ids.empty()) {
        ids = std::move(on_host);
    }
    const SolverInfo& exact = find_solver(direct).info;
    if (ids.empty() || (has_all(exact, options) && (exact.periodic || !in_box))) {
        ids.push_back(direct);
    }
    return ids;
}

std::string promising_on_host(const Settings& settings, std::size_t bodies) {
    const std::vector<std::string> ids = approximate_algorithms(settings, bodies, {}).on_host;
    return ids.empty() ? Settings{}.algorithm : ids.front();
}

double scaled_step(const AlgorithmSpeed& measured, std::size_t from, std::size_t to) {
    const auto cost = [&](std::size_t bodies) {
        const auto n = static_cast<double>(std::max<std::size_t>(bodies, 2));
        return find_solver(measured.algorithm).info.is_direct ? n * n : n * std::log2(n);
    };
    return measured.step_milliseconds * cost(to) / cost(from);
}

std::optional<AlgorithmSpeed> measure_step(const Settings& settings, std::size_t bodies,
                                           const std::stop_token& stop) {
    const bool on_host = find_solver(settings.algorithm).info.space == Space::host;
    const std::size_t most = std::clamp(bodies, std::size_t{2}, max_measured);
    std::size_t count = std::min(most, on_host ? first_on_host : first_on_gpu);
    double spent = 0;
    AlgorithmSpeed speed = shortest_step(settings, count, stop, spent);
    while (speed.step_milliseconds < milliseconds_that_tell && count < most) {
        count = std::min(2 * count, most);
        speed = shortest_step(settings, count, stop, spent);
    }
    if (!std::isfinite(speed.step_milliseconds)) {
        return std::nullopt;
    }
    speed.step_milliseconds = scaled_step(speed, count, bodies);
    return speed;
}

std::vector<AlgorithmSpeed> compare_algorithms(const Settings& settings,
                                               const std::vector<std::string>& algorithms,
                                               std::size_t bodies, const std::stop_token& stop) {
    std::vector<AlgorithmSpeed> measured;
    for (const std::string& id : algorithms) {
        try {
            const auto speed = measure_step(with(settings, id), bodies, stop);
            if (!speed) {
                return {};
            }
            measured.push_back(*speed);
        } catch (const Error&) {
            continue; // whoever chooses it all the same is told why
        }
    }
    std::stable_sort(measured.begin(), measured.end(), [](const auto& a, const auto& b) {
        return a.step_milliseconds < b.step_milliseconds;
    });
    return measured;
}

SmoothCount find_smooth_count(const Settings& settings, const std::stop_token& stop) {
    // Doubled until a step is no longer short; the last two tell how the cost grows, as N^2 for
    // direct sums and nearly as N for trees.
    const SolverInfo& info = find_solver(settings.algorithm).info;
    std::size_t count = info.space == Space::host ? min_smooth : first_smooth_on_gpu;
    double spent = 0;
    AlgorithmSpeed speed = shortest_step(settings, count, stop, spent);
    double exponent = info.is_direct ? 2 : 1;
    while (speed.step_milliseconds < smooth_milliseconds / 2 && count < max_smooth &&
           spent < milliseconds_to_find_smooth) {
        const double before = speed.step_milliseconds;
        count *= 2;
        speed = shortest_step(settings, count, stop, spent);
        exponent = std::clamp(std::log2(speed.step_milliseconds / before), 1.0, 2.0);
    }
    const double smooth = static_cast<double>(count) *
                          std::pow(smooth_milliseconds / speed.step_milliseconds, 1 / exponent);
    const auto whole =
        static_cast<std::size_t>(std::clamp(smooth, double{min_smooth}, double{max_smooth}));
    return {whole / min_smooth * min_smooth, speed.undisturbed};
}

} // namespace orrery
