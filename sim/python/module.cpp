// The Python module `orrery`: the simulation core on NumPy's arrays.

#include "sim/python/bindings.hpp"

NB_MODULE(_orrery, module) {
    using namespace orrery::python;
    module.attr("__version__") = ORRERY_VERSION;
    bind_errors(module);
    bind_lists(module);
    bind_device_arrays(module);
    bind_forces(module);
    bind_systems(module);
    bind_simulations(module);
}
