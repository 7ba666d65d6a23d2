#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

template <class Entry>
class Registry;

enum class Axis { x, y, z };
inline constexpr std::array all_axes{Axis::x, Axis::y, Axis::z};

// Central differences of eighth order: the first derivative from four neighbours on either side,
//
//     f'(x_i) = 1/h sum over k = 1..4 of c_k (f_(i+k) - f_(i-k)),
//     c = 4/5, -1/5, 4/105, -1/280,
//
// on a periodic cube of side 1, so h = 1 / cells. The value at (x, y, z) lies at
// x + cells (y + cells z).
//
// Source: Harris, "Finite Difference Methods in CUDA C/C++", parts 1 and 2, NVIDIA technical blog
//         (2013); the coefficients: Fornberg, Math. Comp. 51 (1988), table 1.
inline constexpr int stencil_reach = 4;
inline constexpr std::array stencil_coefficients{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};

struct StencilProblem {
    std::size_t cells = 0; // along an edge
    std::vector<float> field;

    std::size_t size() const { return field.size(); }
    // What has to be moved: each value is read once, each derivative written once.
    double bytes() const { return 2.0 * sizeof(float) * static_cast<double>(size()); }
};

inline constexpr std::size_t min_stencil_cells = 8, max_stencil_cells = 1024;

// Waves along all axes and some noise. Throws bad_input for a cube that is too small or large.
StencilProblem make_stencil_problem(std::size_t cells);

// The coefficients over h.
std::array<float, stencil_reach> stencil_weights(std::size_t cells);

// One way to compute all derivatives of a problem, with its data where it computes.
class StencilRun {
public:
    virtual ~StencilRun() = default;

    // Does it `passes` times, one right after the other; seconds of one.
    virtual double run(Axis axis, int passes) = 0;
    // Copies the field likewise, which moves the same bytes: no stencil can be faster.
    virtual double copy(int passes) = 0;
    // After run.
    virtual std::vector<float> derivative() = 0;
};

struct StencilVariant {
    const char* id;
    const char* title;
    const char* idea;
    // Throws failure where its device has too little memory. The problem must outlive it.
    std::unique_ptr<StencilRun> (*make)(const StencilProblem& problem);
    // Empty, or why it cannot run here.
    std::string (*unavailable)();
};

std::span<const StencilVariant> stencil_variants();
// Throws bad_input for an id that none has.
const StencilVariant& find_stencil_variant(std::string_view id);

// The variants on GPUs; nothing in a build without CUDA.
void list_stencil_variants_on_gpus(Registry<StencilVariant>& list);

} // namespace orrery
