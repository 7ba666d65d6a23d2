// The frame of the one-sided kernels: bodies are packed, each slice's launch adds to rows of
// partial sums, and at the end the rows are folded, in a fixed order, and multiplied by G. So the
// result does not depend on the order in which blocks ran.

#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"
#include "sim/solvers/typed_solver.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace orrery {
namespace {

// A block folds the rows of 32 targets: each of its warps takes every eighth row, then the first
// warp adds what the others found. Always in the same order. Calls store(target, sum).
constexpr unsigned fold_targets = 32;
constexpr unsigned fold_warps = 8;

template <class Sum, class Store>
__device__ void fold_column(const Sum* rows, unsigned count, unsigned targets, const Store& store) {
    __shared__ Sum parts[fold_warps][fold_targets];
    const unsigned i = blockIdx.x * fold_targets + threadIdx.x;
    Sum sum{};
    for (std::size_t row = threadIdx.y; row < count && i < targets; row += fold_warps) {
        sum = sum + rows[row * targets + i];
    }
    parts[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y != 0 || i >= targets) {
        return;
    }
    for (unsigned warp = 1; warp < fold_warps; ++warp) {
        sum = sum + parts[warp][threadIdx.x];
    }
    store(i, sum);
}

template <class Real>
__global__ void fold_pulls(const PointMass<Real>* rows, unsigned count, unsigned targets,
                           Real gravity, AccelerationsView<Real> result) {
    fold_column(rows, count, targets, [&](unsigned i, const PointMass<Real>& sum) {
        result.store_pull(i, gravity * sum.x, gravity * sum.y, gravity * sum.z, gravity * sum.mass);
    });
}

template <class Real>
__global__ void fold_jerks(const Motion<Real>* rows, unsigned count, unsigned targets, Real gravity,
                           AccelerationsView<Real> result) {
    fold_column(rows, count, targets, [&](unsigned i, const Motion<Real>& sum) {
        result.store(result.jerk_x[i], gravity * sum.x);
        result.store(result.jerk_y[i], gravity * sum.y);
        result.store(result.jerk_z[i], gravity * sum.z);
    });
}

// Partial sums that are kept at once: 256 MB of floats.
constexpr unsigned max_partial_sums = 1U << 24;

// The longest sum of a thread: more terms would cost a float its accuracy.
constexpr unsigned longest_chunk = 4096;

} // namespace

SumGrid plan_grid(const GridSpace& space, unsigned sources, unsigned tile) {
    // In units of the time in which all blocks on the chip take one source: starting a block and
    // storing its sums …
    constexpr double block_overhead = 24;
    // … and writing and reading a row of sums, which moves 32 bytes a target at 3 TB/s where a
    // source takes an interaction at 2 T a second.
    const double row_overhead =
        20.0 * space.targets / (double(space.resident_blocks) * space.block_targets);
    const unsigned target_blocks = divided_up(space.targets, space.block_targets);
    const unsigned tiles = divided_up(std::max(sources, 1U), tile);
    const unsigned longest = std::max(longest_chunk / tile, 1U);
    const unsigned min_rows = std::min(divided_up(tiles, longest), space.max_rows);
    SumGrid best;
    double least = std::numeric_limits<double>::infinity();
    for (unsigned rows = min_rows; rows <= std::min(tiles, space.max_rows); ++rows) {
        const unsigned chunk_tiles = divided_up(tiles, rows);
        const unsigned used_rows = divided_up(tiles, chunk_tiles);
        const double waves =
            divided_up(std::size_t{target_blocks} * used_rows, space.resident_blocks);
        const double time =
            waves * (double(chunk_tiles) * tile + block_overhead) + used_rows * row_overhead;
        if (time < 0.995 * least) {
            least = time;
            best = {used_rows, chunk_tiles * tile};
        }
    }
    return best;
}

template <class Real>
void OneSidedSum<Real>::begin(const ForceRequest<Real>& request) {
    const ForceParameters& parameters = request.parameters;
    request_.emplace(request);
    packed_ = {};
    first_target_ = static_cast<unsigned>(request.packed_target());
    end_target_ = first_target_ + static_cast<unsigned>(request.targets.count);
    // If several GPUs share out other targets, this one's may lie far behind the sources.
    body_count_ = std::max(static_cast<unsigned>(request.packed_count()), end_target_);
    law_ = {parameters.softening, parameters.gravity};
    const double reach = EwaldSplit::reach_in<Real>();
    if (!parameters.box.is_periodic()) {
        waves_.reset();
    } else if (!waves_ || !waves_->is_of(parameters, reach)) {
        waves_.emplace(queue_, EwaldSplit(parameters.box, reach, parameters.softening));
    }
    used_rows_ = 0;
    work_.clear();
}

template <class Real>
GridSpace OneSidedSum<Real>::space(Function function) const {
    const unsigned targets = end_target_ - first_target_;
    const unsigned resident_blocks =
        std::max(1U, queue_.resident_blocks(function, kernel_.threads));
    // Some waves of blocks even out their ends; more rows only cost memory.
    constexpr unsigned max_waves = 6;
    const unsigned useful = max_waves * resident_blocks / divided_up(targets, kernel_.targets) + 4;
    return {targets, kernel_.targets, resident_blocks,
            std::clamp(max_partial_sums / targets, 1U, useful)};
}

template <class Real>
void OneSidedSum<Real>::add(const Packed& packed, unsigned first, unsigned end,
                            std::function<void()> before) {
    packed_ = packed;
    if (first_target_ == end_target_ || first == end) {
        return;
    }
    const AccelerationsView<Real>& result = request_->result;
    const bool jerk = result.jerk_x != nullptr;
    const auto function =
        kernel_.function(result.potential != nullptr, jerk, law_.softened(), waves_.has_value());
    const GridSpace space = this->space(function);
    const std::size_t partial_sums = std::size_t{space.max_rows} * space.targets;
    rows_.reserve(partial_sums);
    jerk_rows_.reserve(jerk ? partial_sums : 0);

    OneSidedTask<Real> task{};
    task.bodies = packed.bodies;
    task.body_count = body_count_;
    task.velocities = packed.velocities;
    task.arrays = packed.arrays;
    task.first_target = first_target_;
    task.end_target = end_target_;
    task.list = request_->list;
    task.softening_squared = law_.softening_squared;
    task.rows = rows_.data();
    task.jerk_rows = jerk_rows_.data();
    const auto add = [&](std::function<void()> first_of_all) {
        const auto slice = [this, function, space, task](std::uint64_t from,
                                                         std::uint64_t until) mutable {
            while (from < until) {
                const std::uint64_t length =
                    std::min<std::uint64_t>(until - from, kernel_.max_sources);
                task.first_source = static_cast<unsigned>(from);
                task.end_source = static_cast<unsigned>(from + length);
                launch(function, space, task);
                from += length;
            }
        };
        work_.add(
            {first, end, kernel_.tile, double(space.targets), std::move(first_of_all), slice});
    };
    if (!waves_) {
        add(std::move(before));
        return;
    }
    for (const Vector3& image : waves_->split().images) {
        task.box = {waves_->split(), image};
        add(std::exchange(before, nullptr));
    }
}

template <class Real>
void OneSidedSum<Real>::launch(Function function, const GridSpace& space, OneSidedTask<Real> task) {
    const SumGrid grid = plan_grid(space, task.end_source - task.first_source, kernel_.tile);
    task.chunk = grid.chunk;
    task.used_rows = used_rows_;
    const std::shared_ptr<void> held =
        kernel_.prepare != nullptr ? kernel_.prepare(queue_, task, kept_) : nullptr;
    const dim3 blocks(divided_up(space.targets, space.block_targets), grid.rows);
    queue_.launch("forces", {blocks, dim3(kernel_.threads)}, function, task);
    used_rows_ = std::max(used_rows_, grid.rows);
}

template <class Real>
void OneSidedSum<Real>::finish() {
    const unsigned targets = end_target_ - first_target_;
    const LaunchShape shape{dim3(divided_up(targets, fold_targets)),
                            dim3(fold_targets, fold_warps)};
    queue_.launch("forces", shape, fold_pulls<Real>, rows_.data(), used_rows_, targets,
                  law_.gravity, request_->result);
    if (request_->result.jerk_x != nullptr) {
        queue_.launch("forces", shape, fold_jerks<Real>, jerk_rows_.data(), used_rows_, targets,
                      law_.gravity, request_->result);
    }
    if (waves_) {
        waves_->add(*request_, packed_.bodies, packed_.velocities);
    }
}

template class OneSidedSum<float>;
template class OneSidedSum<double>;

namespace {

class OneSidedMethod {
public:
    explicit OneSidedMethod(const OneSidedKernels& kernels) : kernels_(kernels) {}

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        DeviceQueue& queue = *execution.queue;
        const OneSidedKernel<Real>& kernel = kernels_.in<Real>();
        Scratch<Real>& scratch = scratch_.template get<Real>(queue, kernel);
        typename OneSidedSum<Real>::Packed packed{};
        if (kernel.structure_of_arrays) {
            packed.arrays = scratch.arrays.packed(queue, request);
        } else {
            pack_bodies(queue, request, scratch.points);
            packed.bodies = scratch.points.data();
        }
        if (request.result.jerk_x != nullptr) {
            pack_bodies(queue, request, scratch.velocities);
            packed.velocities = scratch.velocities.data();
        }
        scratch.sum.begin(request);
        scratch.sum.add(packed, 0, static_cast<unsigned>(request.sources.count));
        if (scratch.sum.work().run(execution) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        scratch.sum.finish();
        return Outcome::complete;
    }

    std::size_t scratch_bytes() const { return scratch_.bytes(); }

private:
    // The bodies as four arrays: the sources' own, or a copy with targets that are others behind.
    template <class Real>
    class PackedArrays {
    public:
        BodiesView<Real> packed(DeviceQueue& queue, const ForceRequest<Real>& request) {
            if (request.targets_at) {
                return request.sources;
            }
            const std::size_t count = request.packed_count();
            arrays_.reserve(4 * count);
            queue.begin("layout");
            copy(queue, request.sources, 0, count);
            copy(queue, request.targets, request.packed_target(), count);
            const Real* const base = arrays_.data();
            return {count, base, base + count, base + 2 * count, base + 3 * count};
        }

        std::size_t bytes() const { return arrays_.bytes(); }

    private:
        // To places from `first` on in each of the arrays of `count`.
        void copy(DeviceQueue& queue, const BodiesView<Real>& bodies, std::size_t first,
                  std::size_t count) {
            Real* to = arrays_.data() + first;
            const Real* const arrays[] = {bodies.x, bodies.y, bodies.z, bodies.mass};
            for (const Real* from : arrays) {
                cuda_check(cudaMemcpyAsync(to, from, bodies.count * sizeof(Real),
                                           cudaMemcpyDeviceToDevice, queue.stream()),
                           "copying bodies");
                to += count;
            }
        }

        DeviceArray<Real> arrays_;
    };

    template <class Real>
    struct Scratch {
        Scratch(DeviceQueue& queue, const OneSidedKernel<Real>& kernel) : sum(queue, kernel) {}
        std::size_t bytes() const {
            return points.bytes() + velocities.bytes() + arrays.bytes() + sum.bytes();
        }

        DeviceArray<PointMass<Real>> points;
        DeviceArray<Motion<Real>> velocities;
        PackedArrays<Real> arrays;
        OneSidedSum<Real> sum;
    };

    OneSidedKernels kernels_;
    GpuScratch<Scratch> scratch_;
};

} // namespace

std::unique_ptr<Solver> one_sided_solver(const SolverInfo& info, const OneSidedKernels& kernels) {
    return std::make_unique<TypedSolver<OneSidedMethod>>(info, kernels);
}

} // namespace orrery
