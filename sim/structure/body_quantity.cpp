#include "sim/structure/body_quantity.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace orrery {
namespace {

constexpr std::size_t seen_at_once = 16'384;
constexpr std::size_t brushed_at_once = 65'536;

constexpr std::array quantity_rows{
    QuantityInfo{BodyQuantity::semi_major_axis, "semi-major axis", "Semi-major axis", "a",
                 "Half the length of a body's ellipse around the heaviest body", true, true, 1, 0,
                 0},
    QuantityInfo{BodyQuantity::eccentricity, "eccentricity", "Eccentricity", "e",
                 "How stretched the ellipse around the heaviest body is: 0 is a circle", true,
                 false, 0, 0, 0},
    QuantityInfo{BodyQuantity::energy, "energy", "Energy", "E",
                 "Kinetic plus potential energy per unit mass; negative: bound", false, false, 2,
                 -2, 0},
    QuantityInfo{BodyQuantity::speed, "speed", "Speed", "v", "Speed relative to the centre", false,
                 true, 1, -1, 0},
    QuantityInfo{BodyQuantity::distance, "distance", "Distance", "r",
                 "Distance from the heaviest body, or from the densest core", false, true, 1, 0, 0},
    QuantityInfo{BodyQuantity::radial_speed, "radial speed", "Radial speed", "v_r",
                 "Speed away from the centre", false, false, 1, -1, 0},
    QuantityInfo{BodyQuantity::angular_momentum, "angular momentum", "Angular momentum", "L_z",
                 "Its z component per unit mass, about the centre", false, false, 2, -1, 0},
    QuantityInfo{BodyQuantity::mass, "mass", "Mass", "m", "Of a body", false, true, 0, 0, 1},
    QuantityInfo{BodyQuantity::x, "place along x", "Place along x", "x", "From the centre", false,
                 false, 1, 0, 0},
    QuantityInfo{BodyQuantity::x_speed, "speed along x", "Speed along x", "v_x", "About the centre",
                 false, false, 1, -1, 0}};

// A body as seen from the centre.
struct Seen {
    Vector3 position, velocity;
    double mass;
    double strength; // G times its mass and the centre's; not a number: it goes round nothing
};

// The osculating ellipse about the centre's body: two-body motion of both masses.
double semi_major_axis(const Seen& body) {
    const double distance = length(body.position);
    const double energy = dot(body.velocity, body.velocity) / 2 - body.strength / distance;
    return energy < 0 ? -body.strength / (2 * energy) : std::nan("");
}

double eccentricity(const Seen& body) {
    const Vector3 turning = cross(body.position, body.velocity);
    return length(1 / body.strength * cross(body.velocity, turning) -
                  1 / length(body.position) * body.position);
}

double radial_speed(const Seen& body) {
    const double distance = length(body.position);
    return distance > 0 ? dot(body.position, body.velocity) / distance : 0;
}

// "AU", "AU²", "day": one of the factors of a unit.
std::string power_of(const std::string& name, int power) {
    return std::abs(power) == 2 ? name + "²" : name;
}

} // namespace

std::span<const QuantityInfo> body_quantities() {
    return quantity_rows;
}

const QuantityInfo& quantity_info(BodyQuantity quantity) {
    return quantity_rows[static_cast<std::size_t>(quantity)];
}

std::string unit_of(BodyQuantity quantity, const Units& units) {
    const QuantityInfo& info = quantity_info(quantity);
    const int lengths = info.lengths, times = info.times, masses = info.masses;
    if ((lengths != 0 && units.length.empty()) || (times != 0 && units.time.empty()) ||
        (masses != 0 && units.mass.empty())) {
        return "N-body units";
    }
    const std::string above = masses != 0    ? units.mass
                              : lengths != 0 ? power_of(units.length, lengths)
                                             : "";
    return times != 0 ? above + "/" + power_of(units.time, times) : above;
}

std::vector<float> quantity_of(BodyQuantity quantity, const Bodies<double>& bodies,
                               std::size_t first, std::size_t count, const Centre& centre,
                               const RadialShells& shells, double gravity, Workers& workers) {
    const auto each = [&](const auto& of) {
        std::vector<float> values(count);
        const auto& [position, velocity, mass] = bodies;
        workers.for_ranges(count, seen_at_once, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                const std::size_t i = first + k;
                Seen body{Vector3{position.x[i], position.y[i], position.z[i]} - centre.position,
                          Vector3{velocity.x[i], velocity.y[i], velocity.z[i]} - centre.velocity,
                          mass[i], std::nan("")};
                if (centre.body && centre.body != i && dot(body.position, body.position) > 0) {
                    body.strength = gravity * (centre.body_mass + mass[i]);
                }
                values[k] = static_cast<float>(of(body));
            }
        });
        return values;
    };
    switch (quantity) {
    case BodyQuantity::semi_major_axis:
        return each(semi_major_axis);
    case BodyQuantity::eccentricity:
        return each(eccentricity);
    case BodyQuantity::energy:
        return each([&](const Seen& body) {
            return dot(body.velocity, body.velocity) / 2 +
                   gravity * shells.potential(length(body.position));
        });
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

void keep_marked_between(std::span<const float> values, const BrushRange& range,
                         std::span<std::uint8_t> marks, Workers& workers) {
    const auto low = static_cast<float>(range.low);
    const auto high = static_cast<float>(range.high);
    workers.for_ranges(values.size(), brushed_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const bool inside = values[k] >= low && values[k] <= high;
            marks[k] = inside ? marks[k] : std::uint8_t{0};
        }
    });
}

Marked marked(std::span<const std::uint8_t> marks, std::span<const double> mass) {
    Marked found;
    double chosen = 0;
    double all = 0;
    for (std::size_t i = 0; i < std::min(marks.size(), mass.size()); ++i) {
        all += mass[i];
        if (marks[i] != 0) {
            chosen += mass[i];
            ++found.bodies;
        }
    }
    found.mass_share = all > 0 ? chosen / all : 0;
    return found;
}

} // namespace orrery
