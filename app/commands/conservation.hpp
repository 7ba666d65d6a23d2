#pragma once

#include "sim/diagnostics/diagnostics.hpp"

#include <nlohmann/json_fwd.hpp>

#include <limits>
#include <optional>
#include <string>

namespace orrery {

// What should not have changed over a run, and how much it did.
class Conservation {
public:
    // The state of the system after each step; the first is what drift is measured from.
    void add(const Conserved& now);

    // Largest |E - E0| / |E0| so far; NaN before the first state, for E0 = 0 and
    // where the algorithm gives no potential.
    double worst_energy_error() const { return worst_energy_error_; }
    // |P - P0| / sum m |v| of the latest state.
    double momentum_error() const;
    // |L - L0| / |L0| of the latest state; NaN for L0 = 0.
    double angular_momentum_error() const;

    // Before the first state: that nothing was measured, and null.
    std::string text() const;
    nlohmann::ordered_json json() const;

private:
    double energy_error(const Conserved& now) const;

    std::optional<Conserved> initial_; // none: nothing was measured
    Conserved latest_;
    double worst_energy_error_ = std::numeric_limits<double>::quiet_NaN();
};

} // namespace orrery
