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
// Box:     simd_box_sum.cpp.

#include "sim/solvers/direct/simd_box_sum.hpp"
#include "sim/solvers/direct/simd_kernels.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

namespace orrery {
namespace {

// Targets of one task; a task of a million sources takes about 15 ms on one core.
constexpr std::size_t target_block = 64;

// Sums of a task's targets, without the factor G, of what a request wants.
template <class Real>
class BlockSums {
public:
    explicit BlockSums(const AccelerationsView<Real>& wanted) {
        auto place = [this, next = 0](const Real* array) mutable {
            return array == nullptr ? nullptr : sums_[next++];
        };
        view_.x = place(wanted.x);
        view_.y = place(wanted.y);
        view_.z = place(wanted.z);
        view_.potential = place(wanted.potential);
        view_.jerk_x = place(wanted.jerk_x);
        view_.jerk_y = place(wanted.jerk_y);
        view_.jerk_z = place(wanted.jerk_z);
    }

    const AccelerationsView<Real>& view() const { return view_; }

private:
    Real sums_[7][target_block] = {};
    AccelerationsView<Real> view_;
};

// The listed targets of a task, side by side.
template <class Real>
class GatheredBlock {
public:
    explicit GatheredBlock(const ForceRequest<Real>& request) {
        const BodiesView<Real>& from = request.targets;
        auto gather = [&, next = 0](const Real* array) mutable -> const Real* {
            if (array == nullptr) {
                return nullptr;
            }
            Real* const to = values_[next++];
            for (std::size_t k = 0; k < from.count; ++k) {
                to[k] = array[request.place(k)];
            }
            return to;
        };
        view_ = {from.count,        gather(from.x),  gather(from.y),  gather(from.z),
                 gather(from.mass), gather(from.vx), gather(from.vy), gather(from.vz)};
    }

    const BodiesView<Real>& view() const { return view_; }

private:
    Real values_[7][target_block];
    BodiesView<Real> view_;
};

// Some sources pull on the listed targets of a task: alone on each that is one of them and must not
// meet itself, on all others together.
template <class Real>
void pull_listed(const SimdKernels<Real>& kernels, const ForceRequest<Real>& request,
                 const BodiesView<Real>& targets, BodyRange sources, const PairLaw<Real>& law,
                 const AccelerationsView<Real>& sums) {
    const auto among = [&](std::size_t k) {
        return request.list[k] - sources.first < sources.last - sources.first;
    };
    for (std::size_t first = 0, end; first < targets.count; first = end) {
        end = first + 1;
        PulledBodies<Real> pulled;
        if (among(first)) {
            pulled.at = request.list[first];
        } else {
            while (end < targets.count && !among(end)) {
                ++end;
            }
        }
        pulled.bodies = targets.part(first, end);
        kernels.pull(pulled, request.sources, sources, law, sums.from(first));
    }
}

// All sources pull on at most target_block targets; false if asked to stop.
template <class Real>
bool sum_block(const SimdKernels<Real>& kernels, const ForceRequest<Real>& request,
               const std::stop_token& stop) {
    const PairLaw<Real> law(request.parameters.softening, request.parameters.gravity);
    const std::size_t count = request.sources.count;
    PulledBodies<Real> pulled{request.targets};
    if (request.targets_at) {
        pulled.at = *request.targets_at;
    }
    const BlockSums<Real> sums(request.result);
    std::optional<GatheredBlock<Real>> listed;
    if (request.list != nullptr) {
        listed.emplace(request);
    }
    for (std::size_t first = 0; first < count; first += kernels.source_tile) {
        if (stop.stop_requested()) {
            return false;
        }
        const BodyRange tile{first, std::min(first + kernels.source_tile, count)};
        if (listed) {
            pull_listed(kernels, request, listed->view(), tile, law, sums.view());
        } else {
            kernels.pull(pulled, request.sources, tile, law, sums.view());
        }
    }
    store(sums.view(), request.targets.count, law.gravity, request.result);
    return true;
}

} // namespace

template <class Real>
Outcome sum_one_sided(const SimdKernels<Real>& kernels, const ForceRequest<Real>& request,
                      Execution& execution, bool threads) {
    std::atomic<bool> cancelled = false;
    // [cpu.simd_threads]
    const auto sum = [&](std::size_t first, std::size_t last) {
        if (cancelled || !sum_block(kernels, request.of_targets(first, last), execution.stop)) {
            cancelled = true;
            return;
        }
        execution.computed(last - first, request.targets.count);
    };
    const std::size_t targets = request.targets.count;
    // [lit]
    if (threads) {
        execution.workers.for_ranges(targets, target_block, sum);
        // [/lit]
        // [/cpu.simd_threads]
    } else {
        for (std::size_t first = 0; first < targets; first += target_block) {
            sum(first, std::min(first + target_block, targets));
        }
    }
    return cancelled ? Outcome::cancelled : Outcome::complete;
}

template Outcome sum_one_sided(const SimdKernels<float>&, const ForceRequest<float>&, Execution&,
                               bool);
template Outcome sum_one_sided(const SimdKernels<double>&, const ForceRequest<double>&, Execution&,
                               bool);

namespace {

template <bool threads>
class Simd {
public:
    static const SolverInfo info;

    template <class Real>
    Outcome prepare(const ForceSources<Real>& request, Execution& execution) {
        const PeriodicBox& box = request.parameters.box;
        BoxSum<Real>& in_box = in_box_.template only<Real>();
        if (!box.is_periodic()) {
            in_box.reset();
            return Outcome::complete;
        }
        const auto timer = timed("waves", execution.timings);
        const double softening = request.parameters.softening;
        if (!in_box || !in_box->is_of(box, softening)) {
            in_box.emplace(box, softening);
        }
        return in_box->prepare(request, workers(execution), execution.stop);
    }

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        const auto timer = timed("forces", execution.timings);
        const InstructionSet& set = chosen_instruction_set(info, request.parameters);
        const SimdKernels<Real>& kernels = set.kernels.in<Real>();
        return request.parameters.box.is_periodic()
                   ? in_box_.template in<Real>()->run(kernels, request, execution,
                                                      workers(execution))
                   : sum_one_sided(kernels, request, execution, threads);
    }

    std::size_t scratch_bytes() const {
        return (in_box_.fp32 ? in_box_.fp32->scratch_bytes() : 0) +
               (in_box_.fp64 ? in_box_.fp64->scratch_bytes() : 0);
    }

private:
    template <class Real>
    using BoxSum = std::optional<SimdBoxSum<Real>>;

    // Null: the calling thread alone.
    static Workers* workers(Execution& execution) { return threads ? &execution.workers : nullptr; }

    PerPrecision<BoxSum> in_box_; // one of them empty
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
    .periodic = true,
    .bytes_per_interaction = 16.0 / 64, // a source serves a task's targets
    .options = {instruction_set_option()},
};

template <>
const SolverInfo Simd<true>::info{
    .id = "cpu.simd_threads",
    .title = "SIMD, threads",
    .family = "CPU direct",
    .idea = "The SIMD sum with the targets shared out among threads.",
    .source = "Wilt, The CUDA Handbook (2013), ch. 14",
    .complexity = "N^2",
    .has_jerk = true,
    .periodic = true,
    .multithreaded = true,
    .bytes_per_interaction = 16.0 / 64, // a source serves a task's targets
    .options = {instruction_set_option()},
};

} // namespace

SolverEntry simd_solver() {
    return typed_entry<Simd<false>>();
}

SolverEntry simd_threads_solver() {
    return typed_entry<Simd<true>>();
}

} // namespace orrery
