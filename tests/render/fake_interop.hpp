#pragma once

#include "render/cuda_interop.hpp"

#include <string>

namespace orrery {

// A machine whose CUDA can write to OpenGL's buffers, or refuses to, as a test needs it. Its device
// memory is the host's, and unmap brings that to the GL buffer.
struct FakeCuda {
    int device = 0;
    // The words of a refusal; empty: granted.
    std::string no_open = {}, no_share = {}, no_map = {}, no_unmap = {};

    int opened = 0;        // how often it was asked for interop
    int registrations = 0; // of GL buffers, ever
    int registered = 0;    // at present
    int mapped = 0;        // at present
    bool outlived = false; // a GL buffer was deleted before its registration

    // For as long as this lives.
    InteropOpener opener();
};

} // namespace orrery
