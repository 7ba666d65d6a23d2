#include "sim/scenes/orbit.hpp"

#include "sim/scenes/portable_math.hpp"

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

// E - e sin E = M, all in turns (of 2 pi).
double eccentric_anomaly(double mean_anomaly, double eccentricity) {
    const double e_turns = eccentricity / (2 * std::numbers::pi);
    double anomaly = mean_anomaly + e_turns * portable::circle(mean_anomaly).sine;
    // Newton doubles the digits each time; very eccentric orbits spend a few steps getting near.
    for (int iteration = 0; iteration < 12; ++iteration) {
        const portable::CosSin circle = portable::circle(anomaly);
        const double excess = anomaly - e_turns * circle.sine - mean_anomaly;
        anomaly -= excess / (1 - eccentricity * circle.cosine);
        if (std::abs(excess) < 1e-9) { // its square is below rounding
            break;
        }
    }
    return anomaly;
}

} // namespace

PhasePoint orbit_point(const OrbitalElements& elements, double gravity_times_mass) {
    const double a = elements.semi_major_axis;
    const double e = elements.eccentricity;
    const double turns = elements.mean_anomaly / 360;
    const portable::CosSin anomaly =
        portable::circle(eccentric_anomaly(turns - std::floor(turns), e));

    // In the orbit's plane, x towards the periapsis.
    const double squeeze = std::sqrt((1 - e) * (1 + e));
    const double speed = std::sqrt(gravity_times_mass / a) / (1 - e * anomaly.cosine);
    const double x = a * (anomaly.cosine - e), y = a * squeeze * anomaly.sine;
    const double vx = -speed * anomaly.sine, vy = speed * squeeze * anomaly.cosine;

    const portable::CosSin node = portable::circle_of_degrees(elements.ascending_node);
    const portable::CosSin tilt = portable::circle_of_degrees(elements.inclination);
    const portable::CosSin peri = portable::circle_of_degrees(elements.argument_of_periapsis);
    const Vector3 to_periapsis{
        node.cosine * peri.cosine - node.sine * peri.sine * tilt.cosine,
        node.sine * peri.cosine + node.cosine * peri.sine * tilt.cosine,
        peri.sine * tilt.sine,
    };
    const Vector3 quarter_later{
        -node.cosine * peri.sine - node.sine * peri.cosine * tilt.cosine,
        -node.sine * peri.sine + node.cosine * peri.cosine * tilt.cosine,
        peri.cosine * tilt.sine,
    };
    return {x * to_periapsis + y * quarter_later, vx * to_periapsis + vy * quarter_later};
}

} // namespace orrery
