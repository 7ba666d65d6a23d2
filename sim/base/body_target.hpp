#pragma once

#include <cstddef>

namespace orrery {

// The one thing that crosses between sim/ and render/: where the positions go. `bodies` entries of
// four floats, x y z and the scalar that colours the body.
struct BodyTarget {
    float* xyzs = nullptr;
    std::size_t capacity = 0; // bodies
    bool on_device = false;   // in the memory of GPU `device`, to be written in `stream`'s order
    void* stream = nullptr;   // a cudaStream_t
    int device = 0;           // as CUDA counts
};

// The quantity that a published body's scalar holds. The domain: which of many processes has it.
enum class BodyScalar { none, speed, acceleration, interactions, component, domain };

} // namespace orrery
