#pragma once

#include <cstddef>

namespace orrery {

// Targets that are computed side by side.
inline constexpr std::size_t wave_lanes = 8;

inline constexpr std::size_t whole_wave_lanes(std::size_t count) {
    return (count + wave_lanes - 1) / wave_lanes * wave_lanes;
}

// Complex numbers, real and imaginary parts apart.
struct ComplexView {
    const double* real = nullptr;
    const double* imaginary = nullptr;

    ComplexView from(std::size_t first) const { return {real + first, imaginary + first}; }
};
struct ComplexSpan {
    double* real = nullptr;
    double* imaginary = nullptr;

    ComplexSpan from(std::size_t first) const { return {real + first, imaginary + first}; }
    operator ComplexView() const { return {real, imaginary}; }
};

// What the amplitudes A_c of a row of waves make at wave_lanes targets: sums over c of
// c^p conj(A_c) e^(i k c z).
struct RowSums {
    static constexpr std::size_t powers = 3; // p = 0, 1, 2; the last for jerks only
    double real[powers][wave_lanes];
    double imaginary[powers][wave_lanes];
};

// The inner loops over plane waves for the best instruction set of this processor.
struct WaveKernels {
    // sums[c] += sum over bodies of weights[body] e[body * stride + c], for `count` of c: whole
    // wave_lanes.
    void (*add_row)(ComplexView weights, std::size_t bodies, ComplexView e, std::size_t stride,
                    std::size_t count, ComplexSpan sums);
    // Of amplitudes from -most to most; e: wave_lanes numbers for each c, from -most on.
    void (*row_sums)(ComplexView amplitudes, int most, ComplexView e, bool with_second,
                     RowSums& sums);
};

const WaveKernels& wave_kernels();

} // namespace orrery
