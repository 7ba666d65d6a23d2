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
#include "sim/solvers/direct/direct_solver.hpp"

#include <algorithm>

namespace orrery {
namespace {

class AosTiled {
public:
    static const SolverInfo info;

    template <class Real>
    Outcome run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                const ForceParameters& parameters, SolverContext& context) {
        const PointMass<Real>* const points = layout_.update(bodies, context.timings);
        const PairLaw<Real> law(parameters.softening, parameters.gravity);
        const auto timer = timed("forces", context.timings);
        for (std::size_t first = 0; first < bodies.count; first += tile) {
            const std::size_t last = std::min(first + tile, bodies.count);
            for (std::size_t i = 0; i < bodies.count; ++i) {
                if (i % tile == 0 && context.stop.stop_requested()) {
                    return Outcome::cancelled;
                }
                Pull pull;
                for (std::size_t j = first; j < last; ++j) {
                    if (j != i) {
                        pull.add(Separation<Real>(points[i], points[j], law), points[j].mass);
                    }
                }
                add(pull, result, i, first == 0, parameters.gravity);
            }
        }
        return Outcome::complete;
    }

    std::size_t scratch_bytes() const { return layout_.bytes(); }

private:
    static constexpr std::size_t tile = 1024;

    // What one tile does to body i; that of the first tile replaces what was there.
    template <class Real>
    static void add(const Pull& pull, const AccelerationsView<Real>& result, std::size_t i,
                    bool first, double gravity) {
        const auto add_one = [=](Real& sum, double part) {
            sum = (first ? 0 : sum) + static_cast<Real>(gravity * part);
        };
        add_one(result.x[i], pull.x);
        add_one(result.y[i], pull.y);
        add_one(result.z[i], pull.z);
        if (result.potential != nullptr) {
            add_one(result.potential[i], pull.potential);
        }
    }

    AosLayout layout_;
};

const SolverInfo AosTiled::info{
    .id = "cpu.aos_tiled",
    .title = "Two loops, tiled",
    .family = "CPU direct",
    .idea = "The same two loops, with sources taken in tiles that stay in the first-level cache.",
    .source = "Wilt, The CUDA Handbook (2013), ch. 14",
    .complexity = "N^2",
    .bytes_per_interaction = 48.0 / 1024, // a target and its sums, once a tile
    .options = {},
};

} // namespace

SolverEntry aos_tiled_solver() {
    return direct_entry<AosTiled>();
}

} // namespace orrery
