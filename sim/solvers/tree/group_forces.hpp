#pragma once

#include "sim/solvers/direct/simd_kernels.hpp"
#include "sim/solvers/tree/m2p.hpp"
#include "sim/tree/group_walk.hpp"
#include "sim/tree/prepared_tree.hpp"

#include <memory>

namespace orrery {

// Everything that the groups of one evaluation share. Groups are those of the targets' tree: the
// sources' own, or one over targets that are others.
template <class Real>
struct TreeProblem {
    const PreparedTree<Real>& sources;
    const PreparedTree<Real>& targets;
    bool among_sources; // the targets are sources, in the same places
    PairLaw<Real> law;
    const SimdKernels<Real>& pairs;
    M2P<Real> m2p;
    bool potential;
};

// One thread's work on a group: walk, and evaluate what the walk finds whenever a list is full. Its
// memory is fixed, so no list is ever too long.
template <class Real>
class GroupForces {
public:
    GroupForces();

    // Sums on the group's targets, which result() then has from index 0 on, without the factor G.
    void evaluate(const TreeProblem<Real>& problem, std::size_t group);

    const AccelerationsView<Real>& result() const { return result_; }
    std::size_t terms() const { return terms_; } // of each target of the group

private:
    void begin(const TreeProblem<Real>& problem, const Group& group);
    void take_lists(const TreeProblem<Real>& problem);
    void m2p_listed(const TreeProblem<Real>& problem);
    void p2p_leaf(const TreeProblem<Real>& problem, std::uint32_t leaf);
    void p2p_bodies(const TreeProblem<Real>& problem, std::size_t begin, std::size_t end);
    void gather(const BodiesView<Real>& bodies, std::size_t begin, std::size_t count,
                std::size_t to);
    void p2p_point(const TreeProblem<Real>& problem, Real x, Real y, Real z, Real mass);
    void p2p_gathered(const TreeProblem<Real>& problem);
    BodiesView<Real> gathered(std::size_t count) const;

    Walk walk_;
    // The group's targets, then the bodies that pull on them, a tile at a time.
    HostArray<Real> x_, y_, z_, mass_;
    Group own_ = {}; // the sources that are the targets
    std::size_t targets_ = 0;
    std::size_t first_source_ = 0; // 0 until the targets have pulled one another
    std::size_t sources_end_ = 0;
    HostArray<Real> sum_x_, sum_y_, sum_z_, sum_potential_;
    AccelerationsView<Real> result_;
    std::size_t terms_ = 0;
};

} // namespace orrery
