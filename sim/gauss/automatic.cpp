// Idea:   each method says how long it would take (its `seconds`), from the numbers of bodies and
//         grid nodes, from the pairs of a sample that are within reach, and from the boxes that a
//         sample lies in; the quickest does it. The choice is kept while bodies move little
//         (kept_choice.hpp), and what it found out is handed to the chosen method.
// Cost:   the first call looks at 2,048 bodies, which takes about a millisecond, and at nothing
//         where the direct sum takes less. Later ones look at 64: microseconds.
// Memory: the chosen method's.
// Error:  the chosen method's.

#include "sim/base/error.hpp"
#include "sim/gauss/cpu_costs.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/gauss/kept_choice.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace orrery {
namespace {

template <class Real>
bool sum_by(const GaussMethod& method, const GaussSum<Real>& sum, const PointBounds& bounds,
            GaussWork& work) {
    if constexpr (sizeof(Real) == sizeof(float)) {
        return method.sum_fp32(sum, bounds, work);
    } else {
        return method.sum_fp64(sum, bounds, work);
    }
}

// What it keeps; what another method kept there before becomes the chosen one's.
AutomaticGaussMemory& automatic_memory(GaussWork& work) {
    auto* memory = dynamic_cast<AutomaticGaussMemory*>(work.kept->get());
    if (memory == nullptr) {
        auto made = std::make_unique<AutomaticGaussMemory>();
        made->of_method = std::move(*work.kept);
        memory = made.get();
        *work.kept = std::move(made);
    }
    return *memory;
}

template <class Real>
KeptChoice choose(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work,
                  GaussPlace place) {
    const auto t = timed("choose", work.timings);
    GaussLoad load = gauss_load(sum, bounds, work);
    load.once = work.once;
    load.plan = plane_wave_plan(load, PlanFor::processor); // all who ask take them
    load.gpu_plan = plane_wave_plan(load, PlanFor::gpu);
    return KeptChoice(quickest_gauss_method(load, place), load, sum, work);
}

template <class Real>
bool sum_by_quickest(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    constexpr double seconds_to_choose = 1e-3;
    const double pairs =
        static_cast<double>(sum.sources.size()) * static_cast<double>(sum.targets.size());
    if (!sum.device && pairs * cpu_seconds_per_pair(Precision::fp64) < seconds_to_choose) {
        return sum_by(find_gauss_method("cpu.gauss.direct"), sum, bounds, work);
    }
    AutomaticGaussMemory& memory = automatic_memory(work);
    std::optional<KeptChoice>& choice = memory.choice;
    if (!choice || !choice->holds(sum, bounds, work)) {
        choice = choose(sum, bounds, work, sum.device ? GaussPlace::gpu : GaussPlace::anywhere);
    }
    GaussWork chosen{work.workers, work.stop, work.timings, &memory.of_method, work.once};
    chosen.known = &choice->load();
    try {
        return sum_by(choice->method(), sum, bounds, chosen);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::failed || choice->method().on_processor() || sum.device) {
            throw;
        }
    }
    // The GPU has no memory left, or is lost.
    choice = choose(sum, bounds, work, GaussPlace::processor);
    chosen.known = &choice->load();
    return sum_by(choice->method(), sum, bounds, chosen);
}

double seconds(const GaussLoad& load) {
    return quickest_gauss_method(load).seconds(load);
}

std::string available() {
    return "";
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
    .unavailable = available,
};

} // namespace orrery
