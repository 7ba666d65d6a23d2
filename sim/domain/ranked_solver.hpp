#pragma once

#include "sim/solver.hpp"
#include "sim/state/host_array.hpp"

#include <memory>
#include <span>

namespace orrery {

// An algorithm among many ranks, each of which has a share of the bodies: all are sources, and the
// own ones are targets. prepare and evaluate are collective and end alike on all ranks.
//
// Idea:   an algorithm that knows of ranks asks the others for what it must know of their bodies.
//         For any other the bodies themselves go round: a rank adds up the pull of each other's in
//         turn, so that it never has more than two shares. Both sum the same forces.
// Cost:   where bodies go round, a preparation for each rank, and 16 bytes a body and rank.
class RankedSolver final : public Solver {
public:
    explicit RankedSolver(std::unique_ptr<Solver> own) : own_(std::move(own)) {}

    const SolverInfo& info() const override { return own_->info(); }
    Outcome prepare(const ForceSources<float>& sources, Execution& execution) override;
    Outcome prepare(const ForceSources<double>& sources, Execution& execution) override;
    Outcome evaluate(const ForceTargets<float>& targets, Execution& execution) override;
    Outcome evaluate(const ForceTargets<double>& targets, Execution& execution) override;
    // Of this rank's bodies, and what it sees of others.
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) override {
        return own_->inspect(request);
    }
    // Bodies are put in order where they migrate.
    std::size_t scratch_bytes() const override { return own_->scratch_bytes() + work_.bytes(); }

    // The terms of each target of the last evaluation; empty: all have the same, or a GPU has the
    // bodies.
    std::span<const float> work() const { return {work_.data(), work_.size()}; }

private:
    template <class Real>
    Outcome prepare_own(const ForceSources<Real>& sources, Execution& execution);
    template <class Real>
    Outcome evaluate_own(ForceTargets<Real> targets, Execution& execution);
    template <class Real>
    Outcome go_round(const ForceTargets<Real>& targets, Execution& execution);

    template <class Real>
    struct Prepared {
        BodiesView<Real> sources;
        const ForceParameters* parameters = nullptr;
        bool by_others = false; // the last of them went round since
    };
    template <class Real>
    Prepared<Real>& prepared();

    std::unique_ptr<Solver> own_;
    Prepared<float> floats_;
    Prepared<double> doubles_;
    HostArray<float> work_;
};

} // namespace orrery
