#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/solver.hpp"

#include <cstdint>
#include <utility>

namespace orrery {

// A Solver for bodies in GPU memory, made of one piece of code that serves both precisions.
// `Method` has
//
//     template <class Real> Outcome run(const BodiesView<Real>&, const AccelerationsView<Real>&,
//                                       const ForceParameters&, DeviceQueue&, const
//                                       std::stop_token&);
//     std::size_t scratch_bytes() const;
//     const std::uint32_t* order() const; // if it sorts the bodies
//
// run puts work into the queue and may return before it is done. Interactions are those of a direct
// sum, unless Method has a type CountsTerms: it then adds its own when the queue finishes.
template <class Method>
class GpuSolver final : public Solver {
public:
    GpuSolver(const SolverInfo& info, Method method) : info_(info), method_(std::move(method)) {}

    const SolverInfo& info() const override { return info_; }

    Outcome accelerations(const BodiesView<float>& bodies, const AccelerationsView<float>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return counted(bodies, result, parameters, context);
    }
    Outcome accelerations(const BodiesView<double>& bodies, const AccelerationsView<double>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return counted(bodies, result, parameters, context);
    }

    const std::uint32_t* order() const override {
        if constexpr (requires { method_.order(); }) {
            return method_.order();
        } else {
            return nullptr;
        }
    }
    std::size_t scratch_bytes() const override { return method_.scratch_bytes(); }

private:
    template <class Real>
    Outcome counted(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                    const ForceParameters& parameters, SolverContext& context) {
        context.queue->activate();
        const Outcome outcome =
            method_.run(bodies, result, parameters, *context.queue, context.stop);
        if constexpr (!requires { typename Method::CountsTerms; }) {
            const auto count = static_cast<double>(bodies.count);
            context.timings.interactions = count > 0 ? count * (count - 1) : 0;
        }
        return outcome;
    }

    const SolverInfo& info_;
    Method method_;
};

} // namespace orrery
