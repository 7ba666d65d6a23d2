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
// The flow with the universe, H r, is not in them, nor is it added: a piece that is bound does not
// take part, and a whole box becomes comoving (gadget_expansion.cpp).

#include "sim/snapshots/gadget_header.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

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

namespace {

double hubble_time(const SnapshotHeader& header) { // seconds
    constexpr double megaparsec_in_kilometres = 3.0856775814913673e19;
    return megaparsec_in_kilometres / (100 * header.little_h());
}

// The inverse of cosmic_age, which grows with the scale factor; none where it never gets so old.
std::optional<double> scale_factor_at(double age, const SnapshotHeader& header) {
    constexpr double largest = 1e6;
    const auto age_at = [&](double scale_factor) {
        return cosmic_age(scale_factor, header.omega_matter, header.omega_lambda);
    };
    double high = 1;
    while (age_at(high) < age && high < largest) {
        high *= 2;
    }
    if (!(age > 0) || age_at(high) < age) {
        return std::nullopt;
    }
    double low = 0;
    constexpr int halvings = 80; // as many digits as a double has, from far above
    for (int i = 0; i < halvings; ++i) {
        const double middle = low + (high - low) / 2;
        (age_at(middle) < age ? low : high) = middle;
    }
    return high;
}

// The bodies' numbers themselves.
SnapshotHeader physical_header(const System& system) {
    SnapshotHeader header;
    header.time = header.system_time = system.time;
    header.box_size = system.box.lengths;
    return header;
}

} // namespace

GadgetFactors gadget_factors(const SnapshotHeader& header) {
    return {.length = header.scale_factor / header.little_h(),
            .velocity = header.comoving ? std::sqrt(header.scale_factor) : 1,
            .mass = 1 / header.little_h()};
}

double softening_length(const SnapshotHeader& header, const SofteningClass& softening) {
    return header.comoving && softening.most_physical > 0
               ? std::min(softening.comoving, softening.most_physical / header.scale_factor)
               : softening.comoving;
}

GadgetScale gadget_scale(const GadgetHeader& header) {
    GadgetScale scale;
    if (header.swift) {
        scale.length = header.scale_factor;
        scale.time = header.time;
    } else {
        static_cast<GadgetFactors&>(scale) = gadget_factors(header);
        scale.time = header.comoving ? cosmic_age(header.scale_factor, header.omega_matter,
                                                  header.omega_lambda) *
                                           hubble_time(header) / header.units.time
                                     : header.time / header.little_h();
    }
    if (header.named_units) {
        scale.units = *header.named_units;
    } else {
        scale.units = units_of(header.units);
        scale.units.gravity = header.gravity.value_or(scale.units.gravity);
    }
    return scale;
}

SnapshotHeader header_now(const System& system) {
    if (!system.catalogue.header) {
        return physical_header(system);
    }
    SnapshotHeader header = *system.catalogue.header;
    if (!header.comoving) {
        header.time =
            system.time == header.system_time ? header.time : system.time * header.little_h();
    } else if (system.time != header.system_time) {
        const std::optional<UnitSizes> units = sizes_of(system.units);
        const double then =
            cosmic_age(header.scale_factor, header.omega_matter, header.omega_lambda);
        const auto now = units ? scale_factor_at(then + (system.time - header.system_time) *
                                                            units->time / hubble_time(header),
                                                 header)
                               : std::nullopt;
        if (!now) {
            return physical_header(system);
        }
        header.scale_factor = *now;
        header.redshift = 1 / *now - 1;
    }
    header.time = header.comoving ? header.scale_factor : header.time;
    header.system_time = system.time;
    return header;
}

} // namespace orrery
