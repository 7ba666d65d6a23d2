// The frame of the one-sided kernels: bodies are packed, each slice's launch writes rows of partial
// sums, a second kernel folds the rows into the sums in a fixed order, and the last step multiplies
// by G. So the result does not depend on the order in which blocks ran.

#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"
#include "sim/solvers/direct/gpu_scratch.hpp"
#include "sim/solvers/gpu_solver.hpp"

#include <algorithm>
#include <limits>

namespace orrery {
namespace {

template <class Real>
__global__ void fold_rows(const PointMass<Real>* rows, const Motion<Real>* jerk_rows,
                          unsigned count, unsigned targets, bool first, PointMass<Real>* sums,
                          Motion<Real>* jerk_sums) {
    const unsigned i = blockIdx.x * frame_threads + threadIdx.x;
    if (i >= targets) {
        return;
    }
    PointMass<Real> sum = first ? PointMass<Real>{0, 0, 0, 0} : sums[i];
    for (std::size_t row = 0; row < count; ++row) {
        const PointMass<Real> part = rows[row * targets + i];
        sum = {sum.x + part.x, sum.y + part.y, sum.z + part.z, sum.mass + part.mass};
    }
    sums[i] = sum;
    if (jerk_rows != nullptr) {
        Motion<Real> jerk = first ? Motion<Real>{0, 0, 0} : jerk_sums[i];
        for (std::size_t row = 0; row < count; ++row) {
            const Motion<Real> part = jerk_rows[row * targets + i];
            jerk = {jerk.x + part.x, jerk.y + part.y, jerk.z + part.z};
        }
        jerk_sums[i] = jerk;
    }
}

// Partial sums that are kept at once: 256 MB of floats.
constexpr unsigned most_partial_sums = 1U << 24;

} // namespace

SumGrid plan_grid(unsigned target_blocks, unsigned sources, unsigned tile, unsigned places,
                  unsigned most_rows) {
    // Starting a block and writing its sums takes about as long as this many sources.
    constexpr double overhead = 24;
    const unsigned tiles = divided_up(std::max(sources, 1U), tile);
    SumGrid best;
    double least = std::numeric_limits<double>::infinity();
    for (unsigned rows = 1; rows <= std::min(tiles, most_rows); ++rows) {
        const unsigned chunk_tiles = divided_up(tiles, rows);
        const unsigned used_rows = divided_up(tiles, chunk_tiles);
        const double waves = double(divided_up(target_blocks * used_rows, std::max(places, 1U)));
        // Rows are written and read again once each.
        const double time = waves * (double(chunk_tiles) * tile + overhead) + 0.1 * used_rows;
        if (time < 0.995 * least) {
            least = time;
            best = {used_rows, chunk_tiles * tile};
        }
    }
    return best;
}

template <class Real>
void OneSidedSum<Real>::begin(unsigned first_target, unsigned end_target, const PairLaw<Real>& law,
                              Wanted wanted) {
    first_target_ = first_target;
    end_target_ = end_target;
    law_ = law;
    wanted_ = wanted;
    empty_ = true;
    const unsigned targets = end_target - first_target;
    sums_.reserve(targets);
    jerk_sums_.reserve(wanted.jerk ? targets : 0);
}

template <class Real>
Outcome OneSidedSum<Real>::add(const PointMass<Real>* bodies, const BodiesView<Real>& arrays,
                               const Motion<Real>* velocities, unsigned first, unsigned end,
                               const std::stop_token& stop) {
    const unsigned targets = end_target_ - first_target_;
    if (targets == 0 || first == end) {
        return Outcome::complete;
    }
    const auto function = kernel_.function(wanted_.potential, wanted_.jerk, law_.softened());
    const unsigned target_blocks = divided_up(targets, kernel_.targets);
    const unsigned places =
        static_cast<unsigned>(queue_.multiprocessors()) *
        static_cast<unsigned>(queue_.resident_blocks(function, static_cast<int>(kernel_.threads)));
    const unsigned most_rows = std::clamp(most_partial_sums / targets, 1U, 4096U);

    OneSidedTask<Real> task{};
    task.bodies = bodies;
    task.body_count = arrays.count;
    task.velocities = velocities;
    task.arrays = arrays;
    task.first_target = first_target_;
    task.end_target = end_target_;
    task.softening_squared = law_.softening_squared;

    const auto slice = [&](std::uint64_t begin, std::uint64_t stop_before) {
        while (begin < stop_before) {
            const std::uint64_t length =
                std::min<std::uint64_t>(stop_before - begin, kernel_.most_sources);
            task.first_source = static_cast<unsigned>(begin);
            task.end_source = static_cast<unsigned>(begin + length);
            const SumGrid grid = plan_grid(target_blocks, static_cast<unsigned>(length),
                                           kernel_.tile, places, most_rows);
            rows_.reserve(std::size_t{grid.rows} * targets);
            jerk_rows_.reserve(wanted_.jerk ? std::size_t{grid.rows} * targets : 0);
            task.chunk = grid.chunk;
            task.rows = rows_.data();
            task.jerk_rows = jerk_rows_.data();
            if (kernel_.prepare != nullptr) {
                kernel_.prepare(queue_, task, kept_);
            }
            queue_.launch("forces", {dim3(target_blocks, grid.rows), dim3(kernel_.threads)},
                          function, task);
            fold(grid.rows);
            begin += length;
        }
    };
    return for_slices(queue_, stop, slice_, first, end, kernel_.tile, double(targets), slice);
}

template <class Real>
void OneSidedSum<Real>::fold(unsigned rows) {
    const unsigned targets = end_target_ - first_target_;
    const Motion<Real>* jerk_rows = wanted_.jerk ? jerk_rows_.data() : nullptr;
    queue_.launch("forces", one_thread_each(targets), fold_rows<Real>, rows_.data(), jerk_rows,
                  rows, targets, empty_, sums_.data(), jerk_sums_.data());
    empty_ = false;
}

template <class Real>
void OneSidedSum<Real>::finish(const AccelerationsView<Real>& result) {
    const unsigned targets = end_target_ - first_target_;
    scale_sums(queue_, sums_.data(), jerk_sums_.data(), targets, law_.gravity, result);
}

template class OneSidedSum<float>;
template class OneSidedSum<double>;

namespace {

class OneSidedMethod {
public:
    explicit OneSidedMethod(const OneSidedKernels& kernels) : kernels_(kernels) {}

    template <class Real>
    Outcome run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                const ForceParameters& parameters, DeviceQueue& queue,
                const std::stop_token& stop) {
        Scratch<Real>& scratch = scratch_.template get<Real>(queue, kernels_.in<Real>());
        const PairLaw<Real> law(parameters.softening, parameters.gravity);
        const bool jerk = result.jerk_x != nullptr;
        if (!kernels_.in<Real>().structure_of_arrays) {
            scratch.points.reserve(bodies.count);
            pack_bodies(queue, bodies, scratch.points.data());
        }
        if (jerk) {
            scratch.velocities.reserve(bodies.count);
            pack_velocities(queue, bodies, scratch.velocities.data());
        }
        const auto count = static_cast<unsigned>(bodies.count);
        scratch.sum.begin(0, count, law, {result.potential != nullptr, jerk});
        const Outcome outcome = scratch.sum.add(scratch.points.data(), bodies,
                                                scratch.velocities.data(), 0, count, stop);
        if (outcome == Outcome::complete) {
            scratch.sum.finish(result);
        }
        return outcome;
    }

    std::size_t scratch_bytes() const { return scratch_.bytes(); }

private:
    template <class Real>
    struct Scratch {
        Scratch(DeviceQueue& queue, const OneSidedKernel<Real>& kernel) : sum(queue, kernel) {}
        std::size_t bytes() const { return points.bytes() + velocities.bytes() + sum.bytes(); }

        DeviceArray<PointMass<Real>> points;
        DeviceArray<Motion<Real>> velocities;
        OneSidedSum<Real> sum;
    };

    OneSidedKernels kernels_;
    GpuScratch<Scratch> scratch_;
};

} // namespace

std::unique_ptr<Solver> one_sided_solver(const SolverInfo& info, const OneSidedKernels& kernels) {
    return std::make_unique<GpuSolver<OneSidedMethod>>(info, OneSidedMethod(kernels));
}

} // namespace orrery
