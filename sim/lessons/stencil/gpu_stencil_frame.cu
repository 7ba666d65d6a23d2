// The parts that all variants on a GPU share: the problem in its memory and the clock; and the list
// of the variants.

#include "sim/lessons/stencil/gpu_stencil_frame.cuh"

#include "sim/base/registry.hpp"
#include "sim/lessons/device_copy.cuh"
#include "sim/machine/devices.hpp"

#include <algorithm>

namespace orrery {

LaunchStencil launch_stencil_global, launch_stencil_tile, launch_stencil_pencil4,
    launch_stencil_pencil32, launch_stencil_ours;

namespace gpu_stencil_frame {

class GpuRun final : public StencilRun {
public:
    GpuRun(const StencilProblem& problem, LaunchStencil* launch)
        : queue_(0), launch_(launch),
          field_(uploaded<float>(std::span(problem.field), "copying a field to a GPU")),
          derivative_(problem.size()) {
        view_.field = field_.data();
        view_.derivative = derivative_.data();
        view_.cells = static_cast<unsigned>(problem.cells);
        std::ranges::copy(stencil_weights(problem.cells), view_.weight);
    }

    double run(Axis axis, int passes) override {
        return stopwatch_.seconds_of(queue_, passes, [&] { launch_(queue_, view_, axis); });
    }
    double copy(int passes) override {
        return stopwatch_.seconds_of(queue_, passes, [&] {
            launch_copy(queue_, field_.data(), derivative_.data(), field_.size());
        });
    }
    std::vector<float> derivative() override { return downloaded(derivative_); }

private:
    DeviceQueue queue_;
    LaunchStencil* launch_;
    DeviceArray<float> field_, derivative_;
    StencilView view_{};
    DeviceStopwatch stopwatch_;
};

template <LaunchStencil* launch>
std::unique_ptr<StencilRun> run_of(const StencilProblem& problem) {
    return std::make_unique<GpuRun>(problem, launch);
}

} // namespace gpu_stencil_frame

void list_stencil_variants_on_gpus(Registry<StencilVariant>& list) {
    using namespace gpu_stencil_frame;
    const StencilVariant variants[] = {
        {"gpu.global", "Global memory", "A thread a point, eight loads, and the cache",
         run_of<launch_stencil_global>, gpu_unavailable},
        {"gpu.tile", "Shared tiles", "Tiles of 16 x 16 points in shared memory",
         run_of<launch_stencil_tile>, gpu_unavailable},
        {"gpu.pencil4", "Pencils of 4", "Shared tiles of 64 points along the axis, 4 across",
         run_of<launch_stencil_pencil4>, gpu_unavailable},
        {"gpu.pencil32", "Pencils of 32", "Shared tiles of 64 points along the axis, 32 across",
         run_of<launch_stencil_pencil32>, gpu_unavailable},
        {"gpu.ours", "In registers", "A queue of neighbours in registers, 16 bytes a load",
         run_of<launch_stencil_ours>, gpu_unavailable}};
    for (const StencilVariant& variant : variants) {
        list.add(variant);
    }
}

} // namespace orrery
