// Direct summation on one CPU thread, bodies as a structure of arrays, vectorised by the compiler.
//
// Idea:    with x, y, z and mass in arrays of their own, neighbouring bodies sit in neighbouring
//          lanes and the compiler turns the inner loop into SIMD by itself. The same loop
//          (soa_kernel.cpp) is compiled for the baseline, AVX2 and AVX-512, and the best that runs
//          here is called, so the program itself runs on any x86-64.
// Source:  Wilt, "The CUDA Handbook" (2013), chapter 14 (CPU_SOA).
// Cost:    N^2 interactions, 4 to 16 at a time in float; exact division and square root, which is
//          what separates it from cpu.simd.
// Memory:  none beyond the bodies.

#include "sim/solvers/direct/scalar_pair.hpp"
#include "sim/solvers/direct/soa_kernel.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <algorithm>

namespace orrery {
namespace {

SoaKernels best_kernels() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) {
        return soa_kernels_avx512();
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return soa_kernels_avx2();
    }
#endif
    return soa_kernels_baseline();
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
    void add_lines(const BodiesView<Real>& sources, const PointMass<Real>& target,
                   std::size_t first, std::size_t last, const PairLaw<Real>& law,
                   Pull& pull) const {
        SoaTask<Real> task{.x = sources.x,
                           .y = sources.y,
                           .z = sources.z,
                           .mass = sources.mass,
                           .first = 0,
                           .last = 0,
                           .target_x = target.x,
                           .target_y = target.y,
                           .target_z = target.z,
                           .softening_squared = law.softening_squared,
                           .contact_squared = law.contact_squared()};
        for (std::size_t begin = first; begin < last; begin += lines_at_once) {
            task.first = begin * line<Real>;
            task.last = std::min(begin + lines_at_once, last) * line<Real>;
            const SoaPull<Real> part = kernels_.in<Real>()(task);
            pull.x += static_cast<double>(part.x);
            pull.y += static_cast<double>(part.y);
            pull.z += static_cast<double>(part.z);
            pull.potential += static_cast<double>(part.potential);
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

    SoaKernels kernels_ = best_kernels();
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
