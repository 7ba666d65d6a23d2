#include "sim/solvers/mesh/mesh_planes.cuh"

#include "sim/solvers/mesh/device_mesh.cuh"

#include <algorithm>
#include <cassert>

namespace orrery {

MeshPlanes MeshPlanes::all() {
    MeshPlanes planes;
    std::ranges::fill(planes.bits_, ~0U);
    return planes;
}

MeshPlanes MeshPlanes::reached(const std::vector<bool>& bricks, std::size_t cells, int points,
                               int farther) {
    assert(cells <= most);
    MeshPlanes planes;
    const auto around = static_cast<std::size_t>(farther);
    for (std::size_t brick = 0; brick < bricks.size(); ++brick) {
        const std::size_t first = brick * brick_points + cells - around;
        const std::size_t count = static_cast<std::size_t>(reached_edge(points)) + 2 * around;
        for (std::size_t plane = first; bricks[brick] && plane < first + count; ++plane) {
            planes.bits_[plane % cells / 32] |= 1U << plane % cells % 32;
        }
    }
    return planes;
}

void MeshPlanes::add(const BodyPart& part) {
    for (std::size_t plane = part.first; plane < part.end; ++plane) {
        bits_[plane / 32] |= 1U << plane % 32;
    }
}

std::vector<BodyPart> MeshPlanes::runs(const BodyPart& part) const {
    std::vector<BodyPart> found;
    for (std::size_t plane = part.first; plane < part.end; ++plane) {
        if (!has(plane)) {
            continue;
        }
        if (found.empty() || found.back().end != plane) {
            found.push_back({plane, plane});
        }
        ++found.back().end;
    }
    return found;
}

} // namespace orrery
