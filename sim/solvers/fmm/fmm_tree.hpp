#pragma once

#include "sim/solvers/fmm/expansion_kernels.hpp"
#include "sim/tree/pair_walk.hpp"
#include "sim/tree/prepared_tree.hpp"

namespace orrery {

// A cell's index with its bits, for CellArrays.
std::uint32_t cell_tag(const Node& node, std::uint32_t index, int order);

// A tree with what the fast multipole method has on it: the cells as a walk of pairs sees them, and
// each node's multipole expansion with its centre, in a row.
template <class Real>
struct FmmTree {
    PreparedTree<Real> prepared;
    CellArrays<Real> cells;
    HostArray<Real> rows; // expansion_row(order) numbers for each node
    int order = 0;
    std::uint32_t root = 0;  // of the targets: below others where the tree was joined with more
    PairCriterion criterion; // by which this tree was walked last
    PairLimits<Real> limits;
    ExpansionUnits<Real> units;
    // Estimates for a node's bodies: the least acceleration, without the factor G, and the largest
    // part that it is of the sum of all pulls.
    std::vector<Real> min_acceleration, coherence;

    // The nodes' centres and radii; prepared.prepare_walk() has been called.
    void fit_cells(int expansion_order, const ExpansionUnits<Real>& expansion_units,
                   Workers& workers);
    // Multipoles, and what walks ask of them. Needs fit_cells().
    void expand(Workers& workers);
    // How strongly the sources pull at the nodes of this tree, and `more` of them if there are any.
    // Needs fit_cells().
    void estimate_accelerations(const PreparedTree<Real>& sources, Workers& workers,
                                const PreparedTree<Real>* more = nullptr);

    const Real* row(std::uint32_t node) const { return rows.data() + node * expansion_row(order); }
    Real* row(std::uint32_t node) { return rows.data() + node * expansion_row(order); }
    ExpansionCentre<Real> centre(std::uint32_t node) const {
        return {cells.x[node], cells.y[node], cells.z[node]};
    }
    std::size_t bytes() const;
};

} // namespace orrery
