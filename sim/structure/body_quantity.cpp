#include "sim/structure/body_quantity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

constexpr std::size_t seen_at_once = 16'384;

constexpr std::array quantity_rows{
    QuantityInfo{BodyQuantity::semi_major_axis, "semi-major axis", "Semi-major axis", "a",
                 "Half the length of a body's ellipse around the heaviest body", true, true},
    QuantityInfo{BodyQuantity::eccentricity, "eccentricity", "Eccentricity", "e",
                 "How stretched the ellipse around the heaviest body is: 0 is a circle", true,
                 false},
    QuantityInfo{BodyQuantity::energy, "energy", "Energy", "E",
                 "Kinetic plus potential energy per unit mass; negative: bound", false, false},
    QuantityInfo{BodyQuantity::speed, "speed", "Speed", "v", "Speed relative to the centre", false,
                 true},
    QuantityInfo{BodyQuantity::distance, "distance", "Distance", "r",
                 "Distance from the heaviest body, or from the densest core", false, true},
    QuantityInfo{BodyQuantity::radial_speed, "radial speed", "Radial speed", "v_r",
                 "Speed away from the centre", false, false},
    QuantityInfo{BodyQuantity::angular_momentum, "angular momentum", "Angular momentum", "L_z",
                 "Its z component per unit mass, about the centre", false, false},
    QuantityInfo{BodyQuantity::mass, "mass", "Mass", "m", "Of a body", false, true},
    QuantityInfo{BodyQuantity::x, "place along x", "Place along x", "x", "From the centre", false,
                 false},
    QuantityInfo{BodyQuantity::x_speed, "speed along x", "Speed along x", "v_x", "About the centre",
                 false, false}};

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// A body as seen from the centre.
struct Seen {
    Vector3 position, velocity;
    double mass;
    bool is_centre;
};

// The osculating ellipse about the centre's body: two-body motion of both masses.
double semi_major_axis(const Seen& body, const Centre& centre, double gravity) {
    const double distance = length(body.position);
    if (!centre.body || body.is_centre || !(distance > 0)) {
        return no_number;
    }
    const double strength = gravity * (centre.body_mass + body.mass);
    const double energy = dot(body.velocity, body.velocity) / 2 - strength / distance;
    return energy < 0 ? -strength / (2 * energy) : no_number;
}

double eccentricity(const Seen& body, const Centre& centre, double gravity) {
    const double distance = length(body.position);
    if (!centre.body || body.is_centre || !(distance > 0)) {
        return no_number;
    }
    const double strength = gravity * (centre.body_mass + body.mass);
    const Vector3 turning = cross(body.position, body.velocity);
    const Vector3 to_periapsis =
        1 / strength * cross(body.velocity, turning) - 1 / distance * body.position;
    return length(to_periapsis);
}

double radial_speed(const Seen& body) {
    const double distance = length(body.position);
    return distance > 0 ? dot(body.position, body.velocity) / distance : 0;
}

template <class Of>
std::vector<float> of_each(const Bodies<double>& bodies, std::size_t first, std::size_t count,
                           const Centre& centre, Workers& workers, const Of& of) {
    std::vector<float> values(count);
    const auto& [position, velocity, mass] = bodies;
    workers.for_ranges(count, seen_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const std::size_t i = first + k;
            const Seen body{Vector3{position.x[i], position.y[i], position.z[i]} - centre.position,
                            Vector3{velocity.x[i], velocity.y[i], velocity.z[i]} - centre.velocity,
                            mass[i], centre.body == i};
            values[k] = static_cast<float>(of(body));
        }
    });
    return values;
}

// "AU^2/day^2" is written with superscripts.
std::string unit_quotient(const std::string& above, const std::string& below) {
    return above + "/" + below;
}

} // namespace

std::span<const QuantityInfo> body_quantities() {
    return quantity_rows;
}

const QuantityInfo& quantity_info(BodyQuantity quantity) {
    return *std::find_if(quantity_rows.begin(), quantity_rows.end(),
                         [&](const QuantityInfo& info) { return info.quantity == quantity; });
}

std::string unit_of(BodyQuantity quantity, const Units& units) {
    const bool named = !units.length.empty() && !units.time.empty();
    switch (quantity) {
    case BodyQuantity::eccentricity:
        return "";
    case BodyQuantity::mass:
        return units.mass.empty() ? "N-body units" : units.mass;
    case BodyQuantity::semi_major_axis:
    case BodyQuantity::distance:
    case BodyQuantity::x:
        return units.length.empty() ? "N-body units" : units.length;
    case BodyQuantity::speed:
    case BodyQuantity::radial_speed:
    case BodyQuantity::x_speed:
        return named ? unit_quotient(units.length, units.time) : "N-body units";
    case BodyQuantity::energy:
        return named ? unit_quotient(units.length + "²", units.time + "²") : "N-body units";
    case BodyQuantity::angular_momentum:
        return named ? unit_quotient(units.length + "²", units.time) : "N-body units";
    }
    return "";
}

std::vector<float> quantity_of(BodyQuantity quantity, const Bodies<double>& bodies,
                               std::size_t first, std::size_t count, const Centre& centre,
                               const RadialShells& shells, double gravity, Workers& workers) {
    const auto each = [&](const auto& of) {
        return of_each(bodies, first, count, centre, workers, of);
    };
    switch (quantity) {
    case BodyQuantity::semi_major_axis:
        return each([&](const Seen& body) { return semi_major_axis(body, centre, gravity); });
    case BodyQuantity::eccentricity:
        return each([&](const Seen& body) { return eccentricity(body, centre, gravity); });
    case BodyQuantity::energy: {
        const RadialPotential potential(shells);
        return each([&](const Seen& body) {
            return dot(body.velocity, body.velocity) / 2 +
                   gravity * potential.at(length(body.position));
        });
    }
    case BodyQuantity::speed:
        return each([](const Seen& body) { return length(body.velocity); });
    case BodyQuantity::distance:
        return each([](const Seen& body) { return length(body.position); });
    case BodyQuantity::radial_speed:
        return each(radial_speed);
    case BodyQuantity::angular_momentum:
        return each([](const Seen& body) { return cross(body.position, body.velocity).z; });
    case BodyQuantity::mass:
        return each([](const Seen& body) { return body.mass; });
    case BodyQuantity::x:
        return each([](const Seen& body) { return body.position.x; });
    case BodyQuantity::x_speed:
        return each([](const Seen& body) { return body.velocity.x; });
    }
    return {};
}

} // namespace orrery
