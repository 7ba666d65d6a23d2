// Idea:   each method says how long it would take (its `seconds`), from the numbers of bodies and
//         grid nodes, and from the pairs of a sample that are within reach; the quickest does it.
//         The choice is kept while bodies move little (kept_choice.hpp), and what it found out is
//         handed to the chosen method.
// Cost:   the first call looks at 2,048 bodies, which takes about a millisecond, and at nothing
//         where the direct sum takes less. Later ones look at 64: microseconds.
// Memory: the chosen method's.
// Error:  the chosen method's.

#include "sim/base/error.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/gauss/kept_choice.hpp"

#include <cmath>
#include <memory>
#include <utility>

namespace orrery {
namespace {

constexpr int most_calls = 256;
constexpr double little = 0.05;

// Whether a length that cannot be negative has changed by little.
bool is_near(double now, double then) {
    return std::abs(now - then) <= little * then;
}

bool are_near(const std::array<double, 3>& now, const std::array<double, 3>& then) {
    return is_near(now[0], then[0]) && is_near(now[1], then[1]) && is_near(now[2], then[2]);
}

template <class Real>
double spread_along(const HostArray<Real>& values) {
    const auto count = static_cast<double>(values.size());
    double sum = 0;
    for (const Real value : values) {
        sum += static_cast<double>(value);
    }
    const double middle = sum / count;
    double apart = 0;
    for (const Real value : values) {
        apart += std::abs(static_cast<double>(value) - middle);
    }
    return apart / count;
}

template <class Real>
PointSpread spread_of(const PointsView<Real>& points, std::optional<int> device, GaussWork& work) {
    constexpr std::size_t most = 64;
    const VectorArray<Real> some = sampled_points(points, most, device, work);
    return {spread_along(some.x), spread_along(some.y), spread_along(some.z)};
}

template <class Real>
PointSpread target_spread(const GaussSum<Real>& sum, GaussWork& work) {
    return sum.targets.same_as(sum.sources) ? PointSpread{}
                                            : spread_of(sum.targets, sum.device, work);
}

} // namespace

template <class Real>
KeptChoice::KeptChoice(const GaussMethod& method, const GaussLoad& load, const GaussSum<Real>& sum,
                       GaussWork& work)
    : method_(&method), load_(load), sources_(spread_of(sum.sources, sum.device, work)),
      targets_(target_spread(sum, work)) {}

template <class Real>
bool KeptChoice::holds(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    GaussQuestion now(sum, bounds, work);
    const std::array<double, 3> extent = std::exchange(now.extent, load_.extent);
    return ++calls_ < most_calls && now == load_ && are_near(extent, load_.extent) &&
           has_a_grid_for(extent) && are_near(spread_of(sum.sources, sum.device, work), sources_) &&
           are_near(target_spread(sum, work), targets_);
}

bool KeptChoice::has_a_grid_for(const std::array<double, 3>& extent) const {
    const std::optional<PlaneWavePlan>& plan =
        load_.plan(method_->on_processor() ? PlanFor::processor : PlanFor::gpu);
    return !plan || !plan->is_possible() || fitted_plan(*plan, extent, load_.sigma).is_possible();
}

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
        if (method.automatic || method.lesson || load.error < method.min_error(load.precision) ||
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

template KeptChoice::KeptChoice(const GaussMethod&, const GaussLoad&, const GaussSum<float>&,
                                GaussWork&);
template KeptChoice::KeptChoice(const GaussMethod&, const GaussLoad&, const GaussSum<double>&,
                                GaussWork&);
template bool KeptChoice::holds(const GaussSum<float>&, const PointBounds&, GaussWork&);
template bool KeptChoice::holds(const GaussSum<double>&, const PointBounds&, GaussWork&);

} // namespace orrery
