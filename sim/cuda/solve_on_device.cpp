#include "sim/cuda/solve_on_device.hpp"

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"

namespace orrery {
namespace {

// A copy in GPU memory of an array of the host; null for null.
template <class Real>
class Mirror {
public:
    Mirror(const Real* from, std::size_t count) : array_(from == nullptr ? 0 : count) {
        if (!array_.empty()) {
            cuda_check(cudaMemcpy(array_.data(), from, array_.bytes(), cudaMemcpyHostToDevice),
                       "copying bodies to the GPU");
        }
    }
    // Not filled: for results that go to `to`.
    static Mirror of_result(const Real* to, std::size_t count) {
        Mirror mirror(nullptr, 0);
        mirror.array_ = DeviceArray<Real>(to == nullptr ? 0 : count);
        return mirror;
    }
    void copy_back(Real* to) const {
        if (!array_.empty()) {
            cuda_check(cudaMemcpy(to, array_.data(), array_.bytes(), cudaMemcpyDeviceToHost),
                       "copying results from the GPU");
        }
    }
    Real* data() { return array_.data(); }

private:
    DeviceArray<Real> array_;
};

} // namespace

template <class Real>
Outcome solve_on_device(Solver& solver, const BodiesView<Real>& bodies,
                        const AccelerationsView<Real>& result, const ForceParameters& parameters,
                        SolverContext& context) {
    DeviceQueue queue(home_device(solver.info(), parameters).value());
    const std::size_t count = bodies.count;
    Mirror x(bodies.x, count), y(bodies.y, count), z(bodies.z, count), mass(bodies.mass, count);
    Mirror vx(bodies.vx, count), vy(bodies.vy, count), vz(bodies.vz, count);
    auto ax = Mirror<Real>::of_result(result.x, count);
    auto ay = Mirror<Real>::of_result(result.y, count);
    auto az = Mirror<Real>::of_result(result.z, count);
    auto potential = Mirror<Real>::of_result(result.potential, count);
    auto jx = Mirror<Real>::of_result(result.jerk_x, count);
    auto jy = Mirror<Real>::of_result(result.jerk_y, count);
    auto jz = Mirror<Real>::of_result(result.jerk_z, count);
    auto interactions = Mirror<float>::of_result(result.interactions, count);

    SolverContext there{context.stop, context.workers, context.timings, &queue};
    const Outcome outcome = solver.accelerations(
        {count, x.data(), y.data(), z.data(), mass.data(), vx.data(), vy.data(), vz.data()},
        {ax.data(), ay.data(), az.data(), potential.data(), jx.data(), jy.data(), jz.data(),
         interactions.data()},
        parameters, there);
    queue.finish(context.timings);
    if (outcome == Outcome::complete) {
        ax.copy_back(result.x);
        ay.copy_back(result.y);
        az.copy_back(result.z);
        potential.copy_back(result.potential);
        jx.copy_back(result.jerk_x);
        jy.copy_back(result.jerk_y);
        jz.copy_back(result.jerk_z);
        interactions.copy_back(result.interactions);
    }
    return outcome;
}

template Outcome solve_on_device(Solver&, const BodiesView<float>&, const AccelerationsView<float>&,
                                 const ForceParameters&, SolverContext&);
template Outcome solve_on_device(Solver&, const BodiesView<double>&,
                                 const AccelerationsView<double>&, const ForceParameters&,
                                 SolverContext&);

} // namespace orrery
