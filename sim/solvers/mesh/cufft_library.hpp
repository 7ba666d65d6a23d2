#pragma once

#include "sim/cuda/device_array.hpp"

#include <array>
#include <cstddef>
#include <cuda_runtime_api.h>
#include <memory>
#include <string>

namespace orrery {

// Empty, or why no field can be transformed on a GPU of this machine: no GPU, or no cuFFT. The
// answer is kept: it may be asked for each frame.
std::string cufft_unavailable();

// Transforms of one size on the GPU that is current when it is made, each in place, as
// FourierTransform has them on the processor: a field of cells[0] x cells[1] rows, the last axis
// fastest, and of its spectrum the half that is not the other's conjugate. Nothing is scaled. A row
// of the field has room for its half spectrum: row_length numbers, the last one or two of which
// are free.
template <class Real>
class DeviceTransform {
public:
    // Throws failure where there is no cuFFT, or too little memory for what it needs beside the
    // field.
    explicit DeviceTransform(std::array<std::size_t, 3> cells);
    DeviceTransform(const DeviceTransform&) = delete;
    DeviceTransform& operator=(const DeviceTransform&) = delete;
    ~DeviceTransform();

    static constexpr std::size_t row_length(std::size_t cells) { return 2 * (cells / 2 + 1); }

    // Put into `stream`, which is told each time: one may end before the plan for it does.
    void forward(Real* field, cudaStream_t stream) const;
    void backward(Real* spectrum, cudaStream_t stream) const;

    std::size_t bytes() const { return workspace_.bytes(); }

private:
    struct Plans;

    std::unique_ptr<const Plans> plans_;
    DeviceArray<std::byte> workspace_; // of both
};

// What a GPU that has some planes of the first axis does of such a transform: along the other two
// axes of these, and along the first one of some rows of all planes. Each in place.
template <class Real>
class DeviceSlabTransform {
public:
    DeviceSlabTransform(std::array<std::size_t, 3> cells, std::size_t planes, std::size_t rows);
    DeviceSlabTransform(const DeviceSlabTransform&) = delete;
    DeviceSlabTransform& operator=(const DeviceSlabTransform&) = delete;
    ~DeviceSlabTransform();

    void planes(Real* first, bool forward, cudaStream_t stream) const;
    void lines(Real* spectrum, bool forward, cudaStream_t stream) const;

    std::size_t bytes() const { return workspace_.bytes(); }

private:
    struct Plans;

    std::unique_ptr<const Plans> plans_;
    DeviceArray<std::byte> workspace_; // of all
};

} // namespace orrery
