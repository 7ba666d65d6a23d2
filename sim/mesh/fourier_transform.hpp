#pragma once

// The discrete Fourier transform of real fields in three dimensions, on the processor.
//
//   spectrum[k] = sum_j field[j] exp(-2 pi i (j_0 k_0 / n_0 + j_1 k_1 / n_1 + j_2 k_2 / n_2))
//
// Idea:    a transform in three dimensions is one along each axis. Threads first share the planes
//          of the last two axes, then the lines of the first one, some neighbours at a time: those
//          are gathered side by side, so that memory is read by whole cache lines.
// Source:  Cooley & Tukey 1965; Frigo & Johnson 2005, "The Design and Implementation of FFTW3".
// Cost:    2.5 n log2 n operations for n numbers, and two passes over field and spectrum.
// Order:   fixed by the sizes alone, so the result does not depend on the number of threads, and
//          is the same in every run.

#include "sim/machine/workers.hpp"
#include "sim/solver.hpp"

#include <array>
#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace orrery {

// Empty, or why there are no transforms in this build.
std::string fourier_transform_unavailable();

// Transforms of one size. A field has cells[0] x cells[1] x cells[2] numbers, the last axis fastest
// in memory, and its spectrum cells[0] x cells[1] x (cells[2] / 2 + 1): the rest follows from the
// field's being real. Nothing is scaled: back and forth multiplies by the number of cells. One
// thread calls at a time.
template <class Real>
class FourierTransform {
public:
    // The workers have to outlive it. Throws failure where there are no transforms.
    explicit FourierTransform(std::array<std::size_t, 3> cells, Workers& workers);
    FourierTransform(const FourierTransform&) = delete;
    FourierTransform& operator=(const FourierTransform&) = delete;
    FourierTransform(FourierTransform&&) noexcept;
    FourierTransform& operator=(FourierTransform&&) noexcept;
    ~FourierTransform();

    std::array<std::size_t, 3> cells() const { return cells_; }
    std::size_t field_size() const { return cells_[0] * cells_[1] * cells_[2]; }
    std::size_t spectrum_size() const { return cells_[0] * cells_[1] * (cells_[2] / 2 + 1); }

    // Asks `stop` for every plane and every few lines; what was cancelled is unusable.
    Outcome forward(std::span<const Real> field, std::span<std::complex<Real>> spectrum,
                    std::stop_token stop);
    // Overwrites the spectrum.
    Outcome backward(std::span<std::complex<Real>> spectrum, std::span<Real> field,
                     std::stop_token stop);

    // The parts of these, for those who have not all of it (SlabTransform): along the last two
    // axes, of any number of planes; and along the first, of any number of lines side by side.
    Outcome planes_forward(std::span<const Real> field, std::span<std::complex<Real>> spectrum,
                           const std::stop_token& stop);
    Outcome planes_backward(std::span<std::complex<Real>> spectrum, std::span<Real> field,
                            const std::stop_token& stop);
    Outcome lines(std::span<std::complex<Real>> spectrum, bool forward,
                  const std::stop_token& stop);

private:
    struct Plans;

    std::array<std::size_t, 3> cells_;
    Workers* workers_;
    std::unique_ptr<Plans> plans_;
};

} // namespace orrery
