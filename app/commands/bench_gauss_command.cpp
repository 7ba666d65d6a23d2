// orrery bench gauss: the methods of the Gauss transform side by side, by time and by error.

#include "app/commands/benchmark.hpp"
#include "app/commands/chosen_system.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/numbers.hpp"
#include "sim/gauss/bodies_on_gpu.hpp"
#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/lessons/hermite/gpu_hermite_in_plane.hpp"
#include "sim/machine/devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <ranges>

namespace orrery {
namespace {

struct BenchGaussArguments {
    SystemArguments system;
    std::vector<std::size_t> bodies{65536, 1048576};
    std::vector<std::string> names{"all"};
    std::vector<const GaussMethod*> methods; // of those names
    std::vector<double> errors{1e-2, 1e-4};
    double sigma = 0.05;
    int repeats = 5;
    double budget_seconds = 10; // a row that would take longer is left out, by its own estimate
    bool lesson = false;
    std::string json;
};

template <class Real>
PointsView<Real> points_of(const VectorArray<Real>& positions) {
    return {positions.x, positions.y, positions.z};
}

// The index of the s-th of `samples` bodies, spread evenly over all.
std::size_t sampled(std::size_t s, std::size_t samples, std::size_t bodies) {
    return s * bodies / samples;
}

// Densities in double precision at up to 200 bodies, spread evenly, by the direct sum.
template <class Real>
std::vector<double> exact_densities(const Bodies<Real>& bodies, double sigma, Workers& workers) {
    const std::size_t samples = std::min<std::size_t>(bodies.size(), 200);
    const Bodies<double> all = converted<double>(bodies);
    VectorArray<double> targets(samples);
    for (std::size_t s = 0; s < samples; ++s) {
        const std::size_t body = sampled(s, samples, all.size());
        targets.x[s] = all.position.x[body];
        targets.y[s] = all.position.y[body];
        targets.z[s] = all.position.z[body];
    }
    std::vector<double> exact(samples);
    StepTimings timings;
    GaussWork work{workers, {}, timings};
    const GaussMethod& direct = find_gauss_method("cpu.gauss.direct");
    gauss_transform<double>(direct,
                            {points_of(all.position), all.mass, points_of(targets), exact, sigma,
                             direct.min_error_fp64},
                            work);
    return exact;
}

// Root mean square, over that of the densities.
template <class Real>
double measured_error(const std::vector<double>& exact, const std::vector<Real>& densities) {
    double errors = 0, squares = 0;
    for (std::size_t s = 0; s < exact.size(); ++s) {
        const auto got = static_cast<double>(densities[sampled(s, exact.size(), densities.size())]);
        errors += (got - exact[s]) * (got - exact[s]);
        squares += exact[s] * exact[s];
    }
    return squares > 0 ? std::sqrt(errors / squares) : 0;
}

// A method that is asked for the same sum again and again.
template <class Real>
struct Caller {
    const GaussMethod* method;
    GaussSum<Real> sum;
    Samples samples;
    std::string failed = {}; // why
    GaussMemory kept = {};
    double measured_error = 0;

    // Both are false if it was stopped.
    bool compute(Workers& workers, StepTimings& timings, const std::stop_token& stop) {
        GaussWork work{workers, stop, timings, &kept};
        return gauss_transform(*method, sum, work);
    }
    bool call(Workers& workers, const std::stop_token& stop) {
        try {
            return is_done() || samples.take([&](StepTimings& timings) {
                return compute(workers, timings, stop);
            });
        } catch (const Error& error) {
            failed = error.problem();
            return true;
        }
    }
    bool is_done() const { return !failed.empty() || samples.is_complete(); }
    double milliseconds() const { return samples.median().total_milliseconds; }
};

// All of them in turn, there and back, until all are done: so none is always before or behind the
// same other, and whatever makes the machine slower for a while does so for all. False if it was
// stopped.
template <class Real>
bool call_all(std::vector<Caller<Real>>& callers, Workers& workers, const std::stop_token& stop) {
    const auto call = [&](Caller<Real>& caller) { return caller.call(workers, stop); };
    while (!std::ranges::all_of(callers, &Caller<Real>::is_done)) {
        if (!std::ranges::all_of(callers, call) ||
            !std::ranges::all_of(callers | std::views::reverse, call)) {
            return false;
        }
    }
    return true;
}

// The figures of a caller from the host. `on_gpu`: the same method with bodies and densities in
// a GPU's memory, or null. `quickest`: the shortest time in ms of the methods that are not
// automatic; infinite where there is none.
template <class Real>
Figures figures_of(const Caller<Real>& caller, const Caller<Real>* on_gpu, const GaussLoad& load,
                   double quickest) {
    const GaussMethod& method = *caller.method;
    const GaussMethod& chosen = method.automatic ? quickest_gauss_method(load) : method;
    const bool timed = caller.failed.empty();
    const StepTimings median = timed ? caller.samples.median() : StepTimings();
    const double time = median.total_milliseconds;
    const bool compared = timed && std::isfinite(quickest);
    const auto if_timed = [timed](double value) {
        return timed ? std::optional(value) : std::nullopt;
    };
    return {{"method", method.id, "METHOD", method.id},
            {"chosen", chosen.id},
            count_figure("bodies", ">BODIES", caller.sum.sources.size()),
            {"precision", precision_name(load.precision)},
            {"sigma", load.sigma},
            {"error", load.error, ">ERROR", briefly(load.error)},
            time_figure("first_milliseconds", ">FIRST",
                        if_timed(timed ? caller.samples.first_milliseconds() : 0)),
            time_figure("milliseconds", ">TIME", if_timed(time)),
            time_figure("on_gpu_milliseconds", ">ON THE GPU",
                        on_gpu == nullptr ? std::nullopt : std::optional(on_gpu->milliseconds())),
            {"times_quickest", compared ? Json(time / quickest) : Json(), ">TIMES QUICKEST",
             compared ? fmt::format("{:.2f}", time / quickest) : ""},
            rate_figure(nullptr, ">BODIES/s", if_timed(load.sources / time * 1e3)),
            {"estimated_milliseconds", if_finite(method.seconds(load) * 1e3)},
            {"measured_error", if_known(if_timed(caller.measured_error)), ">MEASURED ERROR",
             timed ? with_exponent(caller.measured_error) : ""},
            {"phases", phases_json(median)},
            {"repeats", timed ? caller.samples.count() : 0},
            {"left_out", timed ? Json() : Json(caller.failed), "REMARK",
             &method != &chosen ? chosen.id : caller.failed}};
}

std::string reason_to_leave_out(const GaussMethod& method, const GaussLoad& load, double budget) {
    return load.error < method.min_error(load.precision) ? "it cannot reach this error"
           : method.seconds(load) > budget               ? "it would take longer than the budget"
                                                         : "";
}

// One number of bodies: all methods with each error; where it was stopped, the errors that are
// complete.
template <class Real>
std::vector<Figures> rows_of(const Bodies<Real>& bodies, const BenchGaussArguments& plan,
                             Workers& workers, const std::stop_token& stop) {
    const PointsView<Real> points = points_of(bodies.position);
    const std::vector<double> exact = exact_densities(bodies, plan.sigma, workers);
    std::vector<Real> densities(bodies.size());
    std::unique_ptr<BodiesOnGpu<Real>> gpu; // null: there is none
    if (gpu_unavailable().empty()) {
        gpu = make_bodies_on_gpu<Real>(0);
        gpu->copy_bodies(points, bodies.mass, workers);
    }
    std::vector<Figures> rows;
    for (const double error : plan.errors) {
        const GaussSum<Real> sum{points, bodies.mass, points, densities, plan.sigma, error};
        const Samples none(plan.repeats, plan.budget_seconds);
        StepTimings timings;
        GaussWork work{workers, {}, timings};
        const GaussLoad load = gauss_load(sum, bounds_of(sum, work), work);
        std::vector<Caller<Real>> callers;
        for (const GaussMethod* method : plan.methods) {
            callers.push_back(
                {method, sum, none, reason_to_leave_out(*method, load, plan.budget_seconds)});
            if (gpu && !method->on_processor() && callers.back().failed.empty()) {
                callers.push_back({method, gpu->sum_at_bodies(plan.sigma, error), none});
            }
        }
        bool complete = call_all(callers, workers, stop);
        double quickest = std::numeric_limits<double>::infinity();
        for (Caller<Real>& caller : callers) {
            if (complete && caller.failed.empty() && !caller.sum.device) {
                // Once more: the densities that the error is measured from are this method's then.
                complete = caller.compute(workers, timings, stop);
                caller.measured_error = measured_error(exact, densities);
                quickest =
                    caller.method->automatic ? quickest : std::min(quickest, caller.milliseconds());
            }
        }
        for (auto caller = callers.begin(); complete && caller != callers.end(); ++caller) {
            if (!caller->sum.device) {
                const auto next = std::next(caller);
                const bool both = next != callers.end() && next->sum.device && next->failed.empty();
                rows.push_back(figures_of(*caller, both ? &*next : nullptr, load, quickest));
            }
        }
    }
    return rows;
}

// Additions and multiplications at one point: for each variable order - 2 steps of the recurrence,
// and its square; 12 for the exponential; two a coefficient, and two a row of them.
double hermite_operations(int order) {
    return 2.0 * (4.0 * (order - 2) + 3) + 12 + 2.0 * order * order + 2.0 * order;
}

Figures figures_of_lesson(int order, std::size_t points, const Samples& samples,
                          const std::optional<double>& gpu_milliseconds) {
    const double milliseconds = samples.median().total_milliseconds;
    const double operations = hermite_operations(order);
    const auto rate = [points](double work, const std::optional<double>& time) {
        return time ? std::optional(work * static_cast<double>(points) / *time * 1e3)
                    : std::nullopt;
    };
    return {{"order", order, ">HERMITE SERIES IN A PLANE, ORDER", std::to_string(order)},
            count_figure("points", ">POINTS", points),
            time_figure("milliseconds", ">TIME", milliseconds),
            rate_figure("points_per_second", ">POINTS/s", rate(1, milliseconds)),
            {"operations_per_point", operations},
            rate_figure("operations_per_second", ">OPERATIONS/s", rate(operations, milliseconds)),
            {"gpu_milliseconds", if_known(gpu_milliseconds)},
            rate_figure("gpu_points_per_second", ">GPU'S POINTS/s", rate(1, gpu_milliseconds)),
            rate_figure("gpu_operations_per_second", ">OPERATIONS/s",
                        rate(operations, gpu_milliseconds)),
            {"repeats", samples.count()}};
}

// The lesson of the method's first days on GPUs: one Hermite series in two variables, evaluated at
// many points; a row for each order and number of points.
std::vector<Figures> run_hermite_lesson(Workers& workers, int repeats,
                                        const std::stop_token& stop) {
    constexpr std::size_t min_points = 25'600, max_points = 6'553'600;
    HostArray<float> x(max_points);
    HostArray<float> y(max_points);
    HostArray<float> sums(max_points);
    for (std::size_t i = 0; i < max_points; ++i) { // within a box, none like the next
        x[i] = static_cast<float>(i % 1009) / 1009 - 0.5F;
        y[i] = static_cast<float>(i % 907) / 907 - 0.5F;
    }
    std::vector<Figures> rows;
    for (const int order : {5, 9, 12}) {
        std::vector<float> coefficients(static_cast<std::size_t>(order * order), 0.01F);
        for (std::size_t points = min_points; points <= max_points; points *= 4) {
            constexpr double budget_seconds = 2;
            Samples samples(repeats, budget_seconds);
            const auto evaluate = [&](StepTimings&) {
                workers.for_ranges(points, 6400, [&](std::size_t first, std::size_t last) {
                    gauss_kernels<float>().hermite_in_plane(order, coefficients.data(),
                                                            x.data() + first, y.data() + first,
                                                            last - first, sums.data() + first);
                });
                return !stop.stop_requested();
            };
            while (!samples.is_complete()) {
                if (!samples.take(evaluate)) {
                    return rows;
                }
            }
            std::optional<double> on_gpu;
            if (gpu_unavailable().empty()) {
                on_gpu = gpu_hermite_in_plane(order, coefficients, std::span(x.data(), points),
                                              std::span(y.data(), points), repeats,
                                              std::span(sums.data(), points));
            }
            rows.push_back(figures_of_lesson(order, points, samples, on_gpu));
        }
    }
    return rows;
}

Findings density_times(const BenchGaussArguments& request, const Console& console,
                       const std::stop_token& stop) {
    ChosenSettings chosen;
    chosen.settings = typed_settings(request.system);
    Workers workers(chosen.settings.threads);
    std::vector<Figures> rows;
    for (const std::size_t bodies : request.bodies) {
        Settings settings = chosen.settings;
        settings.bodies = bodies;
        console.note(fmt::format("measuring {}", counted(bodies, "body", "bodies")));
        const Bodies<double> all = load_system(settings).system.bodies;
        const bool single = settings.precision == Precision::fp32;
        std::ranges::move(single ? rows_of(converted<float>(all), request, workers, stop)
                                 : rows_of(all, request, workers, stop),
                          std::back_inserter(rows));
    }
    std::vector<Figures> lesson;
    if (request.lesson) {
        lesson = run_hermite_lesson(workers, request.repeats, stop);
    }
    return {table_text(rows) + (request.lesson ? "\n" + table_text(lesson) : ""),
            {{"results", json_of(rows)},
             {"hermite_in_plane", json_of(lesson)},
             {"provenance", provenance(chosen)}}};
}

ExitCode bench_gauss(BenchGaussArguments& request, const Console& console) {
    request.methods = chosen_of(gauss_methods(), request.names, gauss_method_called);
    return report_findings("bench gauss", request.json, [&](const std::stop_token& stop) {
        return density_times(request, console, stop);
    });
}

void declare(Parser& parser, BenchGaussArguments& request) {
    add_source_arguments(parser, request.system, "uniform_cube", false);
    add_bodies_argument(parser, request.bodies, "65536,1048576");
    parser.group("Density")
        .option("--sigma LENGTH", into(request.sigma, parse_positive),
                "the width of each body's Gaussian (default: 0.05)")
        .list("--errors,--error PART,…", all_into(request.errors, parse_positive),
              "allowed relative errors of the density (default: 1e-2,1e-4)")
        .list("--methods,--method " + gauss_method_names() + "|all,…", request.names,
              "'all' (default) or methods");
    parser.group("Measurement")
        .flag("--lesson", request.lesson,
              "also evaluate a Hermite series in a plane: orders 5, 9 and 12 at up to 6,553,600 "
              "points");
    add_repeat_argument(parser, request.repeats, "timed samples");
    add_budget_argument(parser, request.budget_seconds,
                        "start no further sample after this many seconds on a row, and skip what "
                        "would take longer by its own estimate (default: 10)");
    add_computing_arguments(parser, request.system, "Density");
    add_json_argument(parser, request.json, "the rows");
}

} // namespace

extern const Subcommand bench_gauss_command{
    "bench-gauss",
    "[SCENE|FILE] [--methods a,b|all] [--bodies N,…] [options]",
    "time the methods of the Gauss transform side by side",
    "Computes the density at every body by each method in turn, and prints the time of the first "
    "call, the median of later ones, the time on a GPU that already has the bodies and keeps the "
    "densities, the ratio to the fastest method, and the measured error: the root mean square "
    "difference from a direct sum in double precision at sampled bodies, relative to that of the "
    "densities. 'orrery bench gauss' is the same command.",
    "orrery bench gauss --bodies 1M --sigma 0.05 --errors 1e-4\n"
    "orrery bench gauss plummer --sigma 0.1 --json -\n"
    "orrery bench gauss --methods plane_wave --lesson",
    declared<BenchGaussArguments, bench_gauss>,
};

} // namespace orrery
