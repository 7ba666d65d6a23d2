#include "sim/simulation/forces_on_device.hpp"

#include "sim/base/error.hpp"
#include "sim/machine/devices.hpp"

namespace orrery {
namespace {

Error array_of_no_gpu() {
    return bad_input(gpu_unavailable(), "an array in a GPU's memory", "Copy it to the host.");
}

} // namespace

int device_of(const void*) {
    throw array_of_no_gpu();
}

std::shared_ptr<void> device_memory(int, std::size_t) {
    throw array_of_no_gpu();
}

template <class Real>
ForceFacts compute_forces_on_device(const ForcePlan&, const DeviceRows<Real>&,
                                    const DeviceMasses<Real>&, const DeviceRows<Real>*,
                                    const AccelerationsView<Real>&, std::stop_token) {
    throw array_of_no_gpu();
}

template ForceFacts compute_forces_on_device(const ForcePlan&, const DeviceRows<float>&,
                                             const DeviceMasses<float>&, const DeviceRows<float>*,
                                             const AccelerationsView<float>&, std::stop_token);
template ForceFacts compute_forces_on_device(const ForcePlan&, const DeviceRows<double>&,
                                             const DeviceMasses<double>&, const DeviceRows<double>*,
                                             const AccelerationsView<double>&, std::stop_token);

} // namespace orrery
