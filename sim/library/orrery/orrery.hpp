#pragma once

// All of the library: docs/library.md. Its names are in orrery::library and, from here on, in
// orrery.

#include <orrery/algorithm.hpp>
#include <orrery/choices.hpp>
#include <orrery/error.hpp>
#include <orrery/forces.hpp>
#include <orrery/simulation.hpp>
#include <orrery/system.hpp>

namespace orrery {
using namespace library;
}
