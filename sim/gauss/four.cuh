#pragma once

namespace orrery {

// Numbers that follow each other in memory: what a thread reads or writes at once.
template <class Real>
struct alignas(4 * sizeof(Real)) Four {
    Real v[4];
};

} // namespace orrery
