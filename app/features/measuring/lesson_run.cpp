// The lessons of differences and transposes, measured while the simulation rests: each way that
// runs here, beside a copy of as many bytes. The panel Machine has the rows.

#include "app/features/features.hpp"
#include "app/features/measuring/rested_job.hpp"
#include "app/language/tr.hpp"
#include "app/state/lesson_rates.hpp"
#include "sim/lessons/bandwidth.hpp"
#include "sim/lessons/stencil/stencil_variant.hpp"
#include "sim/lessons/transpose/transpose_variant.hpp"

#include <array>
#include <optional>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t stencil_cells = 192, matrix_side = 2048;
constexpr BandwidthPlan plan_of_row{.repeats = 5, .budget_seconds = 0.5};

// Adds a row to one of the lists, and says what comes next.
class LessonTeller {
public:
    LessonTeller(Progress<LessonRates>& progress, std::size_t rows)
        : progress_(progress), rows_(static_cast<double>(rows)) {}

    void begin(const std::string& what) {
        progress_.change([&](LessonRates& told) {
            told.doing = what;
            told.fraction = done_ / rows_;
        });
        ++done_;
    }
    void add(std::vector<LessonRate> LessonRates::*list, LessonRate rate,
             const BandwidthTimes& times, double bytes) {
        rate.bytes_per_second = bytes / times.seconds;
        rate.copy_share = times.copy_seconds / times.seconds;
        progress_.change([&](LessonRates& told) { (told.*list).push_back(std::move(rate)); });
    }

private:
    Progress<LessonRates>& progress_;
    double rows_, done_ = 0;
};

// False: stopped.
bool measure_stencils(LessonTeller& teller, const std::stop_token& stop) {
    constexpr std::array axes{"x", "y", "z"};
    const StencilProblem problem = make_stencil_problem(stencil_cells);
    for (const StencilVariant& variant : stencil_variants()) {
        if (!variant.unavailable().empty()) {
            continue;
        }
        const auto run = variant.make(problem);
        for (const Axis axis : all_axes) {
            const char* const name = axes[static_cast<std::size_t>(axis)];
            teller.begin(tr_format("{}, along {}", tr(variant.title), name));
            const auto times = measured_bandwidth(
                [&](int passes) { return run->run(axis, passes); },
                [&](int passes) { return run->copy(passes); }, plan_of_row, stop);
            if (!times) {
                return false;
            }
            teller.add(&LessonRates::stencils, {variant.id, variant.title, name}, *times,
                       problem.bytes());
        }
    }
    return true;
}

void measure_transposes(LessonTeller& teller, const std::stop_token& stop) {
    const TransposeShape shape{1, matrix_side, matrix_side};
    const TransposeProblem problem = make_transpose_problem(shape);
    for (const TransposeVariant& variant : transpose_variants()) {
        if (!variant.unavailable().empty()) {
            continue;
        }
        teller.begin(tr(variant.title));
        const auto run = variant.make(problem);
        const auto times =
            measured_bandwidth([&](int passes) { return run->run(passes); },
                               [&](int passes) { return run->copy(passes); }, plan_of_row, stop);
        if (!times) {
            return;
        }
        teller.add(&LessonRates::transposes, {variant.id, variant.title, ""}, *times,
                   shape.bytes());
    }
}

class LessonRun : public Feature {
public:
    void act(Frame& frame) override {
        AppState& app = frame.app;
        if (app.requests.take<MeasureLessons>()) {
            job_.start_or_stop(app, {.under_way = true, .doing = tr("waiting for the step to end")},
                               [](Progress<LessonRates>& progress, const std::stop_token& stop) {
                                   LessonTeller teller(progress,
                                                       all_axes.size() * stencil_variants().size() +
                                                           transpose_variants().size());
                                   if (measure_stencils(teller, stop)) {
                                       measure_transposes(teller, stop);
                                   }
                               });
        }
        job_.poll(app, tr_noop("Not enough memory for the lessons."));
    }

    FrameDemand demand(const AppState&) const override { return background_if(job_.under_way()); }

private:
    RestedJob<void, LessonRates> job_;
};

} // namespace

extern const FeatureEntry lesson_run_feature = feature<LessonRun>();

} // namespace orrery
