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
        const std::size_t lines = (bodies.count + line<Real> - 1) / line<Real>;
        for (std::size_t i = 0; i < bodies.count; ++i) {
            if (context.stop.stop_requested()) {
                return Outcome::cancelled;
            }
            // The branchless loop leaves out the line that holds the target, so that the target
            // never meets itself: a softened body would add its own potential.
            const std::size_t own_line = i / line<Real>;
            Pull pull;
            add_lines(bodies, i, 0, own_line, law, pull);
            add_neighbours(bodies, i, law, pull);
            add_lines(bodies, i, own_line + 1, lines, law, pull);
            result.x[i] = static_cast<Real>(parameters.gravity * pull.x);
            result.y[i] = static_cast<Real>(parameters.gravity * pull.y);
            result.z[i] = static_cast<Real>(parameters.gravity * pull.z);
            if (result.potential != nullptr) {
                result.potential[i] = static_cast<Real>(parameters.gravity * pull.potential);
            }
        }
        return Outcome::complete;
    }

    std::size_t scratch_bytes() const { return 0; }

private:
    // Bodies in a 64-byte line.
    template <class Real>
    static constexpr std::size_t line = HostArray<Real>::alignment / sizeof(Real);

    // Lines that one call of the kernel sums in Real: few enough to lose nothing to rounding.
    static constexpr std::size_t lines_at_once = 64;

    template <class Real>
    void add_lines(const BodiesView<Real>& bodies, std::size_t target, std::size_t first,
                   std::size_t last, const PairLaw<Real>& law, Pull& pull) const {
        SoaTask<Real> task{.x = bodies.x,
                           .y = bodies.y,
                           .z = bodies.z,
                           .mass = bodies.mass,
                           .first = 0,
                           .last = 0,
                           .target_x = bodies.x[target],
                           .target_y = bodies.y[target],
                           .target_z = bodies.z[target],
                           .softening_squared = law.softening_squared,
                           .contact_squared = law.contact_squared()};
        for (std::size_t begin = first; begin < last; begin += lines_at_once) {
            task.first = begin * line<Real>;
            task.last = std::min(begin + lines_at_once, last) * line<Real>;
            const SoaPull<Real> part = run_kernel(task);
            pull.x += static_cast<double>(part.x);
            pull.y += static_cast<double>(part.y);
            pull.z += static_cast<double>(part.z);
            pull.potential += static_cast<double>(part.potential);
        }
    }

    template <class Real>
    SoaPull<Real> run_kernel(const SoaTask<Real>& task) const {
        if constexpr (std::is_same_v<Real, float>) {
            return kernels_.single(task);
        } else {
            return kernels_.twofold(task);
        }
    }

    // The other bodies in the target's line, one by one.
    template <class Real>
    static void add_neighbours(const BodiesView<Real>& bodies, std::size_t target,
                               const PairLaw<Real>& law, Pull& pull) {
        const auto point = [&](std::size_t i) {
            return PointMass<Real>{bodies.x[i], bodies.y[i], bodies.z[i], bodies.mass[i]};
        };
        const std::size_t first = target / line<Real> * line<Real>;
        const std::size_t last = std::min(first + line<Real>, bodies.count);
        for (std::size_t j = first; j < last; ++j) {
            if (j != target) {
                pull.add(Separation<Real>(point(target), point(j), law), bodies.mass[j]);
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
    return direct_entry<Soa>();
}

} // namespace orrery
