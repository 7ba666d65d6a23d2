// Direct summation on one CPU thread, bodies as a structure of arrays, vectorised by the compiler.
//
// Idea:    with x, y, z and mass in arrays of their own, neighbouring bodies sit in neighbouring
//          lanes and the compiler turns the inner loop into SIMD by itself. The same loop is
//          compiled for the baseline, AVX2 and AVX-512, and the best that runs here is called, so
//          the program itself runs on any x86-64.
// Source:  Wilt, "The CUDA Handbook" (2013), chapter 14 (CPU_SOA).
// Cost:    N^2 interactions, 4 to 16 at a time in float; exact division and square root, which is
//          what separates it from cpu.simd.
// Memory:  none beyond the bodies.

#include "sim/solvers/direct/scalar_pair.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

// The loop, written for the compiler to vectorise: unit stride, no branches (contact is a select,
// not a jump), sums declared as reductions. Sources [first, last) are whole 64-byte lines.
template <class Real>
[[gnu::always_inline]] inline void pull_in_lanes(const BodiesView<Real>& sources, std::size_t first,
                                                 std::size_t last, const PointMass<Real>& body,
                                                 const PairLaw<Real>& law, Pull& pull) {
    const auto aligned = [](const Real* array) {
        return static_cast<const Real*>(__builtin_assume_aligned(array, 64));
    };
    const Real* const x = aligned(sources.x);
    const Real* const y = aligned(sources.y);
    const Real* const z = aligned(sources.z);
    const Real* const mass = aligned(sources.mass);
    const PointMass<Real> target = body;
    const Real softening_squared = law.softening_squared;
    constexpr Real contact_squared = PairLaw<Real>::contact_squared();
    Real sum_x = 0;
    Real sum_y = 0;
    Real sum_z = 0;
    Real sum_potential = 0;
    // [cpu.soa]
    // [lit]
#pragma omp simd reduction(+ : sum_x, sum_y, sum_z, sum_potential)
    // [/lit]
    for (std::size_t j = first; j < last; ++j) {
        const Real dx = x[j] - target.x;
        const Real dy = y[j] - target.y;
        const Real dz = z[j] - target.z;
        const Real r2 = dx * dx + dy * dy + dz * dz + softening_squared;
        // [/cpu.soa]
        const Real apart = r2 < contact_squared ? Real(1) : r2;
        const Real inverse = Real(1) / std::sqrt(apart);
        const Real m = r2 < contact_squared ? Real(0) : mass[j];
        // Not m/R^3 times the distance: m/R^2 fits a float where m/R^3 may not.
        // [cpu.soa]
        const Real strength = m * inverse * inverse;
        sum_x += strength * (inverse * dx);
        sum_y += strength * (inverse * dy);
        sum_z += strength * (inverse * dz);
        // [/cpu.soa]
        sum_potential -= m * inverse;
    }
    pull.x += static_cast<double>(sum_x);
    pull.y += static_cast<double>(sum_y);
    pull.z += static_cast<double>(sum_z);
    pull.potential += static_cast<double>(sum_potential);
}

template <class Real>
using Kernel = void (*)(const BodiesView<Real>& sources, std::size_t first, std::size_t last,
                        const PointMass<Real>& body, const PairLaw<Real>& law, Pull& pull);

template <class Real>
void pull_baseline(const BodiesView<Real>& sources, std::size_t first, std::size_t last,
                   const PointMass<Real>& body, const PairLaw<Real>& law, Pull& pull) {
    pull_in_lanes(sources, first, last, body, law, pull);
}
#if defined(__x86_64__)
template <class Real>
[[gnu::target("avx2,fma")]] void pull_avx2(const BodiesView<Real>& sources, std::size_t first,
                                           std::size_t last, const PointMass<Real>& body,
                                           const PairLaw<Real>& law, Pull& pull) {
    pull_in_lanes(sources, first, last, body, law, pull);
}
template <class Real>
[[gnu::target("avx512f")]] void pull_avx512(const BodiesView<Real>& sources, std::size_t first,
                                            std::size_t last, const PointMass<Real>& body,
                                            const PairLaw<Real>& law, Pull& pull) {
    pull_in_lanes(sources, first, last, body, law, pull);
}
#endif

template <class Real>
Kernel<Real> best_kernel() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) {
        return pull_avx512<Real>;
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return pull_avx2<Real>;
    }
#endif
    return pull_baseline<Real>;
}

class Soa {
public:
    static const SolverInfo info;

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        const PairLaw<Real> law(request.parameters.softening, request.parameters.gravity);
        const BodiesView<Real>& sources = request.sources;
        const auto timer = timed("forces", execution.timings);
        const std::size_t lines = (sources.count + line<Real> - 1) / line<Real>;
        for (std::size_t k = 0; k < request.targets.count; ++k) {
            if (execution.stop.stop_requested()) {
                return Outcome::cancelled;
            }
            const PointMass<Real> target = point_of(request.targets, request.place(k));
            Pull pull;
            if (request.targets_at) {
                // The branchless loop leaves out the line that holds the target, so that the target
                // never meets itself: a softened body would add its own potential.
                const std::size_t itself = request.packed_target(k);
                const std::size_t own_line = itself / line<Real>;
                add_lines(sources, target, 0, own_line, law, pull);
                add_neighbours(sources, target, itself, law, pull);
                add_lines(sources, target, own_line + 1, lines, law, pull);
            } else {
                add_lines(sources, target, 0, lines, law, pull);
            }
            pull.store(request.parameters.gravity, request.result, k);
            execution.computed(std::size_t{1}, request.targets.count);
        }
        return Outcome::complete;
    }

private:
    // Bodies in a 64-byte line.
    template <class Real>
    static constexpr std::size_t line = HostArray<Real>::alignment / sizeof(Real);

    // Lines that one call of the kernel sums in Real: few enough to lose nothing to rounding.
    static constexpr std::size_t lines_at_once = 64;

    template <class Real>
    static void add_lines(const BodiesView<Real>& sources, const PointMass<Real>& target,
                          std::size_t first, std::size_t last, const PairLaw<Real>& law,
                          Pull& pull) {
        static const Kernel<Real> kernel = best_kernel<Real>();
        for (std::size_t begin = first; begin < last; begin += lines_at_once) {
            const std::size_t end = std::min(begin + lines_at_once, last);
            kernel(sources, begin * line<Real>, end * line<Real>, target, law, pull);
        }
    }

    // The other bodies in the line of the source that is the target itself, one by one.
    template <class Real>
    static void add_neighbours(const BodiesView<Real>& sources, const PointMass<Real>& target,
                               std::size_t itself, const PairLaw<Real>& law, Pull& pull) {
        const std::size_t first = itself / line<Real> * line<Real>;
        const std::size_t last = std::min(first + line<Real>, sources.count);
        for (std::size_t j = first; j < last; ++j) {
            if (j != itself) {
                pull.add(Separation<Real>(target, point_of(sources, j), law), sources.mass[j]);
            }
        }
    }
};

const SolverInfo Soa::info{
    .id = "cpu.soa",
    .title = "Auto-vectorised",
    .family = "CPU direct",
    .idea = "A structure of arrays, so that the compiler vectorises the inner loop by itself.",
    .source = "Wilt, The CUDA Handbook (2013), ch. 14",
    .complexity = "N^2",
    .options = {},
};

} // namespace

SolverEntry soa_solver() {
    return typed_entry<Soa>();
}

} // namespace orrery
