#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <stop_token>

namespace orrery::python {

// Does work(stop) on a thread of its own without the interpreter's lock, so that other Python
// threads run meanwhile. Ctrl-C stops it within a twentieth of a second and becomes
// KeyboardInterrupt. Throws what the work throws. Call with the lock held.
void interruptible(const std::function<void(std::stop_token)>& work);

} // namespace orrery::python
