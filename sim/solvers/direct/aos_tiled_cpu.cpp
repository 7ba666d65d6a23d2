// Direct summation on one CPU thread, array of structures, blocked for the cache.
//
// Idea:    all targets meet one tile of sources before the next tile is touched. A tile of 1,024
//          bodies (16 KB) stays in the first-level cache, so main memory is read `tile` times less
//          often. On a CPU the arithmetic hides most of it: the lesson is that blocking alone does
//          not make it fast.
// Source:  Wilt, "The CUDA Handbook" (2013), chapter 14; in the shared memory of a GPU the same
//          idea pays.
// Cost:    N^2 interactions, one at a time; results are read and written once a tile.
// Memory:  the float4 copy of the bodies, 16 bytes a body (32 in double).

#include "sim/solvers/direct/aos_layout.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <algorithm>

namespace orrery {
namespace {

class AosTiled : public AosMethod {
public:
    static const SolverInfo info;

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        const PointMass<Real>* const points = this->points<Real>();
        const auto timer = timed("forces", execution.timings);
        ForceRequest<Real> of_tile = request;
        // The first tile sets the results, if they are to be set; the others add to them.
        // [cpu.aos_tiled]
        // [lit]
        for (std::size_t first = 0; first == 0 || first < request.sources.count; first += tile) {
            // [/lit]
            const std::size_t last = std::min(first + tile, request.sources.count);
            // [/cpu.aos_tiled]
            if (!add_tile(points, first, last, of_tile, execution)) {
                return Outcome::cancelled;
            }
            of_tile.result.add = true;
        }
        return Outcome::complete;
    }

private:
    static constexpr std::size_t tile = 1024;

    static std::size_t tiles(std::size_t sources) {
        return std::max<std::size_t>((sources + tile - 1) / tile, 1);
    }

    // Adds the pull of sources [first, last) to all targets; false if asked to stop.
    template <class Real>
    static bool add_tile(const PointMass<Real>* points, std::size_t first, std::size_t last,
                         const ForceRequest<Real>& request, const Execution& execution) {
        const PairLaw<Real> law(request.parameters.softening, request.parameters.gravity);
        const std::size_t targets = request.targets.count;
        for (std::size_t k = 0; k < targets; ++k) {
            if (k % tile == 0 && execution.stop.stop_requested()) {
                return false;
            }
            const std::size_t i = request.packed_target(k);
            const PointMass<Real> target = point_of(request.targets, request.place(k));
            // [cpu.aos_tiled]
            Pull pull;
            for (std::size_t j = first; j < last; ++j) {
                if (j != i) {
                    pull.add(Separation<Real>(target, points[j], law), points[j].mass);
                    // [/cpu.aos_tiled]
                }
            }
            pull.store(request.parameters.gravity, request.result, k);
            if ((k + 1) % tile == 0 || k + 1 == targets) {
                execution.computed(k % tile + 1, targets * tiles(request.sources.count));
            }
        }
        return true;
    }
};

const SolverInfo AosTiled::info{
    .id = "cpu.aos_tiled",
    .title = "Two loops, tiled",
    .family = "CPU direct",
    .idea = "The same two loops over tiles of sources that stay in the first-level cache.",
    .source = "Wilt, The CUDA Handbook (2013), ch. 14",
    .complexity = "N^2",
    .bytes_per_interaction = 48.0 / 1024, // a target and its sums, once a tile
    .options = {},
};

} // namespace

SolverEntry aos_tiled_solver() {
    return typed_entry<AosTiled>();
}

} // namespace orrery
