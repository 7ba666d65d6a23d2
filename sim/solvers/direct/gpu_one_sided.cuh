#pragma once

// The frame of the one-sided kernels: those in which every target sums what all sources do to it.
// A kernel file has a kernel and a row of facts about it; what surrounds a kernel is here.

#include "sim/base/per_precision.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/sliced_work.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/gpu_box_pair.cuh"
#include "sim/solvers/direct/gpu_pair.cuh"
#include "sim/solvers/direct/gpu_plane_waves.cuh"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace orrery {

// One launch of a one-sided kernel. Block (x, y) sums for the x-th group of targets what the y-th
// chunk of sources does to them, and adds the sums to row y: so few bodies still fill the chip, and
// no running sum is longer than a chunk, which keeps floats accurate for any number of bodies.
template <class Real>
struct OneSidedTask {
    const PointMass<Real>* bodies;
    std::size_t body_count;            // all of them
    const Motion<Real>* velocities;    // for kernels with jerk
    BodiesView<Real> arrays;           // the same bodies as a structure of arrays
    unsigned long long texture;        // of the same bodies, for the kernel that wants one
    unsigned first_target, end_target; // bodies whose pulls are wanted …
    const std::uint32_t* list;         // … or their places in a list of such bodies
    unsigned first_source, end_source; // bodies that pull, in this launch
    unsigned chunk;                    // sources of a row
    Real softening_squared;
    BoxPairLaw<Real> box;  // for kinds in one
    unsigned used_rows;    // these hold sums already, which are added to
    PointMass<Real>* rows; // x y z potential of row y and target i: rows[y * targets + i]
    Motion<Real>* jerk_rows;

    __host__ __device__ unsigned targets() const { return end_target - first_target; }

    // The target with this index in the grid; the last one for threads beyond it, which then
    // compute along and store nothing.
    __device__ unsigned target(unsigned index) const {
        const unsigned target = min(first_target + index, end_target - 1);
        return list == nullptr ? target : list[target];
    }
    __device__ unsigned row_begin() const { return first_source + blockIdx.y * chunk; }
    __device__ unsigned row_end() const { return min(row_begin() + chunk, end_source); }

    // A body, or beyond `end` one without mass, which does not pull.
    __device__ PointMass<Real> source(unsigned j, unsigned end) const {
        return j < end ? bodies[j] : PointMass<Real>{0, 0, 0, 0};
    }
    __device__ Motion<Real> velocity(unsigned j, unsigned end) const {
        return j < end ? velocities[j] : Motion<Real>{0, 0, 0};
    }

    // Whether a block that holds `own` targets may be among the `length` sources from `begin` on.
    __device__ bool meets_itself(unsigned own, unsigned begin, unsigned length) const {
        const unsigned first = first_target + blockIdx.x * own;
        return list != nullptr || (first < begin + length && begin < first + own);
    }

    // The law of a kind's pairs.
    template <class Kind>
    __device__ const auto& law() const {
        if constexpr (Kind::box) {
            return box;
        } else {
            return softening_squared;
        }
    }

    template <class Kind>
    __device__ void store(unsigned index, const ForceSum<Kind>& sum) const {
        if (index >= targets()) {
            return;
        }
        const unsigned long long at =
            blockIdx.y * static_cast<unsigned long long>(targets()) + index;
        const PointMass<Real> own{sum.x, sum.y, sum.z, sum.potential};
        const bool used = blockIdx.y < used_rows;
        rows[at] = used ? rows[at] + own : own;
        if constexpr (Kind::jerk) {
            const Motion<Real> jerk{sum.jerk_x, sum.jerk_y, sum.jerk_z};
            jerk_rows[at] = used ? jerk_rows[at] + jerk : jerk;
        }
    }
};

// Facts about a kernel that the frame needs to launch it.
struct OneSidedFacts {
    unsigned threads = 256; // of a block
    unsigned targets = 256; // of a block
    unsigned tile = 1;      // chunks of sources are multiples of it
    bool structure_of_arrays = false;
};

template <class Real>
struct OneSidedKernel : OneSidedFacts {
    using Function = void (*)(OneSidedTask<Real>);

    PairInstances<OneSidedTask, Real> pull;
    Function jerk = nullptr; // any softening, with potential and jerk
    // The same in a periodic box: with potential or not, and with jerk. None: it refuses one.
    Function in_box[2] = {};
    Function jerk_in_box = nullptr;
    unsigned max_sources = ~0U; // of a launch

    // Before each launch: fills in what only this kernel has in its task. `kept` lives as long as
    // the solver, what is returned until the launch is made.
    std::shared_ptr<void> (*prepare)(DeviceQueue& queue, OneSidedTask<Real>& task,
                                     std::shared_ptr<void>& kept) = nullptr;

    Function function(bool with_potential, bool with_jerk, bool softened, bool box) const {
        if (box) {
            return with_jerk ? jerk_in_box : in_box[with_potential ? 1 : 0];
        }
        return with_jerk ? jerk : pull.function(with_potential, softened);
    }
};

using OneSidedKernels = PerPrecision<OneSidedKernel>;

// Rows with the instances that `instance` names, and nothing that only some kernels have.
template <class Instance>
OneSidedKernels one_sided_kernels(const Instance& instance, const OneSidedFacts& facts = {}) {
    return {{facts, PairInstances<OneSidedTask, float>(instance)},
            {facts, PairInstances<OneSidedTask, double>(instance)}};
}

// Adds the instances for periodic boxes.
template <class Instance>
void serve_boxes(OneSidedKernels& kernels, const Instance& instance) {
    const auto serve = [&]<class Real>(OneSidedKernel<Real>& kernel) {
        kernel.in_box[0] = instance(PairKind<Real, false, false, true, true>());
        kernel.in_box[1] = instance(PairKind<Real, true, false, true, true>());
    };
    serve(kernels.fp32);
    serve(kernels.fp64);
}

// The rows of one launch.
struct SumGrid {
    unsigned rows = 1;
    unsigned chunk = 0; // sources of a row, a multiple of the tile
};

// The space that a grid has to fill.
struct GridSpace {
    unsigned targets;
    unsigned block_targets;   // of a block
    unsigned resident_blocks; // blocks that the chip runs at once
    unsigned max_rows;
};

// How to cut `sources` into rows so that target blocks times rows fill the places evenly: the last
// wave of blocks should not be a small one.
SumGrid plan_grid(const GridSpace& space, unsigned sources, unsigned tile);

// Answers a request slice by slice, with one kernel. Where several GPUs share the work each has its
// own, and the request for its share of the targets.
template <class Real>
class OneSidedSum {
public:
    OneSidedSum(DeviceQueue& queue, const OneSidedKernel<Real>& kernel)
        : queue_(queue), kernel_(kernel), slice_(queue.multiprocessors()), work_(queue, slice_) {}

    // The request's bodies, packed: their pointers may be null where the kernel does not want them.
    struct Packed {
        const PointMass<Real>* bodies;
        const Motion<Real>* velocities;
        BodiesView<Real> arrays;
    };
    // All sums are zero and there is no work.
    void begin(const ForceRequest<Real>& request);

    // Work to be done: the pull of sources [first, end). `before` is called once, in front of it.
    void add(const Packed& packed, unsigned first, unsigned end, std::function<void()> before = {});
    SlicedWork& work() { return work_; }

    // When the work is done: G times the sums, to the request's result.
    void finish();

    std::size_t bytes() const {
        return rows_.bytes() + jerk_rows_.bytes() + (waves_ ? waves_->bytes() : 0);
    }

private:
    using Function = typename OneSidedKernel<Real>::Function;

    GridSpace space(Function function) const;
    void launch(Function function, const GridSpace& space, OneSidedTask<Real> task);

    DeviceQueue& queue_;
    OneSidedKernel<Real> kernel_;
    SliceSize slice_;
    SlicedWork work_;
    std::shared_ptr<void> kept_; // by the kernel's prepare
    DeviceArray<PointMass<Real>> rows_;
    DeviceArray<Motion<Real>> jerk_rows_;

    std::optional<ForceRequest<Real>> request_;
    Packed packed_{};
    std::optional<GpuPlaneWaves<Real>> waves_;   // in a periodic box
    unsigned first_target_ = 0, end_target_ = 0; // of the packed bodies
    unsigned body_count_ = 0;                    // all of them
    PairLaw<Real> law_{0, 1};
    unsigned used_rows_ = 0; // that hold sums
};

} // namespace orrery
