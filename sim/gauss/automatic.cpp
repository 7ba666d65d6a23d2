// Idea:   each method says how long it would take (its `seconds`), from the numbers of bodies and
//         grid nodes, from the pairs of a sample that are within reach, and from the boxes that a
//         sample lies in; the quickest does it. The choice is kept while bodies move little
//         (kept_choice.hpp), and what it found out is handed to the chosen method.
// Cost:   the first call looks at 2,048 bodies, which takes about a millisecond, and at nothing
//         where the direct sum takes less. Later ones look at 64: microseconds.
// Memory: the chosen method's.
// Error:  the chosen method's.

#include "sim/base/error.hpp"
#include "sim/gauss/gauss_costs.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/gauss/kept_choice.hpp"

#include <memory>

namespace orrery {
namespace {

template <class Real>
std::shared_ptr<KeptChoice> choose(const GaussSum<Real>& sum, const PointBounds& bounds,
                                   GaussWork& work, GaussPlace place) {
    const auto t = timed("choose", work.timings);
    GaussLoad load = gauss_load(sum, bounds, work);
    load.once = work.once;
    load.plans = {cheapest_plan(load, PlanFor::processor), // all who ask take them
                  cheapest_plan(load, PlanFor::gpu)};
    return std::make_shared<KeptChoice>(quickest_gauss_method(load, place), load, sum, work);
}

template <class Real>
bool sum_by_quickest(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    constexpr double seconds_to_choose = 1e-3;
    const double pairs =
        static_cast<double>(sum.sources.size()) * static_cast<double>(sum.targets.size());
    if (!sum.device && pairs * cpu_seconds_per_pair(Precision::fp64) < seconds_to_choose) {
        return find_gauss_method("cpu.gauss.direct").sum(sum, bounds, work);
    }
    std::shared_ptr<KeptChoice>& choice = work.kept->choice;
    if (!choice || !choice->holds(sum, bounds, work)) {
        choice = choose(sum, bounds, work, sum.device ? GaussPlace::gpu : GaussPlace::anywhere);
    }
    GaussWork chosen = work;
    chosen.known = &choice->load();
    try {
        return choice->method().sum(sum, bounds, chosen);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::failed || choice->method().on_processor() || sum.device) {
            throw;
        }
    }
    // The GPU has no memory left, or is lost.
    choice = choose(sum, bounds, work, GaussPlace::processor);
    chosen.known = &choice->load();
    return choice->method().sum(sum, bounds, chosen);
}

double seconds(const GaussLoad& load) {
    return quickest_gauss_method(load).seconds(load);
}

} // namespace

const GaussMethod& quickest_gauss_method(const GaussLoad& load, GaussPlace place) {
    const GaussMethod* quickest = nullptr;
    double least = 0;
    for (const GaussMethod& method : gauss_methods()) {
        if (method.automatic || load.error < method.min_error(load.precision) ||
            (place == GaussPlace::processor && !method.on_processor()) ||
            (place == GaussPlace::gpu && method.on_processor()) || !method.unavailable().empty()) {
            continue;
        }
        const double seconds = method.seconds(load);
        if (quickest == nullptr || seconds < least) {
            quickest = &method;
            least = seconds;
        }
    }
    return *quickest;
}

extern const GaussMethod automatic_gauss{
    .id = "gauss",
    .title = "Automatic",
    .idea = "the method that should be quickest, by an estimate from a sample of the bodies",
    .min_error_fp32 = 1e-6,
    .min_error_fp64 = 1e-14,
    .automatic = true,
    .seconds = seconds,
    .sum_fp32 = sum_by_quickest<float>,
    .sum_fp64 = sum_by_quickest<double>,
};

} // namespace orrery
