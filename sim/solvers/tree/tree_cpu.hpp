#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/tree/group_forces.hpp"
#include "sim/solvers/tree/sorted_bodies.hpp"

namespace orrery {

// The tree code in one precision, with what it keeps between calls.
template <class Real>
class TreeSum {
public:
    Outcome run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                const ForceParameters& parameters, SolverContext& context);

    const Octree<Real>& octree() const { return octree_; }
    std::span<const std::uint32_t> order() const { return sorted_.order(); }
    std::size_t scratch_bytes() const { return sorted_.scratch_bytes() + octree_.scratch_bytes(); }

private:
    bool sort(const BodiesView<Real>& bodies, SolverContext& context);
    void build(const ForceParameters& parameters, SolverContext& context);
    void find_moments(const Opening& opening, SolverContext& context);
    Outcome forces(const AccelerationsView<Real>& result, const Opening& opening,
                   const ForceParameters& parameters, SolverContext& context);
    bool measurable() const;
    void give_no_number(const AccelerationsView<Real>& result) const;
    void give(const AccelerationsView<Real>& sums, const Group<Real>& group, Real gravity,
              const AccelerationsView<Real>& result) const;
    void give_terms(std::size_t terms, const Group<Real>& group, float* result) const;

    SortedBodies<Real> sorted_;
    Octree<Real> octree_;
};

// cpu.tree
class TreeSolver final : public Solver {
public:
    const SolverInfo& info() const override;

    Outcome accelerations(const BodiesView<float>& bodies, const AccelerationsView<float>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return run(single_, bodies, result, parameters, context);
    }
    Outcome accelerations(const BodiesView<double>& bodies, const AccelerationsView<double>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return run(twofold_, bodies, result, parameters, context);
    }

    // The tree of the last evaluation in this precision, to be looked at: boxes, levels and counts
    // of its nodes, and its groups.
    template <class Real>
    const Octree<Real>& octree() const {
        if constexpr (std::is_same_v<Real, float>) {
            return single_.octree();
        } else {
            return twofold_.octree();
        }
    }

    const std::uint32_t* order() const override { return order_; }
    std::size_t scratch_bytes() const override {
        return single_.scratch_bytes() + twofold_.scratch_bytes();
    }

private:
    template <class Real>
    Outcome run(TreeSum<Real>& sum, const BodiesView<Real>& bodies,
                const AccelerationsView<Real>& result, const ForceParameters& parameters,
                SolverContext& context) {
        const Outcome outcome = sum.run(bodies, result, parameters, context);
        order_ = sum.order().data();
        return outcome;
    }

    TreeSum<float> single_;
    TreeSum<double> twofold_;
    const std::uint32_t* order_ = nullptr; // of the last evaluation
};

} // namespace orrery
