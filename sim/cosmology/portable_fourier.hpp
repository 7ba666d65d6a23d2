#pragma once

#include "sim/machine/workers.hpp"

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace orrery {

// Fourier sums over a cube of side^3 complex numbers, the last axis fastest in memory:
//
//   field[j] = sum_k spectrum[k] exp(+2 pi i j k / side)      along each axis; forward with a minus
//
// the same to the last bit on every machine, which a library that chooses its code by the processor
// cannot promise (sim/mesh/fourier_transform.hpp is that, and several times as fast). For scenes.
class PortableFourier {
public:
    explicit PortableFourier(std::size_t side);

    void backward(std::span<std::complex<double>> cube, Workers& workers) const {
        transform(cube, workers, 1);
    }
    void forward(std::span<std::complex<double>> cube, Workers& workers) const {
        transform(cube, workers, -1);
    }

private:
    void transform(std::span<std::complex<double>> cube, Workers& workers, int sign) const;
    void line(std::complex<double>* values, std::complex<double>* scratch, int sign) const;

    std::size_t side_;
    std::vector<std::size_t> factors_;        // primes, whose product is the side
    std::vector<std::complex<double>> roots_; // exp(2 pi i k / side)
};

} // namespace orrery
