// Direct summation on one CPU thread, bodies as a structure of arrays, vectorised by the compiler.
//
// Idea:    with x, y, z and mass in arrays of their own, neighbouring bodies sit in neighbouring
// lanes
//          and the compiler turns the inner loop into SIMD by itself. The same loop
//          (soa_kernel.cpp) is compiled for the baseline, AVX2 and AVX-512, and the best that runs
//          here is called.
// Source:  Wilt, "The CUDA Handbook" (2013), chapter 14 (CPU_SOA).
// Cost:    N^2 interactions, 4 to 16 at a time in float; exact division and square root, which is
// what
//          separates it from cpu.simd.
// Memory:  none beyond the bodies.

#include "sim/solvers/direct/direct_methods.hpp"
#include "sim/solvers/direct/direct_solver.hpp"
#include "sim/solvers/direct/scalar_pair.hpp"
#include "sim/solvers/direct/soa_kernel.hpp"

#include <algorithm>
#include <type_traits>

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
    Outcome run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                const ForceParameters& parameters, SolverContext& context) {
        const PairLaw<Real> law(parameters.softening, parameters.gravity);
        const auto timer = timed("forces", context.timings);
        const std::size_t padded = (bodies.count + line<Real> - 1) / line<Real> * line<Real>;
        for (std::size_t i = 0; i < bodies.count; ++i) {
            if (context.stop.stop_requested()) {
                return Outcome::cancelled;
            }
            const std::size_t own_line = i / line<Real> * line<Real>;
            const SoaPull<Real> before = pull(bodies, i, 0, own_line, law);
            const SoaPull<Real> after = pull(bodies, i, own_line + line<Real>, padded, law);
            const Pull<Real> own = pull_of_own_line(bodies, i, law);
            result.x[i] = law.gravity * (before.x + own.x + after.x);
            result.y[i] = law.gravity * (before.y + own.y + after.y);
            result.z[i] = law.gravity * (before.z + own.z + after.z);
            if (result.potential != nullptr) {
                result.potential[i] =
                    law.gravity * (before.potential + own.potential + after.potential);
            }
        }
        return Outcome::complete;
    }

    std::size_t scratch_bytes() const { return 0; }

private:
    // Bodies in a 64-byte line.
    template <class Real>
    static constexpr std::size_t line = HostArray<Real>::alignment / sizeof(Real);

    template <class Real>
    SoaPull<Real> pull(const BodiesView<Real>& bodies, std::size_t target, std::size_t first,
                       std::size_t last, const PairLaw<Real>& law) const {
        const SoaTask<Real> task{.x = bodies.x,
                                 .y = bodies.y,
                                 .z = bodies.z,
                                 .mass = bodies.mass,
                                 .first = first,
                                 .last = last,
                                 .target_x = bodies.x[target],
                                 .target_y = bodies.y[target],
                                 .target_z = bodies.z[target],
                                 .softening_squared = law.softening_squared,
                                 .contact_squared = law.contact_squared()};
        if constexpr (std::is_same_v<Real, float>) {
            return kernels_.single(task);
        } else {
            return kernels_.twofold(task);
        }
    }

    // The branchless loop leaves out the line that holds the target, so that the target never meets
    // itself: a softened body would add its own potential.
    template <class Real>
    static Pull<Real> pull_of_own_line(const BodiesView<Real>& bodies, std::size_t target,
                                       const PairLaw<Real>& law) {
        const auto point = [&](std::size_t i) {
            return PointMass<Real>{bodies.x[i], bodies.y[i], bodies.z[i], bodies.mass[i]};
        };
        const std::size_t first = target / line<Real> * line<Real>;
        Pull<Real> pull;
        for (std::size_t j = first; j < std::min(first + line<Real>, bodies.count); ++j) {
            if (j != target) {
                pull.add(point(target), point(j), law);
            }
        }
        return pull;
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
    return direct_entry<Soa>();
}

} // namespace orrery
