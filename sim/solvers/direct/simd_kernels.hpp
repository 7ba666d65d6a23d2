#pragma once

#include "sim/base/per_precision.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/box_law.hpp"
#include "sim/solvers/direct/pair_law.hpp"
#include "sim/tree/prepared_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace orrery {

// A run of bodies, [first, last) by index.
struct BodyRange {
    std::size_t first, last;
};

// Runs of sources begin at multiples of this: a 64-byte line of floats. Their last line is read
// whole, padding included.
inline constexpr std::size_t simd_line = 16;

inline constexpr std::size_t whole_lines(std::size_t count) {
    return (count + simd_line - 1) / simd_line * simd_line;
}

// Bodies that a kernel is to pull, and where the first of them is among the sources: none pulls
// itself. `elsewhere`: they are others.
template <class Real>
struct PulledBodies {
    static constexpr std::size_t elsewhere = ~std::size_t{0} / 2;

    BodiesView<Real> bodies;
    std::size_t at = elsewhere;
};

// Targets that a kernel takes at once in a box: it is given whole groups of them, and results that
// hold as many.
inline constexpr std::size_t box_group = 4;

// Bodies that a kernel is to pull in a box.
template <class Real>
struct PulledInBox {
    BoxBodiesView<Real> bodies;
    const std::int64_t* own; // of each, its index among the sources; -1: it is none of them
};

// The inner loops of the SIMD solvers for one instruction set and precision. All add to `result`,
// which holds sums without the factor G.
template <class Real>
struct SimdKernels {
    // The pull of those `bodies` that are `sources` on others or on themselves.
    void (*pull)(const PulledBodies<Real>& pulled, const BodiesView<Real>& bodies,
                 BodyRange sources, const PairLaw<Real>& law,
                 const AccelerationsView<Real>& result);
    // The same in a periodic box: the pairs' half, of one image.
    void (*pull_in_box)(const PulledInBox<Real>& pulled, const BoxBodiesView<Real>& bodies,
                        BodyRange sources, const BoxLaw<Real>& law,
                        const AccelerationsView<Real>& result);
    // Both pulls between two runs that do not overlap, each pair computed once; at most
    // max_mutual_bodies sources. No jerk.
    void (*mutual)(const BodiesView<Real>& bodies, BodyRange targets, BodyRange sources,
                   const PairLaw<Real>& law, const AccelerationsView<Real>& result);
    // The pull of the cells that are listed on targets [0, count), which like `result` have whole
    // lines.
    void (*m2p)(const Multipole<Real>* cells, const std::uint32_t* list, std::size_t listed,
                const BodiesView<Real>& targets, const PairLaw<Real>& law,
                const AccelerationsView<Real>& result);
    // Sources to give to one `pull`: few enough to stay in the second-level cache while targets
    // pass by and to lose nothing to rounding in a lane's running sum. Whole lines.
    std::size_t source_tile;
};

inline constexpr std::size_t max_mutual_bodies = 1024;

struct InstructionSet {
    const char* name;
    PerPrecision<SimdKernels> kernels;
};

// The sets that this program was compiled for and this processor has, the best first.
std::span<const InstructionSet> instruction_sets();

// The `isa` slider of the SIMD solvers: "best", then instruction_sets() by name.
SolverOption instruction_set_option();
const InstructionSet& chosen_instruction_set(const SolverInfo& info,
                                             const ForceParameters& parameters);

// The one-sided sum that a request asks for, on all workers or on the calling thread alone.
template <class Real>
Outcome sum_one_sided(const SimdKernels<Real>& kernels, const ForceRequest<Real>& request,
                      Execution& execution, bool threads);

// Zeroes results [first, last), before kernels add to them.
template <class Real>
void clear(const AccelerationsView<Real>& result, std::size_t first, std::size_t last) {
    result.for_each([&](Real* array) { std::fill(array + first, array + last, Real(0)); });
}

// G times the sums of `count` targets, to where they are wanted.
template <class Real>
void store(const AccelerationsView<Real>& sums, std::size_t count, Real gravity,
           const AccelerationsView<Real>& result) {
    const auto store_array = [&](const Real* from, Real* to) {
        for (std::size_t i = 0; to != nullptr && i < count; ++i) {
            result.store(to[i], gravity * from[i]);
        }
    };
    store_array(sums.x, result.x);
    store_array(sums.y, result.y);
    store_array(sums.z, result.z);
    store_array(sums.potential, result.potential);
    store_array(sums.jerk_x, result.jerk_x);
    store_array(sums.jerk_y, result.jerk_y);
    store_array(sums.jerk_z, result.jerk_z);
}

// Multiplies results [first, last) by G.
template <class Real>
void scale(const AccelerationsView<Real>& result, std::size_t first, std::size_t last,
           Real gravity) {
    result.for_each([&](Real* array) {
        for (std::size_t i = first; i < last; ++i) {
            array[i] *= gravity;
        }
    });
}

} // namespace orrery
