#pragma once

#include <optional>

namespace orrery {

// A flat universe of matter and a cosmological constant. Its time begins with it.
struct Cosmology {
    double omega_matter = 1; // today; 1: Einstein and de Sitter's
    double hubble = 1;       // today's rate of expansion, in units of the system's time
    bool operator==(const Cosmology&) const = default;

    double scale_factor(double time) const; // 1 today
    double time(double scale_factor) const;
    double expansion_rate(double scale_factor) const; // H
};

// The kind of positions and velocities: of bodies in space, or comoving ones, x = r/a with the
// momentum p = a^2 dx/dt. Over an interval of time a drift moves bodies by p times its factor and a
// kick changes momenta by the pull at x times its own:
//
//   drift   dx/dt = p/a^2     factor  integral of dt/a^2
//   kick    dp/dt = g(x)/a    factor  integral of dt/a
//
// Source: Quinn, Katz, Stadel, Lake, astro-ph/9710043 (1997), section 2.
class Coordinates {
public:
    Coordinates() = default; // static: both factors are the interval itself
    explicit Coordinates(const std::optional<Cosmology>& comoving) : cosmology_(comoving) {}

    const std::optional<Cosmology>& cosmology() const { return cosmology_; } // none: static

    // From `time` on; dt may be negative.
    double kick_factor(double time, double dt) const {
        return cosmology_ ? integral(time, dt, 1) : dt;
    }
    double drift_factor(double time, double dt) const {
        return cosmology_ ? integral(time, dt, 2) : dt;
    }

private:
    // The integral of dt / a^power.
    double integral(double time, double dt, int power) const;

    std::optional<Cosmology> cosmology_;
};

} // namespace orrery
