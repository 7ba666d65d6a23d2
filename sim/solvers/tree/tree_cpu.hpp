#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/tree/group_forces.hpp"
#include "sim/tree/sorted_bodies.hpp"

namespace orrery {

// The tree code in one precision, with what it keeps between calls.
template <class Real>
class TreeSum {
public:
    Outcome run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                const ForceParameters& parameters, SolverContext& context);

    std::span<const std::uint32_t> order() const { return sorted_.order(); }
    std::size_t scratch_bytes() const {
        return sorted_.scratch_bytes() + tree_.bytes() + expansions_.bytes() + nodes_.bytes();
    }

private:
    bool sort(const BodiesView<Real>& bodies, SolverContext& context);
    void build(const ForceParameters& parameters, SolverContext& context);
    void prepare_walk(const OpeningCriterion& criterion, SolverContext& context);
    Outcome forces(const AccelerationsView<Real>& result, const OpeningCriterion& criterion,
                   const ForceParameters& parameters, SolverContext& context);
    void fill_with_nan(const AccelerationsView<Real>& result) const;
    void scatter_results(const AccelerationsView<Real>& sums, const Group& group, Real gravity,
                         const AccelerationsView<Real>& result) const;
    void store_interactions(std::size_t terms, const Group& group, float* result) const;

    SortedBodies<Real> sorted_;
    Tree<Real> tree_;
    Expansions<Real> expansions_;
    WalkNodes<Real> nodes_;
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
