#pragma once

#include "tests/sim/solvers/solver_run.hpp"

#include "sim/solver.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace orrery {

// A registered solver in one of its precisions, and one of the ways in which GPUs share it.
struct SolverVariant {
    std::string id;
    Precision precision;
    Sharing sharing = Sharing::none;
};

std::vector<SolverVariant> solver_variants();

// How GoogleTest prints the parameter, by a name of its choice.
void PrintTo(const SolverVariant& variant, // NOLINT(readability-identifier-naming)
             std::ostream* out);

// The start of every test of the contract: a fresh solver, skipped if it cannot run.
class SolverContract : public testing::TestWithParam<SolverVariant> {
protected:
    void SetUp() override;

    const SolverInfo& info() const { return solver_->info(); }
    Solver& solver() { return *solver_; }
    void forget_solver() { solver_.reset(); }
    Precision precision() const { return GetParam().precision; }
    // With its options as they are.
    double promised_error() const { return info().promised_error(precision()); }

    // All that the solver can give.
    WantedForces everything() const { return {info().has_potential, info().has_jerk}; }

    // On a mesh: rounding is that of the whole field, and memory that of the cells.
    bool is_mesh() const;
    // Large meshes differ from small ones in nothing but time and memory.
    std::size_t choices_to_try(const SolverOption& option) const;
    // With the softening at least from which the promise holds: a mesh's does not for any.
    ForceParameters promised(ForceParameters parameters, const Bodies<double>& bodies,
                             const Bodies<double>* others = nullptr) const;

    SolverRun run(const Bodies<double>& bodies, const ForceParameters& parameters = {},
                  WantedForces wanted = {}, int threads = 2);
    SolverRun run_on(const Pulled& pulled, const Bodies<double>& bodies,
                     const ForceParameters& parameters, WantedForces wanted = {});
    SolverRun run_until(std::stop_token stop, const Bodies<double>& bodies,
                        const ForceParameters& parameters = {}, StepProgress* progress = nullptr);

    // Holds forces to the promise: the p99 of the accelerations' relative errors and, at each body,
    // the errors of accelerations, potentials and jerks against the sums of the magnitudes of what
    // was added up. `truth`: of those computed that are `checked`, in that order.
    void expect_promise_kept(const Forces& computed, std::span<const std::size_t> checked,
                             const PlainSum& truth, const ForceParameters& parameters,
                             WantedForces wanted);
    // Runs the solver and holds what it gives to the promise.
    void expect_promise_kept(const Bodies<double>& bodies, const ForceParameters& parameters = {},
                             WantedForces wanted = {});

private:
    std::unique_ptr<Solver> solver_;
};

std::string variant_name(const testing::TestParamInfo<SolverVariant>& variant);

} // namespace orrery
