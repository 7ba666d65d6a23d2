// Units for expansions: powers of two near a system's own lengths and masses.

#include "sim/cuda/device_primitives.hpp"
#include "sim/solvers/fmm/gpu_expansions.cuh"

namespace orrery {
namespace {

template <class Real>
__global__ void set_units(const CurveSpace* space, const double* total_mass,
                          FmmUnits<Real>* units) {
    // Most bodies are within a sixteenth of the reach, and cells are some thousandths of that.
    const Real length = static_cast<Real>(ldexp(space->reach, -10));
    int exponent = 0;
    frexp(*total_mass > 0 ? *total_mass : 1.0, &exponent);
    *units = {length, 1 / length, ldexp(Real(1), exponent), ldexp(Real(1), -exponent)};
}

} // namespace

template <class Real>
void UnitsFinder<Real>::find(DeviceQueue& queue, const BodiesView<Real>& bodies,
                             const CurveSpace* space) {
    const auto add_up = [&](void* workspace, std::size_t& bytes) {
        sum(workspace, bytes, bodies.mass, static_cast<unsigned>(bodies.count), total_mass_.data(),
            queue.beside());
    };
    std::size_t bytes = 0;
    add_up(nullptr, bytes);
    workspace_.reserve(bytes);
    add_up(workspace_.data(), bytes);
    find(queue, total_mass_.data(), space);
}

template <class Real>
void UnitsFinder<Real>::find(DeviceQueue& queue, const double* total_mass,
                             const CurveSpace* space) {
    queue.launch_beside("moments", {dim3(1), dim3(1)}, set_units<Real>, space, total_mass,
                        units_.data());
}

template class UnitsFinder<float>;
template class UnitsFinder<double>;

} // namespace orrery
