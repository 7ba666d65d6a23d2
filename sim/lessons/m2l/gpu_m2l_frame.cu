// What all variants on a GPU share: the problem in its memory, the clock, and the sum of parts; and
// which there are.

#include "sim/lessons/m2l/gpu_m2l_frame.cuh"

#include "sim/base/registry.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/machine/devices.hpp"

#include <span>

namespace orrery {
namespace {

constexpr unsigned sum_threads = 128;

// One thread for each coefficient of a cell, so that neighbours read neighbours.
__global__ void sum_parts(TranslationView view, unsigned order) {
    const unsigned i = blockIdx.x * sum_threads + threadIdx.x;
    if (i >= view.cells * order) {
        return;
    }
    const unsigned cell = i / order;
    const float2* part = view.parts + std::size_t{cell} * view.sources_of_cell * order + i % order;
    float2 sum{0, 0};
    for (unsigned j = 0; j < view.sources_of_cell; ++j, part += order) {
        sum.x += part->x;
        sum.y += part->y;
    }
    view.locals[i] = sum;
}

constexpr const char* copying = "copying expansions to a GPU";

class GpuRun final : public M2lRun {
public:
    GpuRun(const TranslationProblem& problem, LaunchTranslations launch, Reduction reduction)
        : queue_(0), launch_(launch), order_(problem.order),
          multipoles_(uploaded<float2>(std::span(problem.multipoles), copying)),
          sources_(uploaded<std::uint32_t>(std::span(problem.sources), copying)),
          distance_(uploaded<float2>(std::span(problem.distance), copying)),
          parts_(reduction == Reduction::separate ? problem.translations() * order_size() : 0),
          locals_(problem.cells * order_size()) {
        view_ = {multipoles_.data(), sources_.data(),
                 distance_.data(),   static_cast<std::uint32_t>(problem.cells),
                 parts_.data(),      locals_.data()};
    }

    double run(int passes) override {
        return seconds_of(passes, [this] {
            translate();
            if (sums_apart()) {
                reduce();
            }
        });
    }

    std::optional<M2lSteps> run_steps(int passes) override {
        if (!sums_apart()) {
            return std::nullopt;
        }
        const double translation = seconds_of(passes, [this] { translate(); });
        return M2lSteps{translation, seconds_of(passes, [this] { reduce(); })};
    }

    std::vector<std::complex<float>> locals() override {
        std::vector<std::complex<float>> found(locals_.size());
        cuda_check(
            cudaMemcpy(found.data(), locals_.data(), locals_.bytes(), cudaMemcpyDeviceToHost),
            "copying expansions from a GPU");
        return found;
    }

private:
    // Of one pass, by the GPU's clock.
    template <class Work>
    double seconds_of(int passes, const Work& work) {
        queue_.activate();
        start_.record(queue_.stream());
        for (int pass = 0; pass < passes; ++pass) {
            work();
        }
        end_.record(queue_.stream());
        end_.wait();
        queue_.forget_phases();
        return milliseconds_between(start_, end_) / 1000 / passes;
    }

    bool sums_apart() const { return view_.parts != nullptr; }

    void translate() { launch_(queue_, view_, order_); }

    void reduce() {
        const auto coefficients = static_cast<unsigned>(locals_.size());
        queue_.launch("m2l", {(coefficients + sum_threads - 1) / sum_threads, sum_threads},
                      sum_parts, view_, static_cast<unsigned>(order_));
    }

    std::size_t order_size() const { return static_cast<std::size_t>(order_); }

    DeviceQueue queue_;
    LaunchTranslations launch_;
    int order_;
    DeviceArray<float2> multipoles_;
    DeviceArray<std::uint32_t> sources_;
    DeviceArray<float2> distance_, parts_, locals_;
    TranslationView view_{};
    DeviceEvent start_{DeviceEvent::Kind::time}, end_{DeviceEvent::Kind::time};
};

} // namespace

std::unique_ptr<M2lRun> run_on_gpu(const TranslationProblem& problem, LaunchTranslations launch,
                                   Reduction reduction) {
    return std::make_unique<GpuRun>(problem, launch, reduction);
}

M2lVariant m2l_matrix();
M2lVariant m2l_diagonals();
M2lVariant m2l_rows();
M2lVariant m2l_unrolled();
M2lVariant m2l_fused();
M2lVariant m2l_unfused();
M2lVariant m2l_scaled();

void list_m2l_variants_on_gpus(Registry<M2lVariant>& list) {
    for (const auto variant :
         {m2l_matrix, m2l_diagonals, m2l_rows, m2l_unrolled, m2l_unfused, m2l_fused, m2l_scaled}) {
        M2lVariant on_gpu = variant();
        on_gpu.unavailable = gpu_unavailable;
        list.add(on_gpu);
    }
}

} // namespace orrery
