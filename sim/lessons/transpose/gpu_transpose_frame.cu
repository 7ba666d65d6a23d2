// The parts that all variants on a GPU share: the matrices in its memory and the clock; and the
// list of the variants.

#include "sim/lessons/transpose/gpu_transpose_frame.cuh"

#include "sim/base/registry.hpp"
#include "sim/lessons/device_copy.cuh"
#include "sim/lessons/transpose/transpose_variant.hpp"
#include "sim/machine/devices.hpp"

namespace orrery {

LaunchTranspose launch_transpose_naive, launch_transpose_coalesced, launch_transpose_no_conflicts,
    launch_transpose_ours;

namespace gpu_transpose_frame {

void launch_copy_of_all(DeviceQueue& queue, const TransposeView& view) {
    launch_copy(queue, view.from, view.to, std::size_t{view.planes} * view.rows * view.columns);
}

class GpuRun final : public TransposeRun {
public:
    GpuRun(const TransposeProblem& problem, LaunchTranspose* launch)
        : queue_(0), launch_(launch),
          from_(uploaded<float>(std::span(problem.matrices), "copying matrices to a GPU")),
          to_(from_.size()), view_{from_.data(), to_.data(),
                                   static_cast<unsigned>(problem.shape.planes),
                                   static_cast<unsigned>(problem.shape.rows),
                                   static_cast<unsigned>(problem.shape.columns)} {}

    double run(int passes) override { return seconds_of(*launch_, passes); }
    double copy(int passes) override { return seconds_of(launch_copy_of_all, passes); }
    std::vector<float> result() override { return downloaded(to_); }

private:
    double seconds_of(LaunchTranspose& launch, int passes) {
        return stopwatch_.seconds_of(queue_, passes, [&] { launch(queue_, view_); });
    }

    DeviceQueue queue_;
    LaunchTranspose* launch_;
    DeviceArray<float> from_, to_;
    TransposeView view_;
    DeviceStopwatch stopwatch_;
};

template <LaunchTranspose* launch>
std::unique_ptr<TransposeRun> run_of(const TransposeProblem& problem) {
    return std::make_unique<GpuRun>(problem, launch);
}

} // namespace gpu_transpose_frame

void list_transpose_variants_on_gpus(Registry<TransposeVariant>& list) {
    using namespace gpu_transpose_frame;
    const TransposeVariant variants[] = {
        {"gpu.copy", "Copy", "16 bytes a thread, as a measure", false, run_of<launch_copy_of_all>,
         gpu_unavailable},
        {"gpu.naive", "Naive", "Read by rows, written by columns", true,
         run_of<launch_transpose_naive>, gpu_unavailable},
        {"gpu.coalesced", "Coalesced", "Through a tile in shared memory: rows on both sides", true,
         run_of<launch_transpose_coalesced>, gpu_unavailable},
        {"gpu.no_conflicts", "No bank conflicts", "A tile whose rows are one entry longer", true,
         run_of<launch_transpose_no_conflicts>, gpu_unavailable},
        {"gpu.ours", "Four by four", "Blocks of 4 x 4 in registers, 16 bytes everywhere", true,
         run_of<launch_transpose_ours>, gpu_unavailable}};
    for (const TransposeVariant& variant : variants) {
        list.add(variant);
    }
}

} // namespace orrery
