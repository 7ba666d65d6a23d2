#include "app/commands/gauss_benchmark.hpp"

#include "sim/base/error.hpp"
#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/gauss/gpu_hermite_in_plane.hpp"
#include "sim/machine/devices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

// Densities in double precision at every so many-th body.
template <class Real>
std::vector<double> exact_densities(const Bodies<Real>& bodies, double sigma, std::size_t samples,
                                    Workers& workers) {
    std::vector<double> exact(samples);
    const auto at = [](const HostArray<Real>& values, std::size_t i) {
        return static_cast<double>(values[i]);
    };
    workers.for_ranges(samples, 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t s = first; s < last; ++s) {
            const std::size_t target = s * bodies.size() / samples;
            for (std::size_t j = 0; j < bodies.size(); ++j) {
                const double x = at(bodies.position.x, j) - at(bodies.position.x, target);
                const double y = at(bodies.position.y, j) - at(bodies.position.y, target);
                const double z = at(bodies.position.z, j) - at(bodies.position.z, target);
                const double exponent = (x * x + y * y + z * z) / (2 * sigma * sigma);
                constexpr double negligible = 60;
                if (exponent < negligible) {
                    exact[s] += at(bodies.mass, j) * std::exp(-exponent);
                }
            }
        }
    });
    return exact;
}

template <class Real>
double measured_error(const std::vector<double>& exact, const std::vector<Real>& densities) {
    double errors = 0;
    double squares = 0;
    for (std::size_t s = 0; s < exact.size(); ++s) {
        const auto got = static_cast<double>(densities[s * densities.size() / exact.size()]);
        errors += (got - exact[s]) * (got - exact[s]);
        squares += exact[s] * exact[s];
    }
    return squares > 0 ? std::sqrt(errors / squares) : 0;
}

// In order of their times; none where it was stopped.
struct Samples {
    double first_milliseconds = 0; // of the one that warms up
    std::vector<StepTimings> later;

    const StepTimings& median() const { return later[later.size() / 2]; }
};

// Times `work` until the repeats or the budget are used up; the first time warms up.
template <class Work>
Samples take_samples(int repeats, double budget_seconds, const Work& work) {
    Samples samples;
    const auto begin = Clock::now();
    for (int i = 0; i <= repeats; ++i) {
        StepTimings timings;
        const auto start = Clock::now();
        if (!work(timings)) {
            return {};
        }
        timings.total_milliseconds = milliseconds_since(start);
        const bool is_last = milliseconds_since(begin) > budget_seconds * 1e3;
        if (i == 0) {
            samples.first_milliseconds = timings.total_milliseconds;
        }
        if (i > 0 || is_last) {
            samples.later.push_back(std::move(timings));
        }
        if (is_last) {
            break;
        }
    }
    std::ranges::sort(samples.later, {}, &StepTimings::total_milliseconds);
    return samples;
}

// Fills in what was measured; false if it was stopped.
template <class Real>
bool measure(GaussBenchmarkRow& row, const GaussSum<Real>& sum, std::vector<Real>& densities,
             const std::vector<double>& exact, const GaussBenchmarkPlan& plan, Workers& workers,
             const std::stop_token& stop) {
    std::unique_ptr<GaussMemory> kept;
    try {
        const Samples samples =
            take_samples(plan.repeats, plan.budget_seconds, [&](StepTimings& timings) {
                GaussWork work{workers, stop, timings, &kept};
                return gauss_transform(*row.method, sum, work);
            });
        if (samples.later.empty()) {
            return false;
        }
        row.repeats = static_cast<int>(samples.later.size());
        row.first_milliseconds = samples.first_milliseconds;
        row.timings = samples.median();
        row.milliseconds = row.timings.total_milliseconds;
        row.measured_error = measured_error(exact, densities);
    } catch (const Error& error) {
        row.left_out = error.problem();
    }
    return true;
}

void compare(std::vector<GaussBenchmarkRow>& rows, std::size_t first) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = first; i < rows.size(); ++i) {
        if (rows[i].repeats > 0) {
            least = std::min(least, rows[i].milliseconds);
        }
    }
    for (std::size_t i = first; i < rows.size(); ++i) {
        if (rows[i].repeats > 0) {
            rows[i].times_quickest = rows[i].milliseconds / least;
        }
    }
}

template <class Real>
std::vector<GaussBenchmarkRow> run(const Bodies<Real>& bodies, const GaussBenchmarkPlan& plan,
                                   Workers& workers, const std::stop_token& stop) {
    const std::size_t samples = std::min(plan.error_samples, bodies.size());
    const std::vector<double> exact = exact_densities(bodies, plan.sigma, samples, workers);
    const PointsView<Real> points{bodies.position.x, bodies.position.y, bodies.position.z};
    std::vector<Real> densities(bodies.size());
    std::vector<GaussBenchmarkRow> rows;
    for (const double error : plan.errors) {
        const std::size_t first = rows.size();
        const GaussSum<Real> sum{points, bodies.mass, points, densities, plan.sigma, error};
        const GaussLoad load = gauss_load(sum, bounds_of(sum, workers), workers);
        for (const GaussMethod* method : plan.methods) {
            GaussBenchmarkRow row;
            row.method = method;
            row.chosen = method->automatic ? &quickest_gauss_method(load) : method;
            row.bodies = bodies.size();
            row.sigma = plan.sigma;
            row.error = error;
            row.precision = load.precision;
            row.estimated_milliseconds = method->seconds(load) * 1e3;
            if (error < method->min_error(load.precision)) {
                row.left_out = "its error is never so small";
            } else if (row.estimated_milliseconds > plan.budget_seconds * 1e3) {
                row.left_out = "it would take longer than the budget";
            } else if (!measure(row, sum, densities, exact, plan, workers, stop)) {
                return rows;
            }
            rows.push_back(std::move(row));
        }
        compare(rows, first);
    }
    return rows;
}

} // namespace

std::vector<GaussBenchmarkRow> run_gauss_benchmark(const Bodies<double>& bodies,
                                                   Precision precision,
                                                   const GaussBenchmarkPlan& plan, Workers& workers,
                                                   const std::stop_token& stop) {
    return precision == Precision::fp32 ? run(converted<float>(bodies), plan, workers, stop)
                                        : run(bodies, plan, workers, stop);
}

double hermite_operations(int order) {
    // For each variable order - 2 steps of the recurrence, and its square; 12 for the exponential;
    // two a coefficient, and two a row of them.
    return 2.0 * (4.0 * (order - 2) + 3) + 12 + 2.0 * order * order + 2.0 * order;
}

double HermiteLessonRow::points_in(double milliseconds_for_all) const {
    return milliseconds_for_all > 0 ? static_cast<double>(points) / milliseconds_for_all * 1e3 : 0;
}

double HermiteLessonRow::operations_per_second() const {
    return points_per_second() * hermite_operations(order);
}

std::optional<double> HermiteLessonRow::gpu_points_per_second() const {
    return gpu_milliseconds ? std::optional(points_in(*gpu_milliseconds)) : std::nullopt;
}

std::optional<double> HermiteLessonRow::gpu_operations_per_second() const {
    return gpu_milliseconds
               ? std::optional(points_in(*gpu_milliseconds) * hermite_operations(order))
               : std::nullopt;
}

std::vector<HermiteLessonRow> run_hermite_lesson(Workers& workers, int repeats,
                                                 const std::stop_token& stop) {
    constexpr std::size_t min_points = 25'600;
    constexpr std::size_t max_points = 6'553'600;
    HostArray<float> x(max_points);
    HostArray<float> y(max_points);
    HostArray<float> sums(max_points);
    for (std::size_t i = 0; i < max_points; ++i) { // within a box, none like the next
        x[i] = static_cast<float>(i % 1009) / 1009 - 0.5F;
        y[i] = static_cast<float>(i % 907) / 907 - 0.5F;
    }
    std::vector<HermiteLessonRow> rows;
    for (const int order : {5, 9, 12}) {
        std::vector<float> coefficients(static_cast<std::size_t>(order * order), 0.01F);
        for (std::size_t points = min_points; points <= max_points; points *= 4) {
            constexpr double budget_seconds = 2;
            const Samples samples = take_samples(repeats, budget_seconds, [&](StepTimings&) {
                workers.for_ranges(points, 6400, [&](std::size_t first, std::size_t last) {
                    gauss_kernels<float>().hermite_in_plane(order, coefficients.data(),
                                                            x.data() + first, y.data() + first,
                                                            last - first, sums.data() + first);
                });
                return !stop.stop_requested();
            });
            if (samples.later.empty()) {
                return rows;
            }
            HermiteLessonRow row{order, points, static_cast<int>(samples.later.size()),
                                 samples.median().total_milliseconds, std::nullopt};
            if (gpu_unavailable().empty()) {
                row.gpu_milliseconds = gpu_hermite_in_plane(
                    order, coefficients, std::span(x.data(), points), std::span(y.data(), points),
                    repeats, std::span(sums.data(), points));
            }
            rows.push_back(row);
        }
    }
    return rows;
}

} // namespace orrery
