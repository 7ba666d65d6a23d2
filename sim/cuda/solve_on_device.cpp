// A request in host memory, answered by a solver for GPUs.

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {
namespace {

template <class Real>
constexpr Real* AccelerationsView<Real>::*arrays[] = {
    &AccelerationsView<Real>::x,      &AccelerationsView<Real>::y,
    &AccelerationsView<Real>::z,      &AccelerationsView<Real>::potential,
    &AccelerationsView<Real>::jerk_x, &AccelerationsView<Real>::jerk_y,
    &AccelerationsView<Real>::jerk_z};

// Copies in GPU memory of arrays of the host.
class Mirror {
public:
    // Null for null.
    template <class Number>
    Number* of(Number* from, std::size_t count) {
        if (from == nullptr || count == 0) {
            return nullptr;
        }
        DeviceArray<std::byte>& copy = copies_.emplace_back(count * sizeof(Number));
        cuda_check(cudaMemcpy(copy.data(), from, copy.bytes(), cudaMemcpyHostToDevice),
                   "copying bodies to the GPU");
        return reinterpret_cast<Number*>(copy.data());
    }
    template <class Real>
    BodiesView<Real> of(const BodiesView<Real>& from) {
        const auto copy = [&](const Real* array) { return of(array, from.count); };
        return {from.count,      copy(from.x),  copy(from.y),  copy(from.z),
                copy(from.mass), copy(from.vx), copy(from.vy), copy(from.vz)};
    }
    // Filled with what is there, which may be added to.
    template <class Real>
    AccelerationsView<Real> of(const AccelerationsView<Real>& from, std::size_t count) {
        AccelerationsView<Real> copy = from;
        for (const auto array : arrays<Real>) {
            copy.*array = of(from.*array, count);
        }
        copy.interactions = of(from.interactions, count);
        return copy;
    }

private:
    std::vector<DeviceArray<std::byte>> copies_;
};

template <class Real>
void copy_back(const AccelerationsView<Real>& from, const AccelerationsView<Real>& to,
               std::size_t count) {
    const auto copy = [count](const auto* values, auto* there) {
        if (values != nullptr) {
            cuda_check(cudaMemcpy(there, values, count * sizeof(*values), cudaMemcpyDeviceToHost),
                       "copying results from the GPU");
        }
    };
    for (const auto array : arrays<Real>) {
        copy(from.*array, to.*array);
    }
    copy(from.interactions, to.interactions);
}

} // namespace

template <class Real>
Outcome solve_on_device(Solver& solver, const ForceRequest<Real>& request, Execution& execution) {
    DeviceQueue queue(home_device(solver.info(), execution.devices).value());
    const std::size_t count = request.targets.count, first = request.targets_at.value_or(0);
    Mirror there;
    const BodiesView<Real> sources = there.of(request.sources);
    const BodiesView<Real> targets =
        request.targets_at ? sources.part(first, first + count) : there.of(request.targets);
    const AccelerationsView<Real> result = there.of(request.result, count);
    const std::uint32_t* const list = there.of(request.list, count);
    // Copies from pageable memory return before they have arrived, and the queue's stream waits for
    // none of them.
    cuda_check(cudaStreamSynchronize(cudaStreamLegacy), "copying bodies to the GPU");

    Execution on_gpu = execution;
    on_gpu.queue = &queue;
    const ForceRequest<Real> mirrored{{sources, request.parameters},
                                      {targets, request.targets_at, result, list}};
    const Outcome outcome = solver.accelerations(mirrored, on_gpu);
    queue.finish(execution.timings);
    if (outcome == Outcome::complete) {
        copy_back(result, request.result, count);
    }
    return outcome;
}

template Outcome solve_on_device(Solver&, const ForceRequest<float>&, Execution&);
template Outcome solve_on_device(Solver&, const ForceRequest<double>&, Execution&);

} // namespace orrery
