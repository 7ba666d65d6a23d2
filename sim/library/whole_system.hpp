#pragma once

#include "sim/system.hpp"

#include <orrery/system.hpp>

namespace orrery::library {

struct System::Whole {
    orrery::System system;
};

} // namespace orrery::library
