#pragma once

#include "sim/inspection.hpp"
#include "sim/solver.hpp"
#include "sim/base/per_precision.hpp"

#include <functional>
#include <memory>

namespace orrery {

// What a TypedSolver is made of where an algorithm builds something out of the sorted bodies: a
// `Sum` for each precision, with prepare, run, inspect, order and scratch_bytes.
template <template <class> class Sum>
class BuiltSum {
public:
    template <class Real>
    Outcome prepare(const ForceSources<Real>& sources, Execution& execution) {
        order_ = nullptr;
        inspect_ = nullptr;
        return sums_.template in<Real>().prepare(sources, execution);
    }

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        Sum<Real>& sum = sums_.template in<Real>();
        const Outcome outcome = sum.run(request, execution);
        order_ = sum.order().data();
        inspect_ = [&sum](const InspectRequest& wanted) { return sum.inspect(wanted); };
        return outcome;
    }

    const std::uint32_t* order() const { return order_; }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const {
        return inspect_ ? inspect_(request) : nullptr;
    }
    std::size_t scratch_bytes() const {
        return sums_.fp32.scratch_bytes() + sums_.fp64.scratch_bytes();
    }

private:
    PerPrecision<Sum> sums_;
    // Of the last evaluation.
    const std::uint32_t* order_ = nullptr;
    std::function<std::unique_ptr<InspectionReading>(const InspectRequest&)> inspect_;
};

// A look at what was built, which is held as it is until then.
template <class Built>
class HeldReading final : public InspectionReading {
public:
    using Inspect = Inspection (*)(const Built&, const InspectRequest&);

    HeldReading(std::shared_ptr<const Built> built, const InspectRequest& request, Inspect inspect)
        : built_(std::move(built)), request_(request), inspect_(inspect) {}

    Inspection finish() override { return inspect_(*built_, request_); }

private:
    std::shared_ptr<const Built> built_;
    InspectRequest request_;
    Inspect inspect_;
};

} // namespace orrery
