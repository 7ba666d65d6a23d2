#pragma once

#include "sim/base/point_mass.hpp"
#include "sim/force_request.hpp"
#include "sim/tree/radix_sort.hpp"
#include "sim/tree/space_curve.hpp"

namespace orrery {

// The space that the bodies are in, from a few of them.
template <class Real>
CurveSpace measured_space(const BodiesView<Real>& bodies);

// Copies of the bodies in their order along a space-filling curve.
template <class Real>
class SortedBodies {
public:
    // False if asked to stop.
    bool sort(const BodiesView<Real>& bodies, Workers& workers, const std::stop_token& stop);

    // Keys are no longer there, until the next sort().
    void free_keys() { sorting_.free_all_but_order(); }
    // Others behind them, which have no place in the order. Without keys.
    void append(const std::vector<std::span<const PointMass<Real>>>& others);

    std::span<const std::uint64_t> keys() const { return sorting_.keys; }
    // Which body is where: sorted body i is original body order()[i].
    std::span<const std::uint32_t> order() const { return sorting_.order; }
    BodiesView<Real> view() const {
        return {x_.size(), x_.data(), y_.data(), z_.data(), mass_.data()};
    }

    std::size_t scratch_bytes() const {
        return sorting_.scratch_bytes() + 4 * x_.size() * sizeof(Real);
    }

private:
    RadixSort sorting_;
    HostArray<Real> x_, y_, z_, mass_;
};

} // namespace orrery
