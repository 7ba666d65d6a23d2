// Direct summation with explicit SIMD, on one thread (cpu.simd) or on all (cpu.simd_threads).
//
// Idea:    a vector of 4, 8 or 16 sources meets one target held in every lane; the reciprocal
//          square root comes from the processor's estimate and a short series (simd_root_inl.hpp).
//          Several targets share each loaded source, and sources are taken in tiles that stay in
//          the cache. Targets are independent, so threads split them.
// Source:  Wilt, "The CUDA Handbook" (2013), chapter 14 (CPU_SSE, CPU_SSE_threaded).
// Cost:    N^2 interactions of 15 vector instructions in float with AVX-512.
// Memory:  none beyond the bodies.
// Order:   fixed, so the result does not depend on the number of threads.

#include "sim/solvers/direct/direct_solver.hpp"
#include "sim/solvers/direct/simd_kernels.hpp"
#include "sim/solvers/direct/simd_sum.hpp"

#include <algorithm>
#include <atomic>

namespace orrery {
namespace {

// Targets of one task; a task of a million sources takes about 15 ms on one core.
constexpr std::size_t target_block = 64;

// All sources pull on the targets [first, last); false if asked to stop.
template <class Real>
bool sum_block(const SimdKernels<Real>& kernels, const BodiesView<Real>& bodies, BodyRange targets,
               const PairLaw<Real>& law, const AccelerationsView<Real>& result,
               const std::stop_token& stop) {
    clear(result, targets.first, targets.last);
    for (std::size_t first = 0; first < bodies.count; first += kernels.source_tile) {
        if (stop.stop_requested()) {
            return false;
        }
        kernels.pull(bodies, targets, {first, std::min(first + kernels.source_tile, bodies.count)},
                     law, result);
    }
    scale(result, targets.first, targets.last, law.gravity);
    return true;
}

template <bool threads>
class Simd {
public:
    static const SolverInfo info;

    template <class Real>
    Outcome run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                const ForceParameters& parameters, SolverContext& context) {
        const PairLaw<Real> law(parameters.softening, parameters.gravity);
        const auto& kernels = chosen_instruction_set(info, parameters).template kernels<Real>();
        const auto timer = timed("forces", context.timings);
        std::atomic<bool> cancelled = false;
        const auto sum = [&](std::size_t first, std::size_t last) {
            if (!sum_block(kernels, bodies, {first, last}, law, result, context.stop)) {
                cancelled = true;
            }
        };
        if constexpr (threads) {
            context.workers.for_ranges(bodies.count, target_block, sum);
        } else {
            for (std::size_t first = 0; first < bodies.count && !cancelled; first += target_block) {
                sum(first, std::min(first + target_block, bodies.count));
            }
        }
        return cancelled ? Outcome::cancelled : Outcome::complete;
    }

    std::size_t scratch_bytes() const { return 0; }
};

template <>
const SolverInfo Simd<false>::info{
    .id = "cpu.simd",
    .title = "SIMD",
    .family = "CPU direct",
    .idea = "Explicit vectors of up to 16 sources and a fast reciprocal square root, one thread.",
    .source = "Wilt, The CUDA Handbook (2013), ch. 14",
    .complexity = "N^2",
    .has_jerk = true,
    .bytes_per_interaction = 16.0 / 64, // a source serves a task's targets
    .options = {instruction_set_option()},
};

template <>
const SolverInfo Simd<true>::info{
    .id = "cpu.simd_threads",
    .title = "SIMD, all cores",
    .family = "CPU direct",
    .idea = "The SIMD sum with the targets split over every core.",
    .source = "Wilt, The CUDA Handbook (2013), ch. 14",
    .complexity = "N^2",
    .has_jerk = true,
    .multithreaded = true,
    .bytes_per_interaction = 16.0 / 64, // a source serves a task's targets
    .options = {instruction_set_option()},
};

} // namespace

SolverEntry simd_solver() {
    return direct_entry<Simd<false>>();
}

SolverEntry simd_threads_solver() {
    return direct_entry<Simd<true>>();
}

} // namespace orrery
