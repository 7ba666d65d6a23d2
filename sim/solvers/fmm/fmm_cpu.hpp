#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/fmm/target_walk.hpp"
#include "sim/state/held_array.hpp"

namespace orrery {

// The fast multipole method in one precision, with what it keeps between calls.
template <class Real>
class FmmSum {
public:
    Outcome prepare(const ForceSources<Real>& request, Execution& execution);
    Outcome run(const ForceRequest<Real>& request, Execution& execution);

    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const;
    std::span<const std::uint32_t> order() const { return sources_->prepared.sorted.order(); }
    std::size_t scratch_bytes() const { return sources_->bytes() + others_.bytes(); }

private:
    // Targets that are no sources: their tree.
    bool prepare_others(const ForceRequest<Real>& request, Execution& execution);
    Outcome forces(const ForceRequest<Real>& request, const FmmTree<Real>& targets,
                   Execution& execution);

    Held<FmmTree<Real>> sources_;  // by those who inspect it
    FmmTree<Real>* own_ = nullptr; // those, until others are prepared
    FmmTree<Real> others_;         // targets that are no sources
};

} // namespace orrery
