// Forces of bodies in a GPU's memory: their rows are copied into columns there, and nothing goes
// through the host.
//
// Cost:   one pass over the bodies beside the evaluation.
// Memory: four numbers a body, given back at the end.

#include "sim/simulation/forces_on_device.hpp"

#include "sim/base/error.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/machine/device_memory.hpp"

#include <string>
#include <utility>

namespace orrery {
namespace {

template <class Real>
__global__ void take_column(const Real* from, std::ptrdiff_t next, std::size_t count, Real* to) {
    const std::size_t i = own_wide_index();
    if (i < count) {
        to[i] = from[static_cast<std::ptrdiff_t>(i) * next];
    }
}

template <class Real>
__global__ void fill_column(Real value, std::size_t count, Real* to) {
    const std::size_t i = own_wide_index();
    if (i < count) {
        to[i] = value;
    }
}

// Bodies as solvers have them, each column with memory of its own.
template <class Real>
class DeviceBodyColumns {
public:
    DeviceBodyColumns(DeviceQueue& queue, const DeviceRows<Real>& places)
        : count_(places.count), columns_{DeviceArray<Real>(count_), DeviceArray<Real>(count_),
                                         DeviceArray<Real>(count_)} {
        for (std::size_t k = 0; k < 3; ++k) {
            queue.launch("copy", one_thread_each(count_), take_column<Real>,
                         places.data + static_cast<std::ptrdiff_t>(k) * places.axis, places.next,
                         count_, columns_[k].data());
        }
    }

    void take(DeviceQueue& queue, const DeviceMasses<Real>& masses) {
        masses_ = DeviceArray<Real>(count_);
        if (masses.data != nullptr) {
            queue.launch("copy", one_thread_each(count_), take_column<Real>, masses.data,
                         masses.next, count_, masses_.data());
        } else {
            queue.launch("copy", one_thread_each(count_), fill_column<Real>, masses.shared, count_,
                         masses_.data());
        }
    }

    BodiesView<Real> view() const {
        return {count_, columns_[0].data(), columns_[1].data(), columns_[2].data(), masses_.data()};
    }

private:
    std::size_t count_;
    DeviceArray<Real> columns_[3];
    DeviceArray<Real> masses_;
};

void require_there(const ForcePlan& plan, const void* memory, const char* what) {
    const std::optional<int> home = home_device(plan.checked.info, plan.checked.devices);
    if (!home) {
        throw bad_input("computes on the processor, and the arrays are on a GPU",
                        plan.settings.algorithm,
                        "Take an algorithm for GPUs, or copy the arrays to the host.");
    }
    if (const int device = device_of(memory); device != *home) {
        throw bad_input("is on GPU " + std::to_string(device) + ", and the bodies are on GPU " +
                            std::to_string(*home),
                        what, "Copy one to where the other is.");
    }
}

} // namespace

template <class Real>
ForceFacts compute_forces_on_device(const ForcePlan& plan, const DeviceRows<Real>& places,
                                    const DeviceMasses<Real>& masses,
                                    const DeviceRows<Real>* targets,
                                    const AccelerationsView<Real>& result, std::stop_token stop) {
    require_there(plan, places.data, "positions");
    if (masses.data != nullptr) {
        require_there(plan, masses.data, "masses");
    }
    if (targets != nullptr) {
        require_there(plan, targets->data, "targets");
    }
    DeviceQueue queue(*home_device(plan.checked.info, plan.checked.devices));
    queue.activate();
    wait_for_device(queue.device());

    Workers workers(plan.settings.threads);
    StepTimings timings;
    Execution execution{std::move(stop), workers, timings, &queue, nullptr, plan.checked.devices};
    const auto began = Clock::now();
    DeviceBodyColumns<Real> sources(queue, places);
    sources.take(queue, masses);
    std::optional<DeviceBodyColumns<Real>> others;
    if (targets != nullptr) {
        others.emplace(queue, *targets);
        others->take(queue, {}); // methods that sort the targets take masses along
    }
    const ForceParameters& law = plan.checked.forces;
    const auto request =
        others ? ForceRequest<Real>::on_others(sources.view(), others->view(), result, law)
               : ForceRequest<Real>::among(sources.view(), result, law);
    const std::unique_ptr<Solver> solver = plan.checked.algorithm.make();
    static_cast<void>(solver->accelerations(request, execution)); // the caller knows if it stopped
    queue.finish(timings);
    return {plan.settings.algorithm, promised_error(plan.settings, law.box),
            milliseconds_since(began), timings.interactions};
}

template ForceFacts compute_forces_on_device(const ForcePlan&, const DeviceRows<float>&,
                                             const DeviceMasses<float>&, const DeviceRows<float>*,
                                             const AccelerationsView<float>&, std::stop_token);
template ForceFacts compute_forces_on_device(const ForcePlan&, const DeviceRows<double>&,
                                             const DeviceMasses<double>&, const DeviceRows<double>*,
                                             const AccelerationsView<double>&, std::stop_token);

} // namespace orrery
