// From the numbers of a GADGET file to physical ones.
//
//   lengths     comoving, in units over h:  times a / h
//   masses      in units over h:            times 1 / h
//   velocities  u = sqrt(a) dx/dt, x comoving: the peculiar velocity a dx/dt is sqrt(a) u
//   SWIFT       knows no h, and its velocities are the peculiar ones; only lengths are comoving
//
// Source: Springel, "User guide for GADGET-2" (2005), section 6, table 3: "peculiar velocities v
//         are obtained by multiplying u with sqrt(a)"; GADGET-4 and AREPO keep to that.
//
// The flow with the universe, H r, is not in them, nor is it added: a box that expands is no
// isolated system, and a piece of it that is bound does not take part.

#include "sim/snapshots/gadget_units.hpp"

#include <cmath>

namespace orrery {

// dt = da / (a H); with a = u^2 the integrand is smooth, and Simpson's rule right to ten digits.
double cosmic_age(double scale_factor, double omega_matter, double omega_lambda) {
    const double omega_curvature = 1 - omega_matter - omega_lambda;
    const auto integrand = [&](double u) {
        const double a = u * u;
        const double square = omega_matter + omega_curvature * a + omega_lambda * a * a * a;
        return square > 0 ? 2 * a / std::sqrt(square) : 0;
    };
    constexpr int pieces = 256;
    const double end = std::sqrt(scale_factor);
    double sum = integrand(0) + integrand(end);
    for (int i = 1; i < pieces; ++i) {
        sum += (i % 2 == 1 ? 4 : 2) * integrand(end * i / pieces);
    }
    return sum * end / (3 * pieces);
}

GadgetScale gadget_scale(const GadgetHeader& header) {
    const bool swift = header.program == GadgetHeader::Program::swift;
    const double h = header.hubble;
    const double a = header.scale_factor;
    GadgetScale scale;
    scale.length = a / h;
    scale.mass = 1 / h;
    scale.velocity = header.comoving && !swift ? std::sqrt(a) : 1;
    scale.time = header.time / h;
    if (header.comoving && !swift) {
        constexpr double megaparsec_in_kilometres = 3.0856775814913673e19;
        const double hubble_time = megaparsec_in_kilometres / (100 * h); // seconds
        scale.time = cosmic_age(a, header.omega_matter, header.omega_lambda) * hubble_time /
                     header.units.time;
    }
    if (header.named_units) {
        scale.units = *header.named_units;
    } else {
        scale.units = units_of(header.units);
        scale.units.gravity = header.gravity.value_or(scale.units.gravity);
    }
    return scale;
}

} // namespace orrery
