#pragma once

#include "sim/base/error.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/lessons/m2l/m2l_variant.hpp"

#include <cstdint>
#include <string>

namespace orrery {

// A problem in a GPU's memory.
struct TranslationView {
    const float2* multipoles;     // `order` of each cell
    const std::uint32_t* sources; // 27 of each cell
    const float2* distance;       // of each of them
    std::uint32_t cells;
    float2* parts;  // what each translation gives, `order` each; null where sums are made at once
    float2* locals; // `order` of each cell

    static constexpr unsigned sources_of_cell = TranslationProblem::sources_of_cell;
    __host__ __device__ unsigned translations() const { return cells * sources_of_cell; }
};

inline __device__ float2 product(float2 a, float2 b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

inline __device__ void add_product(float2& sum, float2 a, float2 b) {
    sum.x += a.x * b.x - a.y * b.y;
    sum.y += a.x * b.y + a.y * b.x;
}

inline __device__ float2 inverse(float2 d) {
    const float square = 1 / (d.x * d.x + d.y * d.y);
    return {d.x * square, -d.y * square};
}

// C(n + k, k), known when a kernel is compiled.
template <int order>
struct Pascal {
    float entry[order][order];
    constexpr Pascal() : entry() {
        for (int n = 0; n < order; ++n) {
            for (int k = 0; k < order; ++k) {
                entry[n][k] = n == 0 || k == 0 ? 1.0f : entry[n - 1][k] + entry[n][k - 1];
            }
        }
    }
};

// Calls operation.template operator()<order>().
template <class Operation>
void with_m2l_order(int order, const Operation& operation) {
    switch (order) {
    case 8:
        return operation.template operator()<8>();
    case 12:
        return operation.template operator()<12>();
    case 16:
        return operation.template operator()<16>();
    default:
        throw bad_input("translations have not been compiled for order " + std::to_string(order),
                        "", "it is 8, 12 or 16");
    }
}

// A thread for each translation.
constexpr unsigned translation_threads = 128;
inline void launch_translations(DeviceQueue& queue, const TranslationView& view,
                                void (*kernel)(TranslationView)) {
    const unsigned blocks = (view.translations() + translation_threads - 1) / translation_threads;
    queue.launch("m2l", {blocks, translation_threads}, kernel, view);
}

// Separate: parts are written, which another kernel sums up for each cell.
enum class Reduction { separate, fused };

} // namespace orrery
