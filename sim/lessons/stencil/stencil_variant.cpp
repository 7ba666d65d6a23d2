// The problem, and its variants in the order in which the lesson tells them.

#include "sim/lessons/stencil/stencil_variant.hpp"

#include "sim/base/error.hpp"
#include "sim/base/registry.hpp"

#include <cmath>
#include <numbers>
#include <random>

namespace orrery {

StencilVariant stencil_cpu_plain();
StencilVariant stencil_cpu_threads();

namespace {

Registry<StencilVariant>& stencil_registry() {
    static Registry<StencilVariant> list(
        {"way to differentiate", "orrery help bench-stencil",
         [](const StencilVariant& variant) { return std::string_view(variant.id); },
         [](Registry<StencilVariant>& to) {
             to.add(stencil_cpu_plain());
             to.add(stencil_cpu_threads());
             list_stencil_variants_on_gpus(to);
         }});
    return list;
}

} // namespace

std::span<const StencilVariant> stencil_variants() {
    return stencil_registry().all();
}

const StencilVariant& find_stencil_variant(std::string_view id) {
    return stencil_registry().find(id);
}

StencilProblem make_stencil_problem(std::size_t cells) {
    if (cells < min_stencil_cells || cells > max_stencil_cells) {
        throw bad_input("a cube of " + std::to_string(cells) + " cells along an edge", "",
                        "it has " + std::to_string(min_stencil_cells) + " to " +
                            std::to_string(max_stencil_cells));
    }
    StencilProblem problem{cells, {}};
    problem.field.reserve(cells * cells * cells);
    std::minstd_rand random(1);
    std::uniform_real_distribution<float> noise(-0.5F, 0.5F);
    std::vector<float> wave; // one along an edge
    for (std::size_t i = 0; i < cells; ++i) {
        const double turn = static_cast<double>(i) / static_cast<double>(cells);
        wave.push_back(static_cast<float>(std::sin(2 * std::numbers::pi * turn)));
    }
    for (std::size_t z = 0; z < cells; ++z) {
        for (std::size_t y = 0; y < cells; ++y) {
            for (std::size_t x = 0; x < cells; ++x) {
                problem.field.push_back(wave[x] + 2 * wave[y] + 3 * wave[z] + noise(random));
            }
        }
    }
    return problem;
}

std::array<float, stencil_reach> stencil_weights(std::size_t cells) {
    std::array<float, stencil_reach> weights{};
    for (std::size_t k = 0; k < weights.size(); ++k) {
        weights[k] = static_cast<float>(stencil_coefficients[k] * static_cast<double>(cells));
    }
    return weights;
}

} // namespace orrery
