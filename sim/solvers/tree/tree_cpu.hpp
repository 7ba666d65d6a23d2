#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/tree/group_forces.hpp"
#include "sim/state/held_array.hpp"

namespace orrery {

// The tree code in one precision, with what it keeps between calls.
template <class Real>
class TreeSum {
public:
    Outcome prepare(const ForceSources<Real>& request, Execution& execution);
    Outcome run(const ForceRequest<Real>& request, Execution& execution);

    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const;
    std::span<const std::uint32_t> order() const { return sources_->sorted.order(); }
    std::size_t scratch_bytes() const { return sources_->bytes() + others_.bytes(); }

private:
    Outcome forces(const ForceRequest<Real>& request, const PreparedTree<Real>& targets,
                   Execution& execution);

    Held<PreparedTree<Real>> sources_; // by those who inspect it
    PreparedTree<Real> others_;        // targets that are no sources
};

} // namespace orrery
