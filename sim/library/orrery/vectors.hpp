#pragma once

#include <cstddef>

namespace orrery {
namespace [[gnu::visibility("default")]] library {

// A vector for each of `count` bodies in the caller's memory, which stays there as long as it is
// used: coordinate x of body i is x[i * stride]. Real is float or double.
template <class Real>
struct Vectors {
    const Real* x = nullptr;
    const Real* y = nullptr;
    const Real* z = nullptr;
    std::size_t count = 0;
    std::ptrdiff_t stride = 1;
};

// x0 y0 z0 x1 y1 z1 …
template <class Real>
Vectors<Real> rows(const Real* first, std::size_t count) {
    return {first, first + 1, first + 2, count, 3};
}

// x0 x1 … and so on.
template <class Real>
Vectors<Real> columns(const Real* x, const Real* y, const Real* z, std::size_t count) {
    return {x, y, z, count, 1};
}

} // namespace gnu::visibility("default")]]library
} // namespace orrery
