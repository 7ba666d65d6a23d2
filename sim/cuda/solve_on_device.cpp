#include "sim/cuda/solve_on_device.hpp"

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"

#include <vector>

namespace orrery {
namespace {

// A copy in GPU memory of an array of the host; null for null.
template <class Number>
class Mirror {
public:
    Mirror(const Number* from, std::size_t count) : array_(from == nullptr ? 0 : count) {
        if (!array_.empty()) {
            cuda_check(cudaMemcpy(array_.data(), from, array_.bytes(), cudaMemcpyHostToDevice),
                       "copying bodies to the GPU");
        }
    }
    void copy_back(Number* to) const {
        if (!array_.empty()) {
            cuda_check(cudaMemcpy(to, array_.data(), array_.bytes(), cudaMemcpyDeviceToHost),
                       "copying results from the GPU");
        }
    }
    Number* data() { return array_.data(); }

private:
    DeviceArray<Number> array_;
};

template <class Real>
struct MirroredBodies {
    explicit MirroredBodies(const BodiesView<Real>& bodies)
        : count(bodies.count), x(bodies.x, count), y(bodies.y, count), z(bodies.z, count),
          mass(bodies.mass, count), vx(bodies.vx, count), vy(bodies.vy, count),
          vz(bodies.vz, count) {}

    BodiesView<Real> view() {
        return {count, x.data(), y.data(), z.data(), mass.data(), vx.data(), vy.data(), vz.data()};
    }

    std::size_t count;
    Mirror<Real> x, y, z, mass, vx, vy, vz;
};

// Filled with what is there, which may be added to.
template <class Real>
class MirroredResult {
public:
    MirroredResult(const AccelerationsView<Real>& result, std::size_t count)
        : host_(result), view_(result), interactions_(result.interactions, count) {
        for (const auto member : members) {
            view_.*member = arrays_.emplace_back(result.*member, count).data();
        }
        view_.interactions = interactions_.data();
    }

    const AccelerationsView<Real>& view() const { return view_; }
    void copy_back() const {
        for (std::size_t i = 0; i < arrays_.size(); ++i) {
            arrays_[i].copy_back(host_.*members[i]);
        }
        interactions_.copy_back(host_.interactions);
    }

private:
    using View = AccelerationsView<Real>;
    static constexpr Real* View::*members[] = {&View::x,         &View::y,      &View::z,
                                               &View::potential, &View::jerk_x, &View::jerk_y,
                                               &View::jerk_z};

    View host_, view_;
    std::vector<Mirror<Real>> arrays_;
    Mirror<float> interactions_;
};

} // namespace

template <class Real>
Outcome solve_on_device(Solver& solver, const ForceRequest<Real>& request, Execution& execution) {
    DeviceQueue queue(home_device(solver.info(), execution.devices).value());
    MirroredBodies sources(request.sources);
    const bool others = !request.targets_at;
    MirroredBodies own_targets(others ? request.targets : BodiesView<Real>{});
    MirroredResult result(request.result, request.targets.count);
    Mirror list(request.list, request.targets.count);
    const std::size_t first = request.targets_at.value_or(0);
    const BodiesView<Real> targets =
        others ? own_targets.view() : sources.view().part(first, first + request.targets.count);
    // Copies from pageable memory return before they have arrived, and the queue's stream waits for
    // none of them.
    cuda_check(cudaStreamSynchronize(cudaStreamLegacy), "copying bodies to the GPU");

    Execution there = execution;
    there.queue = &queue;
    const ForceRequest<Real> mirrored{{sources.view(), request.parameters},
                                      {targets, request.targets_at, result.view(), list.data()}};
    const Outcome outcome = solver.accelerations(mirrored, there);
    queue.finish(execution.timings);
    if (outcome == Outcome::complete) {
        result.copy_back();
    }
    return outcome;
}

template Outcome solve_on_device(Solver&, const ForceRequest<float>&, Execution&);
template Outcome solve_on_device(Solver&, const ForceRequest<double>&, Execution&);

} // namespace orrery
