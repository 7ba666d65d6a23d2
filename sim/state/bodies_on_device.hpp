#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace orrery {

// The bodies of a complete state where a GPU has them. Who holds these arrays may read them for as
// long as they like: a step that would write over one takes another. Columns of a vector are
// `stride` numbers apart. Bodies are in the order that suits the solver.
struct BodiesOnDevice {
    int device = 0; // as CUDA counts
    std::size_t real_bytes = 4;
    std::size_t count = 0, stride = 0;
    std::shared_ptr<const void> position, velocity, acceleration, mass;
    std::shared_ptr<const std::uint32_t> numbers; // of each, in original order; null: as they lie
};

} // namespace orrery
