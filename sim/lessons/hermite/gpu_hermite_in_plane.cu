// Idea:   a thread a point. The order is known when this is compiled, so that a point's Hermite
//         functions stay in registers; the coefficients are constants that a warp reads at once.
// Source: Cruz, Layton & Barba 2011.
// Cost:   2 p^2 operations a point and 12 bytes: up to p = 12, memory decides.

#include "sim/lessons/hermite/gpu_hermite_in_plane.hpp"

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/one_thread_each.hpp"

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

template <int order>
struct Coefficients {
    float of[order][order];
};

template <int order>
__global__ void evaluate(const __grid_constant__ Coefficients<order> coefficients, const float* x,
                         const float* y, unsigned count, float* sums) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) {
        return;
    }
    const float at_x = x[i];
    const float at_y = y[i];
    float h[order]; // of y, without the exponential
    h[0] = 1;
    h[1] = 2 * at_y;
#pragma unroll
    for (int n = 2; n < order; ++n) {
        h[n] = 2 * at_y * h[n - 1] - static_cast<float>(2 * (n - 1)) * h[n - 2];
    }
    float sum = 0;
    float before = 0;
    float now = 1; // of x
#pragma unroll
    for (int m = 0; m < order; ++m) {
        float row = 0;
#pragma unroll
        for (int n = 0; n < order; ++n) {
            row += coefficients.of[m][n] * h[n];
        }
        sum += now * row;
        const float next = 2 * at_x * now - static_cast<float>(2 * m) * before;
        before = now;
        now = next;
    }
    sums[i] = sum * expf(-(at_x * at_x + at_y * at_y));
}

template <int order>
double evaluate_timed(std::span<const float> coefficients, std::span<const float> x,
                      std::span<const float> y, int repeats, std::span<float> sums) {
    constexpr const char* copying = "copying points to the GPU";
    const DeviceArray<float> xs = uploaded<float>(x, copying);
    const DeviceArray<float> ys = uploaded<float>(y, copying);
    DeviceArray<float> out(x.size());
    Coefficients<order> constants;
    std::copy_n(coefficients.begin(), order * order, &constants.of[0][0]);
    const LaunchShape one_each = one_thread_each(x.size());
    std::vector<double> milliseconds;
    for (int i = 0; i <= repeats; ++i) { // the first warms up
        DeviceEvent start(DeviceEvent::Kind::time);
        DeviceEvent end(DeviceEvent::Kind::time);
        start.record(nullptr);
        evaluate<order><<<one_each.blocks, one_each.threads>>>(
            constants, xs.data(), ys.data(), static_cast<unsigned>(x.size()), out.data());
        cuda_check(cudaGetLastError(), "evaluating a series");
        end.record(nullptr);
        end.wait();
        if (i > 0) {
            milliseconds.push_back(milliseconds_between(start, end));
        }
    }
    cuda_check(cudaMemcpy(sums.data(), out.data(), out.bytes(), cudaMemcpyDeviceToHost),
               "copying sums from the GPU");
    std::sort(milliseconds.begin(), milliseconds.end());
    return milliseconds.empty() ? 0 : milliseconds[milliseconds.size() / 2];
}

} // namespace

double gpu_hermite_in_plane(int order, std::span<const float> coefficients,
                            std::span<const float> x, std::span<const float> y, int repeats,
                            std::span<float> sums) {
    return order == 5   ? evaluate_timed<5>(coefficients, x, y, repeats, sums)
           : order == 9 ? evaluate_timed<9>(coefficients, x, y, repeats, sums)
                        : evaluate_timed<12>(coefficients, x, y, repeats, sums);
}

} // namespace orrery
