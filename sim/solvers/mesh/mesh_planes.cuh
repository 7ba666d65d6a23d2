#pragma once

#include "sim/mesh/mesh_options.hpp"
#include "sim/solvers/multi_gpu/device_exchange.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// Planes of a mesh, along the first axis.
class MeshPlanes {
public:
    static constexpr std::size_t most = 2 * most_mesh_cells; // of a mesh that is doubled

    static MeshPlanes all();
    // The planes that bodies of such bricks reach, and so many farther to each side, on an axis of
    // so many cells that repeats itself.
    static MeshPlanes reached(const std::vector<bool>& bricks, std::size_t cells, int points,
                              int farther);

    __host__ __device__ bool has(std::size_t plane) const {
        return (bits_[plane / 32] >> plane % 32 & 1U) != 0;
    }
    void add(const BodyPart& part);
    // Those of a part that follow each other without a gap.
    std::vector<BodyPart> runs(const BodyPart& part) const;

private:
    std::uint32_t bits_[most / 32] = {};
};

} // namespace orrery
