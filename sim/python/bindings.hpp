#pragma once

#include <nanobind/nanobind.h>

namespace orrery::python {

// Each puts its part into the module.
void bind_errors(nanobind::module_& module);
void bind_device_arrays(nanobind::module_& module);
void bind_lists(nanobind::module_& module);
void bind_forces(nanobind::module_& module);
void bind_systems(nanobind::module_& module);
void bind_simulations(nanobind::module_& module);

} // namespace orrery::python
