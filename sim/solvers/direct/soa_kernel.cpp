// The loop of cpu.soa, written for the compiler to vectorise: unit stride, no branches (contact is
// a select, not a jump), sums declared as reductions. Compiled once per instruction set, under the
// name that ORRERY_SOA_KERNELS gives.

#include "sim/solvers/direct/soa_kernel.hpp"

namespace orrery {
namespace {

float root(float value) {
    return __builtin_sqrtf(value);
}
double root(double value) {
    return __builtin_sqrt(value);
}

template <class Real>
SoaPull<Real> pull(const SoaTask<Real>& task) {
    const Real* const x = static_cast<const Real*>(__builtin_assume_aligned(task.x, 64));
    const Real* const y = static_cast<const Real*>(__builtin_assume_aligned(task.y, 64));
    const Real* const z = static_cast<const Real*>(__builtin_assume_aligned(task.z, 64));
    const Real* const mass = static_cast<const Real*>(__builtin_assume_aligned(task.mass, 64));
    const Real target_x = task.target_x;
    const Real target_y = task.target_y;
    const Real target_z = task.target_z;
    const Real softening_squared = task.softening_squared;
    const Real contact_squared = task.contact_squared;
    Real sum_x = 0;
    Real sum_y = 0;
    Real sum_z = 0;
    Real sum_potential = 0;
#pragma omp simd reduction(+ : sum_x, sum_y, sum_z, sum_potential)
    for (std::size_t j = task.first; j < task.last; ++j) {
        const Real dx = x[j] - target_x;
        const Real dy = y[j] - target_y;
        const Real dz = z[j] - target_z;
        const Real r2 = dx * dx + dy * dy + dz * dz + softening_squared;
        const Real apart = r2 < contact_squared ? Real(1) : r2;
        const Real inverse = Real(1) / root(apart);
        const Real m = r2 < contact_squared ? Real(0) : mass[j];
        // Not m/R^3 times the distance: m/R^2 fits a float where m/R^3 may not.
        const Real strength = m * inverse * inverse;
        sum_x += strength * (inverse * dx);
        sum_y += strength * (inverse * dy);
        sum_z += strength * (inverse * dz);
        sum_potential -= m * inverse;
    }
    return {sum_x, sum_y, sum_z, sum_potential};
}

} // namespace

SoaKernels ORRERY_SOA_KERNELS() {
    return {pull<float>, pull<double>};
}

} // namespace orrery
