#pragma once

#include "sim/base/vector3.hpp"
#include "sim/cosmology/power_spectrum.hpp"
#include "sim/machine/workers.hpp"

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// The contrast's Fourier coefficient today of the wave with mode[i] periods along each edge of the
// box, delta(x) = sum of it * exp(2 pi i mode . x / edge). It depends on seed and wave alone, so
// that a finer lattice has the same structures and more within them.
std::complex<double> mode_of_contrast(const LinearSpectrum& spectrum, double edge,
                                      std::uint64_t seed, const std::array<int, 3>& mode);

// How bodies of a lattice move away from it, in first and second order: body (i, j, k) of side^3,
// the last index fastest, starts at q = edge / side * (i + 1/2, …) and is found at
//
//   x = q + D1 / D1(1) * first + D2 / D1(1)^2 * second      (sim/cosmology/growth.hpp)
struct Displacements {
    std::vector<Vector3> first, second;
};
Displacements displacements(const LinearSpectrum& spectrum, double edge, std::size_t side,
                            std::uint64_t seed, Workers& workers);

} // namespace orrery
