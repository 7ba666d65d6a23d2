#pragma once

#include "sim/integrator.hpp"

namespace orrery {

// One per file of this folder.
extern const Integrator leapfrog;
extern const Integrator symplectic_euler;
extern const Integrator euler;
extern const Integrator yoshida4;
extern const Integrator pefrl;
extern const Integrator rk4;
extern const Integrator hermite4;

} // namespace orrery
