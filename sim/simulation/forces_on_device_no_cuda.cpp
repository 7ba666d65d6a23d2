#include "sim/simulation/forces_on_device.hpp"

#include "sim/base/error.hpp"
#include "sim/machine/devices.hpp"

namespace orrery {

template <class Real>
ForceFacts compute_forces_on_device(const ForcePlan&, const DeviceRows<Real>&,
                                    const DeviceMasses<Real>&, const DeviceRows<Real>*,
                                    const AccelerationsView<Real>&, std::stop_token) {
    throw bad_input(gpu_unavailable(), "an array in a GPU's memory", "Copy it to the host.");
}

template ForceFacts compute_forces_on_device(const ForcePlan&, const DeviceRows<float>&,
                                             const DeviceMasses<float>&, const DeviceRows<float>*,
                                             const AccelerationsView<float>&, std::stop_token);
template ForceFacts compute_forces_on_device(const ForcePlan&, const DeviceRows<double>&,
                                             const DeviceMasses<double>&, const DeviceRows<double>*,
                                             const AccelerationsView<double>&, std::stop_token);

} // namespace orrery
