#pragma once

#include "sim/solver.hpp"

namespace orrery {

// A Solver made of one piece of code that serves both precisions. `Method` has
//
//     static const SolverInfo info;
//     template <class Real> Outcome run(const BodiesView<Real>&, const AccelerationsView<Real>&,
//                                       const ForceParameters&, SolverContext&);
//     std::size_t scratch_bytes() const;
//
// run leaves what is measured (interactions) to this class.
template <class Method>
class DirectSolver final : public Solver {
public:
    const SolverInfo& info() const override { return Method::info; }

    Outcome accelerations(const BodiesView<float>& bodies, const AccelerationsView<float>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return counted(bodies, result, parameters, context);
    }
    Outcome accelerations(const BodiesView<double>& bodies, const AccelerationsView<double>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return counted(bodies, result, parameters, context);
    }

    std::size_t scratch_bytes() const override { return method_.scratch_bytes(); }

private:
    template <class Real>
    Outcome counted(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                    const ForceParameters& parameters, SolverContext& context) {
        const Outcome outcome = method_.run(bodies, result, parameters, context);
        const auto count = static_cast<double>(bodies.count);
        context.timings.interactions = count > 0 ? count * (count - 1) : 0;
        return outcome;
    }

    Method method_;
};

template <class Method>
SolverEntry direct_entry() {
    using Pointer = std::unique_ptr<Solver>;
    return {Method::info, []() -> Pointer { return std::make_unique<DirectSolver<Method>>(); }};
}

} // namespace orrery
