#include "app/state/paths.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

namespace orrery {
namespace {

constexpr double usual_length = 1500; // of a trail, time steps
constexpr int points_an_orbit = 360;

// What a body goes about: the lightest of those heavier than it that holds it in its own realm
// against `heaviest` (Hill's radius), or that one.
std::size_t held_by(const BodyValues& values, std::size_t body, std::size_t heaviest) {
    std::size_t holder = heaviest;
    for (std::size_t k = 0; k < values.mass.size(); ++k) {
        if (k == body || k == heaviest || values.mass[k] <= values.mass[body]) {
            continue;
        }
        const double reach = glm::length(at(values.position, k) - at(values.position, heaviest)) *
                             std::cbrt(values.mass[k] / (3 * values.mass[heaviest]));
        const bool holds = glm::length(at(values.position, k) - at(values.position, body)) < reach;
        if (holds && (holder == heaviest || values.mass[k] < values.mass[holder])) {
            holder = k;
        }
    }
    return holder;
}

OrbitEllipse scaled(const OrbitEllipse& orbit, double factor, const glm::dvec3& about) {
    OrbitEllipse other = orbit;
    other.centre = about + factor * orbit.centre;
    other.major *= factor;
    other.minor *= factor;
    return other;
}

// Nothing moves half a box between two moments.
bool goes_through_a_face(const std::array<float, 3>& from, const std::array<float, 3>& to,
                         const PeriodicBox& box) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double way =
            std::abs(static_cast<double>(to[axis]) - static_cast<double>(from[axis]));
        if (box.is_periodic() && way > box.lengths[axis] / 2) {
            return true;
        }
    }
    return false;
}

std::uint8_t encoded(float light) {
    const float shown =
        light <= 0.0031308F ? 12.92F * light : 1.055F * std::pow(light, 1 / 2.4F) - 0.055F;
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(shown, 0.0F, 1.0F)));
}

} // namespace

void Paths::begin(const Catalogue& catalogue, std::size_t count, const Units& units,
                  double time_step) {
    trail_.clear();
    newest_ = {};
    gravity_ = units.gravity;
    time_step_ = time_step;
    choose_bodies(catalogue, count);
}

void Paths::choose_bodies(const Catalogue& catalogue, std::size_t count) {
    choose_by_number(catalogue, count);
    thrown_.clear();
    for (const std::size_t body : bodies_) {
        const auto component =
            std::ranges::find_if(catalogue.components, [&](const Component& each) {
                return body >= each.first && body < each.first + each.count;
            });
        thrown_.push_back(component != catalogue.components.end() && component->name == "thrown");
    }
    tails_ = std::ranges::count(thrown_, true) > 0;
}

void Paths::choose_by_number(const Catalogue& catalogue, std::size_t count) {
    bodies_.clear();
    if (count <= few_bodies) {
        bodies_.resize(count);
        std::iota(bodies_.begin(), bodies_.end(), std::size_t{0});
        return;
    }
    for (const Label& label : catalogue.labels) {
        if (bodies_.size() < few_bodies) {
            bodies_.push_back(label.body);
        }
    }
}

void Paths::change_bodies(const Catalogue& catalogue, std::size_t count, const HereNow& here_now) {
    const std::vector<std::size_t> before = bodies_;
    choose_bodies(catalogue, count);
    newest_ = {};
    constexpr float nowhere = std::numeric_limits<float>::quiet_NaN();
    std::vector<std::optional<std::size_t>> was(bodies_.size()); // places in `before`
    for (std::size_t k = 0; k < before.size(); ++k) {
        const auto now = here_now(before[k]);
        const auto found = std::ranges::find(bodies_, now.value_or(count));
        if (found != bodies_.end()) {
            was[static_cast<std::size_t>(found - bodies_.begin())] = k;
        }
    }
    trail_.change_all([&](TracePoint& moment) {
        std::vector<std::array<float, 3>> places;
        for (const std::optional<std::size_t>& place : was) {
            const bool known = place && *place < moment.places.size();
            places.push_back(known ? moment.places[*place]
                                   : std::array<float, 3>{nowhere, nowhere, nowhere});
        }
        moment.places = std::move(places);
    });
}

ReadRequest Paths::wanted(const Look& look) const {
    if (!look.show_trails && !look.show_orbits && !look.race_overlay && !tails_) {
        return {};
    }
    return {.position = true,
            .velocity = look.show_orbits,
            .mass = look.show_orbits,
            .bodies = bodies_};
}

bool Paths::lack(const Look& look) const {
    return ((look.show_trails || look.race_overlay) && trail_.empty()) ||
           (look.show_orbits && newest_.mass.size() != bodies_.size());
}

void Paths::add(BodyValues values) {
    if (std::exchange(leaps_, false)) {
        trail_.show(trace_point(values));
    } else {
        trail_.step_to(trace_point(values));
    }
    newest_ = std::move(values);
}

void Paths::add(std::vector<TracePoint> way) {
    for (TracePoint& moment : way) {
        trail_.step_to(std::move(moment));
    }
}

std::vector<LinePoint> Paths::lines(const Look& look, const std::vector<BodyLight>& lights,
                                    double time, const PeriodicBox& box) const {
    std::vector<LinePoint> lines;
    if (look.show_trails || tails_) {
        add_trails(lines, lights, time,
                   usual_length * time_step_ * static_cast<double>(look.trail_length),
                   look.show_trails, box);
    }
    if (look.show_orbits) {
        add_orbits(lines, lights);
    }
    return lines;
}

std::vector<std::array<float, 3>> Paths::places_at(double time) const {
    const TracePoint* const known = trail_.newest_behind(time);
    return known == nullptr ? std::vector<std::array<float, 3>>() : known->places;
}

void Paths::add_trails(std::vector<LinePoint>& lines, const std::vector<BodyLight>& lights,
                       double time, double length, bool of_all, const PeriodicBox& box) const {
    struct Seen {
        const TracePoint& moment;
        double strength;
        bool joined;
    };
    std::vector<Seen> seen;
    for (const auto& [moment, joined] : trail_.behind(time)) {
        const double age = std::abs(time - moment.time) / length;
        if (age < 1) {
            seen.push_back({moment, std::max(0.85 * std::pow(1 - age, 1.3), 1.0 / 255), joined});
        }
    }
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        if (!of_all && !thrown_[k]) {
            continue;
        }
        const std::array<std::uint8_t, 4> colour = line_colour(lights, bodies_[k]);
        bool first = true;
        std::array<float, 3> before{};
        for (const auto& [moment, strength, joined] : seen) {
            if (k >= moment.places.size() || std::isnan(moment.places[k][0])) {
                continue; // it was not there yet
            }
            const std::array<float, 3>& place = moment.places[k];
            const bool crossed = !first && goes_through_a_face(before, place, box);
            before = place;
            // A point without strength ends the line before.
            if (std::exchange(first, false) || crossed || !joined) {
                lines.push_back({place, {0, 0, 0, 0}});
            }
            lines.push_back(point_at({place[0], place[1], place[2]}, colour, strength));
        }
    }
}

void Paths::add_orbits(std::vector<LinePoint>& lines, const std::vector<BodyLight>& lights) const {
    const BodyValues& values = newest_;
    if (values.mass.size() < 2 || values.velocity.size() != values.mass.size()) {
        return;
    }
    const auto heaviest =
        static_cast<std::size_t>(std::ranges::max_element(values.mass) - values.mass.begin());
    const double all = std::accumulate(values.mass.begin(), values.mass.end(), 0.0);
    if (values.mass[heaviest] < 0.9 * all) { // none of them is the centre
        add_swept_areas(lines, lights);
        return;
    }
    for (std::size_t k = 0; k < values.mass.size(); ++k) {
        if (k == heaviest) {
            continue;
        }
        const std::size_t holder = held_by(values, k, heaviest);
        const std::optional<OrbitEllipse> orbit =
            orbit_ellipse(at(values.position, k) - at(values.position, holder),
                          at(values.velocity, k) - at(values.velocity, holder),
                          gravity_ * (values.mass[holder] + values.mass[k]));
        if (!orbit) {
            continue;
        }
        const std::array<std::uint8_t, 4> colour = line_colour(lights, bodies_[k]);
        for (int i = 0; i <= points_an_orbit; ++i) {
            // From the body backwards, fading on the way round.
            const double round = static_cast<double>(i) / points_an_orbit;
            const glm::dvec3 place = at(values.position, holder) +
                                     orbit->at(orbit->anomaly - 2 * std::numbers::pi * round);
            if (i == 0) {
                lines.push_back(point_at(place, colour, 0));
            }
            lines.push_back(point_at(place, colour, 0.14 + 0.46 * std::pow(1 - round, 1.5)));
        }
    }
}

// Kepler's second law: from the centre of mass, a focus of both ellipses, a body sweeps equal areas
// in equal times. Twelve of a period, every other one filled, and what was swept of late.
void Paths::add_swept_areas(std::vector<LinePoint>& lines,
                            const std::vector<BodyLight>& lights) const {
    constexpr int areas = 12, rays = 90; // that fill one
    const std::vector<OrbitEllipse> orbits = exact_orbits(newest_, gravity_);
    for (std::size_t k = 0; k < orbits.size(); ++k) {
        const OrbitEllipse& orbit = orbits[k];
        const std::array<std::uint8_t, 4> colour = line_colour(lights, bodies_[k]);
        const glm::dvec3 focus = orbit.centre + orbit.eccentricity * orbit.major;
        const double area = 2 * std::numbers::pi / orbit.mean_motion / areas; // in time
        const auto add_ray = [&](double time, double strength) {
            lines.push_back(point_at(focus, colour, 0)); // where the line before ends
            lines.push_back(point_at(orbit.at_time(time), colour, strength));
        };
        const double periapsis = orbit.time_at_periapsis();
        for (int i = 0; i < areas * rays; ++i) {
            const double part = static_cast<double>(i) / rays;
            if (i % rays == 0 || i / rays % 2 == 0) {
                add_ray(periapsis + part * area, i % rays == 0 ? 0.40 : 0.20);
            }
        }
        for (int i = 0; i <= rays; ++i) {
            const double ago = static_cast<double>(i) / rays;
            add_ray(orbit.time - ago * area, 0.65 - 0.35 * ago);
        }
        for (int i = 0; i <= points_an_orbit; ++i) {
            lines.push_back(point_at(orbit.at(2 * std::numbers::pi * i / points_an_orbit), colour,
                                     i == 0 ? 0 : 0.7));
        }
    }
}

std::optional<OrbitEllipse> orbit_ellipse(const glm::dvec3& place, const glm::dvec3& velocity,
                                          double attraction) {
    const double distance = glm::length(place);
    if (!(distance > 0) || !(attraction > 0)) {
        return std::nullopt;
    }
    const double energy = glm::dot(velocity, velocity) / 2 - attraction / distance;
    const glm::dvec3 spin = glm::cross(place, velocity);
    const glm::dvec3 laplace = glm::cross(velocity, spin) / attraction - place / distance;
    const double eccentricity = glm::length(laplace);
    if (!(energy < 0) || !(eccentricity < 0.999) || !(glm::length(spin) > 0)) {
        return std::nullopt;
    }
    const double half = -attraction / (2 * energy);
    const glm::dvec3 towards = eccentricity > 1e-9 ? laplace / eccentricity : place / distance;
    const glm::dvec3 aside = glm::normalize(glm::cross(spin, towards));
    OrbitEllipse ellipse;
    ellipse.eccentricity = eccentricity;
    ellipse.mean_motion = std::sqrt(attraction / half) / half;
    ellipse.centre = -half * eccentricity * towards;
    ellipse.major = half * towards;
    ellipse.minor = half * std::sqrt(1 - eccentricity * eccentricity) * aside;
    const glm::dvec3 from_centre = place - ellipse.centre;
    ellipse.anomaly =
        std::atan2(glm::dot(from_centre, ellipse.minor) / glm::dot(ellipse.minor, ellipse.minor),
                   glm::dot(from_centre, ellipse.major) / glm::dot(ellipse.major, ellipse.major));
    return ellipse;
}

glm::dvec3 OrbitEllipse::at_time(double then) const {
    constexpr int most_rounds = 50;
    constexpr double close_enough = 1e-12;
    const double mean =
        std::remainder(anomaly - eccentricity * std::sin(anomaly) + mean_motion * (then - time),
                       2 * std::numbers::pi);
    // Newton's method, which always converges from the far end.
    constexpr double nearly_straight = 0.9;
    double found = eccentricity < nearly_straight ? mean + eccentricity * std::sin(mean)
                                                  : std::copysign(std::numbers::pi, mean);
    for (int round = 0; round < most_rounds; ++round) {
        const double excess = found - eccentricity * std::sin(found) - mean;
        found -= excess / (1 - eccentricity * std::cos(found));
        if (std::abs(excess) < close_enough) {
            break;
        }
    }
    return at(found);
}

std::vector<OrbitEllipse> exact_orbits(const BodyValues& two, double gravity) {
    if (two.mass.size() != 2 || two.position.size() != 2 || two.velocity.size() != 2) {
        return {};
    }
    const double all = two.mass[0] + two.mass[1];
    std::optional<OrbitEllipse> apart =
        orbit_ellipse(at(two.position, 1) - at(two.position, 0),
                      at(two.velocity, 1) - at(two.velocity, 0), gravity * all);
    if (!apart) {
        return {};
    }
    const auto mean = [&](const VectorArray<double>& vectors) {
        return (two.mass[0] * at(vectors, 0) + two.mass[1] * at(vectors, 1)) / all;
    };
    constexpr double max_shift = 0.01; // of the centre in a period, relative to the half axis
    apart->time = two.time;
    const double period = 2 * std::numbers::pi / apart->mean_motion;
    if (glm::length(mean(two.velocity)) * period > max_shift * glm::length(apart->major)) {
        return {};
    }
    const glm::dvec3 centre = mean(two.position);
    return {scaled(*apart, -two.mass[1] / all, centre), scaled(*apart, two.mass[0] / all, centre)};
}

void add_ring(std::vector<LinePoint>& lines, const glm::dvec3& place, double radius,
              const glm::dquat& facing) {
    constexpr std::array<std::uint8_t, 4> colour{235, 238, 245, 0};
    constexpr int points = 32;
    for (int i = 0; i <= points; ++i) {
        const double turn = 2 * std::numbers::pi * i / points;
        const glm::dvec3 at =
            place + facing * glm::dvec3(radius * std::cos(turn), radius * std::sin(turn), 0);
        if (i == 0) { // where the line before ends
            lines.push_back(point_at(at, colour, 0));
        }
        lines.push_back(point_at(at, colour, 0.95));
    }
}

void add_dashed(std::vector<LinePoint>& lines, const std::vector<OrbitEllipse>& orbits) {
    constexpr std::array<std::uint8_t, 4> colour{205, 210, 220, 0};
    constexpr double most_dashes = 72, fewest_dashes = 20; // of an ellipse
    constexpr int points_a_dash = 6;
    double largest = 0;
    for (const OrbitEllipse& orbit : orbits) {
        largest = std::max(largest, glm::length(orbit.major));
    }
    for (const OrbitEllipse& orbit : orbits) {
        const auto dashes = static_cast<int>(
            std::max(fewest_dashes, most_dashes * glm::length(orbit.major) / largest));
        for (int dash = 0; dash < dashes; ++dash) {
            for (int i = 0; i < points_a_dash; ++i) {
                const double share = 0.5 * i / (points_a_dash - 1); // the other half is a gap
                const glm::dvec3 place = orbit.at(2 * std::numbers::pi * (dash + share) / dashes);
                if (i == 0) { // where the dash before ends
                    lines.push_back(point_at(place, colour, 0));
                }
                lines.push_back(point_at(place, colour, 0.5));
            }
        }
    }
}

const BodyLight* light_of(const std::vector<BodyLight>& lights, std::size_t body) {
    const auto light = std::ranges::upper_bound(lights, body, {}, &BodyLight::end);
    return light == lights.end() ? nullptr : &*light;
}

std::array<std::uint8_t, 4> line_colour(const std::vector<BodyLight>& lights, std::size_t body) {
    const BodyLight* const light = light_of(lights, body);
    const glm::vec3 colour = light == nullptr ? glm::vec3(0.7F) : light->colour;
    return {encoded(colour.r), encoded(colour.g), encoded(colour.b), 0};
}

LinePoint point_at(const glm::dvec3& place, std::array<std::uint8_t, 4> colour, double strength) {
    colour[3] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(strength, 0.0, 1.0)));
    return {{static_cast<float>(place.x), static_cast<float>(place.y), static_cast<float>(place.z)},
            colour};
}

} // namespace orrery
