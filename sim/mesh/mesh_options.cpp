#include "sim/mesh/mesh_options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

namespace orrery {
namespace {

// Products of small primes, which transforms are fast for, alone and doubled.
constexpr std::array<std::size_t, 12> sizes = {16,  32,  48,  64,  96,  128,
                                               192, 256, 384, 512, 768, 1024};
static_assert(sizes.back() == most_mesh_cells);
constexpr std::size_t least_automatic = 32;

std::vector<std::string> size_choices() {
    std::vector<std::string> names{"automatic"};
    for (const std::size_t size : sizes) {
        names.push_back(std::to_string(size));
    }
    return names;
}

bool has_small_factors(std::size_t size) {
    for (const std::size_t factor : {2U, 3U, 5U, 7U}) {
        while (size % factor == 0) {
            size /= factor;
        }
    }
    return size == 1;
}

// Cells for so many bodies if they may be a lattice, `wanted` of them or more in all: the least
// whole number to each of its edges, and whole bricks of the GPU's. On other meshes the lattice's
// own wave, which is far stronger than any other, is taken for a longer one: bodies that should
// stay at rest are pulled by half of what a neighbour pulls (24^3 on 32^3 cells of cpu.mesh), and a
// cold start heats up. 0: no such mesh.
std::size_t cells_of_lattice(std::size_t bodies, double wanted) {
    constexpr std::size_t of_brick = 8;
    const auto side =
        static_cast<std::size_t>(std::llround(std::cbrt(static_cast<double>(bodies))));
    if (side == 0 || side * side * side != bodies) {
        return 0;
    }
    const double least = std::max(std::cbrt(wanted) - 0.5, static_cast<double>(least_automatic));
    const double most = std::min(2 * least + 1, static_cast<double>(sizes.back()));
    for (std::size_t cells = side; static_cast<double>(cells) <= most; cells += side) {
        if (static_cast<double>(cells) >= least && cells % of_brick == 0 &&
            has_small_factors(cells)) {
            return cells;
        }
    }
    return 0;
}

} // namespace

SolverOption cells_option(const char* tooltip) {
    return {.id = "cells",
            .title = "Cells along a side",
            .tooltip = tooltip,
            .minimum = 0,
            .maximum = static_cast<double>(sizes.size()),
            .default_value = 0,
            .choices = size_choices()};
}

std::size_t cells_along(std::size_t choice, double wanted) {
    if (choice > 0) {
        return sizes[choice - 1];
    }
    for (const std::size_t size : sizes) {
        if (size >= least_automatic && static_cast<double>(size * size * size) >= wanted) {
            return size;
        }
    }
    return sizes.back();
}

std::size_t cells_for(std::size_t choice, std::size_t bodies, double cells_a_body) {
    const double wanted = cells_a_body * static_cast<double>(bodies);
    const std::size_t of_lattice = choice == 0 ? cells_of_lattice(bodies, wanted) : 0;
    return of_lattice > 0 ? of_lattice : cells_along(choice, wanted);
}

std::vector<SolverOption> mesh_options() {
    return {
        {.id = "scheme",
         .title = "Assignment",
         .tooltip = "The cloud that a body is spread over: two (cic), three (tsc) or four (pcs) "
                    "points along each axis. Larger clouds make smoother and slower forces",
         .minimum = 0,
         .maximum = 2,
         .default_value = 1,
         .choices = {"cic", "tsc", "pcs"}},
        cells_option("Mesh points along the box, or along the cube around all bodies; automatic: "
                     "about as many cells as bodies. Detail below four cells is smoothed"),
        {.id = "gradient",
         .title = "Gradient",
         .tooltip = "Forces from the potential by central differences of this order, or exactly "
                    "for each wave by three more transforms",
         .minimum = 0,
         .maximum = 4,
         .default_value = 1,
         .choices = {"order2", "order4", "order6", "order8", "spectral"}},
    };
}

MeshChoice mesh_choice(const SolverInfo& info, const ForceParameters& parameters,
                       std::size_t bodies) {
    constexpr int points_of_first = static_cast<int>(AssignmentScheme::cic);
    const ResolvedOptions& options = parameters.options;
    const auto scheme = options.whole(info, MeshOption::scheme);
    const auto size = static_cast<std::size_t>(options.whole(info, MeshOption::cells));
    return {points_of_first + scheme, cells_for(size, bodies, 1),
            options.chosen<MeshGradient>(info, MeshOption::gradient)};
}

std::size_t mesh_cells(const SolverInfo& info, const OptionValues& options, std::size_t bodies) {
    const auto found =
        std::ranges::find(info.options, std::string_view("cells"),
                          [](const auto& each) { return std::string_view(each.id); });
    if (found == info.options.end() || found->choices.size() != sizes.size() + 1) {
        return 0;
    }
    const auto place = static_cast<std::size_t>(found - info.options.begin());
    return cells_for(ResolvedOptions(info, options).choice(info, place), bodies, 1);
}

// Measured on clusters of 3 to 4,097 bodies in open space and in the tests' boxes, where meshes are
// coarse: at most 0.12.
double mesh_promise(const SolverInfo&, const ResolvedOptions&, Precision, const PeriodicBox&) {
    return 0.15;
}

} // namespace orrery
