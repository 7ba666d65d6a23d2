#include "sim/solvers/treemesh/treemesh_options.hpp"

#include "sim/solvers/tree/tree_options.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

enum class TreeMeshOption : std::size_t { criterion, error, theta, order, leaf, cells, split };

// Cells for each body. A mesh is cheap, and with finer cells less is left to the tree; but in open
// space it is eight times as large, and the crowds that walks are long in are small beside it.
constexpr double cells_a_body_in_box = 8, cells_a_body_in_open_space = 1.0 / 16;

// On a GPU what a mesh has is next to nothing to take away from groups that are small beside the
// split (MeshSeries). So in open space, where no images make a tree's walks long, a mesh costs
// least that is coarse and split far: measured on Plummer spheres, cubes and galaxies.
constexpr std::size_t coarsest = 1; // of the choices: 16 cells
constexpr double wider_in_open_space_on_gpu = 2;

bool is_open_on_gpu(const SolverInfo& info, const ForceParameters& parameters) {
    return info.space != Space::host && !parameters.box.is_periodic();
}

constexpr double default_split = 1.5;

// What the mesh alone leaves, however finely cells are opened: measured on few bodies, whose own
// potential on the mesh differs most from its mean over places in a cell, in open space and on a
// lattice of 343 in a box, whose pulls nearly cancel.
double mesh_error(double split) {
    return 5e-3 * std::exp(-4 * (split - 1.25));
}

// The split follows the widest cells, so the tree reaches far over the shortest edge and its
// images. Measured with edges of 1, 1 and 5 to 50.
constexpr double most_elongated = 5;

double longest_edge_over_shortest(const PeriodicBox& box) {
    const auto [shortest, longest] = std::ranges::minmax(box.lengths);
    return longest / shortest;
}

} // namespace

std::vector<SolverOption> treemesh_options(double leaf) {
    std::vector<SolverOption> options = tree_options(leaf);
    options.push_back(
        cells_option("Mesh points along the box, or along the cube around all bodies; automatic: "
                     "about eight times as many cells as bodies in a box; in open space a "
                     "sixteenth as many, on a "
                     "GPU 16 along a side. The finer they are, the less is left to the tree"));
    options.push_back({.id = "split",
                       .title = "Split at, in cells",
                       .tooltip = "The mesh has the pull beyond about this length, the tree the "
                                  "rest up to six times as far. In open space twice as long on a "
                                  "GPU. More: a smoother field with less of the mesh's error, and "
                                  "more work for the tree",
                       .minimum = 1.25,
                       .maximum = 3,
                       .default_value = default_split,
                       .choices = {}});
    return options;
}

MeshChoice treemesh_choice(const SolverInfo& info, const ForceParameters& parameters,
                           std::size_t bodies) {
    const ResolvedOptions& options = parameters.options;
    const bool open_on_gpu = is_open_on_gpu(info, parameters);
    const int chosen = options.whole(info, TreeMeshOption::cells);
    const std::size_t size =
        chosen == 0 && open_on_gpu ? coarsest : static_cast<std::size_t>(chosen);
    return {.points = static_cast<int>(AssignmentScheme::pcs),
            .cells =
                parameters.box.is_periodic()
                    ? cells_for(size, bodies, cells_a_body_in_box)
                    : cells_along(size, cells_a_body_in_open_space * static_cast<double>(bodies)),
            .gradient = MeshGradient::order6,
            .split = options.number(info, TreeMeshOption::split) *
                     (open_on_gpu ? wider_in_open_space_on_gpu : 1)};
}

// On a cold lattice, where pulls nearly cancel, the tree's cells are opened by a part of all that
// pulls within the reach, which grows with the split: measured on 4,096 bodies.
double treemesh_promise(const SolverInfo& info, const ResolvedOptions& options, Precision precision,
                        const PeriodicBox& box) {
    if (box.is_periodic() && longest_edge_over_shortest(box) > most_elongated) {
        return std::numeric_limits<double>::infinity();
    }
    const double split = options.number(info, TreeMeshOption::split);
    const double of_reach = std::max(1.0, std::pow(split / default_split, 4));
    return std::max(of_reach * tree_promise(info, options, precision, box), mesh_error(split));
}

} // namespace orrery
