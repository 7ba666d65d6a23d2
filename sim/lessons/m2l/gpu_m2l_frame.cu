// The parts that all variants on a GPU share: the problem in its memory, the clock, and the sum of
// parts; and the list of the variants.

#include "sim/lessons/m2l/gpu_m2l_frame.cuh"

#include "sim/base/registry.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/lessons/device_copy.cuh"
#include "sim/machine/devices.hpp"

#include <span>

namespace orrery {

// Puts all translations into the queue.
using LaunchTranslations = void(DeviceQueue& queue, const TranslationView& view, int order);

LaunchTranslations launch_m2l_matrix, launch_m2l_diagonals, launch_m2l_rows, launch_m2l_unrolled,
    launch_m2l_fused, launch_m2l_scaled;

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
    GpuRun(const TranslationProblem& problem, LaunchTranslations* launch, Reduction reduction)
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
    template <class Work>
    double seconds_of(int passes, const Work& work) {
        return stopwatch_.seconds_of(queue_, passes, work);
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
    LaunchTranslations* launch_;
    int order_;
    DeviceArray<float2> multipoles_;
    DeviceArray<std::uint32_t> sources_;
    DeviceArray<float2> distance_, parts_, locals_;
    TranslationView view_{};
    DeviceStopwatch stopwatch_;
};

template <LaunchTranslations* launch, Reduction reduction>
std::unique_ptr<M2lRun> run_of(const TranslationProblem& problem) {
    return std::make_unique<GpuRun>(problem, launch, reduction);
}

} // namespace

void list_m2l_variants_on_gpus(Registry<M2lVariant>& list) {
    using enum Reduction;
    const auto by_rows = [](int p) { return 10.0 * p * p + 68.0 * p; };
    const M2lVariant variants[] = {
        {"gpu.matrix", "Stored matrix",
         "One thread a translation, which builds its matrix and multiplies",
         [](int p) { return 18.0 * p * p + 6.0 * p; }, run_of<launch_m2l_matrix, separate>,
         gpu_unavailable},
        {"gpu.diagonals", "By diagonals",
         "One thread a translation; no matrix, one power of the distance a diagonal",
         [](int p) { return 13.0 * p * p + 12.0 * p; }, run_of<launch_m2l_diagonals, separate>,
         gpu_unavailable},
        {"gpu.rows", "By rows", "One thread a coefficient; the multipoles are in shared memory",
         [](int p) { return 21.0 * p * p; }, run_of<launch_m2l_rows, separate>, gpu_unavailable},
        {"gpu.unrolled", "By rows, unrolled",
         "The order known to the compiler, loads under way while others are summed", by_rows,
         run_of<launch_m2l_unrolled, separate>, gpu_unavailable},
        {"gpu.fused", "By rows, fused", "The sum over a cell's sources stays in a register",
         by_rows, run_of<launch_m2l_fused, fused>, gpu_unavailable},
        {"gpu.scaled", "Scaled, in registers",
         "One real matrix between powers of the distance; a thread a translation",
         [](int p) { return 4.0 * p * p + 28.0 * p + 8; }, run_of<launch_m2l_scaled, fused>,
         gpu_unavailable}};
    for (const M2lVariant& variant : variants) {
        list.add(variant);
    }
}

} // namespace orrery
