#include "app/commands/gauss_benchmark.hpp"

#include "sim/base/error.hpp"
#include "sim/gauss/bodies_on_gpu.hpp"
#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/lessons/hermite/gpu_hermite_in_plane.hpp"
#include "sim/machine/devices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <ranges>

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

// Of one thing that is timed.
class Samples {
public:
    Samples(int repeats, double budget_seconds)
        : repeats_(repeats), budget_milliseconds_(budget_seconds * 1e3) {}

    // Times `work` once more, unless the repeats or the budget are used up; the first time warms
    // up, and counts only where nothing follows it. False if it was stopped.
    template <class Work>
    bool take(const Work& work) {
        if (is_complete()) {
            return true;
        }
        StepTimings timings;
        const auto start = Clock::now();
        if (!work(timings)) {
            return false;
        }
        timings.total_milliseconds = milliseconds_since(start);
        spent_milliseconds_ += timings.total_milliseconds;
        if (!first_milliseconds_) {
            first_milliseconds_ = timings.total_milliseconds;
            if (spent_milliseconds_ <= budget_milliseconds_) {
                return true;
            }
        }
        later_.push_back(std::move(timings));
        return true;
    }
    bool is_complete() const {
        return later_.size() == static_cast<std::size_t>(repeats_) ||
               spent_milliseconds_ > budget_milliseconds_;
    }

    int count() const { return static_cast<int>(later_.size()); }
    double first_milliseconds() const { return first_milliseconds_.value_or(0); }
    StepTimings median() const {
        std::vector<StepTimings> sorted = later_;
        std::ranges::sort(sorted, {}, &StepTimings::total_milliseconds);
        return sorted[sorted.size() / 2];
    }

private:
    int repeats_;
    double budget_milliseconds_;
    double spent_milliseconds_ = 0;
    std::optional<double> first_milliseconds_;
    std::vector<StepTimings> later_;
};

// A method that is asked for the same sum again and again.
template <class Real>
struct Caller {
    const GaussMethod* method;
    GaussSum<Real> sum;
    Samples samples;
    GaussMemory kept = {};
    std::string failed = {};

    bool call(Workers& workers, const std::stop_token& stop) {
        try {
            return samples.take([&](StepTimings& timings) {
                GaussWork work{workers, stop, timings, &kept};
                return gauss_transform(*method, sum, work);
            });
        } catch (const Error& error) {
            failed = error.problem();
            return true;
        }
    }
    bool is_done() const { return !failed.empty() || samples.is_complete(); }
};

// All of them in turn, there and back, until all are done: so none is always before or behind the
// same other, and whatever makes the machine slower for a while does so for all. False if it was
// stopped.
template <class Real>
bool call_all(std::vector<Caller<Real>>& callers, Workers& workers, const std::stop_token& stop) {
    const auto call = [&](Caller<Real>& caller) {
        return caller.is_done() || caller.call(workers, stop);
    };
    while (!std::ranges::all_of(callers, &Caller<Real>::is_done)) {
        if (!std::ranges::all_of(callers, call) ||
            !std::ranges::all_of(callers | std::views::reverse, call)) {
            return false;
        }
    }
    return true;
}

// With the quickest of those that choose nothing.
void compare(std::vector<GaussBenchmarkRow>& rows) {
    double least = std::numeric_limits<double>::infinity();
    for (const GaussBenchmarkRow& row : rows) {
        if (row.repeats > 0 && !row.method->automatic) {
            least = std::min(least, row.milliseconds);
        }
    }
    for (GaussBenchmarkRow& row : rows) {
        if (row.repeats > 0 && std::isfinite(least)) {
            row.times_quickest = row.milliseconds / least;
        }
    }
}

// One number of bodies.
template <class Real>
class GaussBenchmark {
public:
    GaussBenchmark(const Bodies<Real>& bodies, const GaussBenchmarkPlan& plan, Workers& workers)
        : bodies_(bodies), plan_(plan), workers_(workers),
          exact_(exact_densities(bodies, plan.sigma, std::min(plan.error_samples, bodies.size()),
                                 workers)),
          densities_(bodies.size()) {
        if (gpu_unavailable().empty()) {
            on_gpu_ = make_bodies_on_gpu<Real>(0);
            on_gpu_->copy_bodies(points(), bodies.mass, workers);
        }
    }

    // All methods with this error; none where it was stopped.
    std::vector<GaussBenchmarkRow> rows(double error, const std::stop_token& stop) {
        const GaussLoad load = load_of(error);
        std::vector<GaussBenchmarkRow> rows;
        std::vector<Caller<Real>> callers;
        for (const GaussMethod* method : plan_.methods) {
            rows.push_back(row_of(*method, load));
            if (rows.back().left_out.empty()) {
                callers.push_back(caller(*method, sum_of(error)));
                if (on_gpu_ && !method->on_processor()) {
                    callers.push_back(caller(*method, on_gpu_->sum_at_bodies(plan_.sigma, error)));
                }
            }
        }
        if (!call_all(callers, workers_, stop)) {
            return {};
        }
        for (Caller<Real>& caller : callers) {
            const auto row = std::ranges::find(rows, caller.method, &GaussBenchmarkRow::method);
            if (!fill_in(*row, caller, stop)) {
                return {};
            }
        }
        compare(rows);
        return rows;
    }

private:
    PointsView<Real> points() const {
        return {bodies_.position.x, bodies_.position.y, bodies_.position.z};
    }
    GaussSum<Real> sum_of(double error) {
        return {points(), bodies_.mass, points(), densities_, plan_.sigma, error};
    }
    Caller<Real> caller(const GaussMethod& method, const GaussSum<Real>& sum) const {
        return {&method, sum, Samples(plan_.repeats, plan_.budget_seconds)};
    }

    GaussLoad load_of(double error) {
        StepTimings timings;
        GaussWork work{workers_, {}, timings};
        const GaussSum<Real> sum = sum_of(error);
        return gauss_load(sum, bounds_of(sum, work), work);
    }

    GaussBenchmarkRow row_of(const GaussMethod& method, const GaussLoad& load) const {
        GaussBenchmarkRow row;
        row.method = &method;
        row.chosen = method.automatic ? &quickest_gauss_method(load) : &method;
        row.bodies = bodies_.size();
        row.sigma = plan_.sigma;
        row.error = load.error;
        row.precision = load.precision;
        row.estimated_milliseconds = method.seconds(load) * 1e3;
        if (load.error < method.min_error(load.precision)) {
            row.left_out = "it cannot reach this error";
        } else if (row.estimated_milliseconds > plan_.budget_seconds * 1e3) {
            row.left_out = "it would take longer than the budget";
        }
        return row;
    }

    // Asks once more: the densities that the error is measured from are this method's then.
    bool fill_in(GaussBenchmarkRow& row, Caller<Real>& caller, const std::stop_token& stop) {
        if (caller.sum.device) {
            if (caller.failed.empty()) {
                row.on_gpu_milliseconds = caller.samples.median().total_milliseconds;
            }
            return true;
        }
        if (!caller.failed.empty()) {
            row.left_out = caller.failed;
            return true;
        }
        row.repeats = caller.samples.count();
        row.first_milliseconds = caller.samples.first_milliseconds();
        row.timings = caller.samples.median();
        row.milliseconds = row.timings.total_milliseconds;
        StepTimings timings;
        GaussWork work{workers_, stop, timings, &caller.kept};
        if (!gauss_transform(*caller.method, caller.sum, work)) {
            return false;
        }
        row.measured_error = measured_error(exact_, densities_);
        return true;
    }

    const Bodies<Real>& bodies_;
    const GaussBenchmarkPlan& plan_;
    Workers& workers_;
    std::vector<double> exact_;
    std::vector<Real> densities_;
    std::unique_ptr<BodiesOnGpu<Real>> on_gpu_; // null: there is no GPU
};

template <class Real>
std::vector<GaussBenchmarkRow> run(const Bodies<Real>& bodies, const GaussBenchmarkPlan& plan,
                                   Workers& workers, const std::stop_token& stop) {
    GaussBenchmark<Real> benchmark(bodies, plan, workers);
    std::vector<GaussBenchmarkRow> all;
    for (const double error : plan.errors) {
        const std::vector<GaussBenchmarkRow> rows = benchmark.rows(error, stop);
        all.insert(all.end(), rows.begin(), rows.end());
        if (stop.stop_requested()) {
            break;
        }
    }
    return all;
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

double HermiteLessonRow::points_per_second(double in_milliseconds) const {
    return in_milliseconds > 0 ? static_cast<double>(points) / in_milliseconds * 1e3 : 0;
}

double HermiteLessonRow::operations_per_second(double in_milliseconds) const {
    return points_per_second(in_milliseconds) * hermite_operations(order);
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
            HermiteLessonRow row{order, points, samples.count(),
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
