#pragma once

#include "app/state/look.hpp"
#include "app/state/trail.hpp"
#include "render/body_light.hpp"
#include "render/over_picture.hpp"
#include "sim/bodies.hpp"
#include "sim/state/state_reading.hpp"
#include "sim/system.hpp"

#include <glm/vec3.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace orrery {

// The ellipse on which a body goes about another, and where on it the body is.
struct OrbitEllipse {
    glm::dvec3 centre;       // relative to what it goes about
    glm::dvec3 major, minor; // half axes: centre + cos E major + sin E minor
    double anomaly;          // E of the body, the eccentric anomaly
    double eccentricity = 0;
    double mean_motion = 0; // radians a unit of time
    double time = 0;        // of that anomaly

    glm::dvec3 at(double eccentric_anomaly) const {
        return centre + std::cos(eccentric_anomaly) * major + std::sin(eccentric_anomaly) * minor;
    }
    // The body's place then, by Kepler's equation.
    glm::dvec3 at_time(double then) const;
    // When it was closest last, or will be next.
    double time_at_periapsis() const {
        return time - (anomaly - eccentricity * std::sin(anomaly)) / mean_motion;
    }
};

// From place and velocity relative to what it goes about, and G times both masses. None where it is
// not bound or falls straight down.
std::optional<OrbitEllipse> orbit_ellipse(const glm::dvec3& place, const glm::dvec3& velocity,
                                          double attraction);

// Kepler's solution: the ellipses of two bodies about their common centre of mass, whatever an
// integrator makes of them. `two`: place, velocity and mass of each. None where they are not bound,
// or where that centre moves, so that no orbit closes.
std::vector<OrbitEllipse> exact_orbits(const BodyValues& two, double gravity);

// Dashed, in a colour of no body.
void add_dashed(std::vector<LinePoint>& lines, const std::vector<OrbitEllipse>& orbits);
// A ring in the same, for who looks along -z of `facing`.
void add_ring(std::vector<LinePoint>& lines, const glm::dvec3& place, double radius,
              const glm::dquat& facing);

inline glm::dvec3 at(const VectorArray<double>& vectors, std::size_t i) {
    return {vectors.x[i], vectors.y[i], vectors.z[i]};
}

// The light of a body, those of all in their order; null: it has none of its own.
const BodyLight* light_of(const std::vector<BodyLight>& lights, std::size_t body);
// The colour of a body's lines: its own, or grey if it has none, with strength 0.
std::array<std::uint8_t, 4> line_colour(const std::vector<BodyLight>& lights, std::size_t body);

LinePoint point_at(const glm::dvec3& place, std::array<std::uint8_t, 4> colour, double strength);

// Bodies that are told apart without a name.
inline constexpr std::size_t few_bodies = 64;

// Where the bodies of a system went that one can tell apart, and where they would go about the
// heaviest of them alone.
class Paths {
public:
    // Begins anew with another system. Paths are those of all of few bodies, of many those that
    // have a name; `time_step`: that is natural for it.
    void begin(const Catalogue& catalogue, std::size_t count, const Units& units, double time_step);

    // Whether there are such bodies.
    bool of_any() const { return !bodies_.empty(); }
    // Whether some of them were thrown: these have their trail in any case.
    bool have_tails() const { return tails_; }

    // The bodies are others of the same system; the trails of those that stay, stay. `here_now`:
    // where one that was there is.
    using HereNow = std::function<std::optional<std::size_t>(std::size_t body)>;
    void change_bodies(const Catalogue& catalogue, std::size_t count, const HereNow& here_now);

    // What to read of the simulation for `look`; of no bodies: nothing.
    ReadRequest wanted(const Look& look) const;
    // Whether nothing was read yet of what `look` shows.
    bool lack(const Look& look) const;

    // Takes what was read, or recorded step by step. Another moment is one more place of the
    // trails, which end at the moment that is shown.
    void add(BodyValues values);
    void add(std::vector<TracePoint> way);
    // Whether time goes backwards from now on: trails are of what was seen last, then as before.
    void set_backwards(bool backwards) { trail_.set_backwards(backwards); }
    // The places read next do not come of the newest by steps, or these were not recorded: trails
    // have a gap there.
    void leap() { leaps_ = true; }
    // Another history of the same bodies begins.
    void forget_trails() { trail_.clear(); }

    // The lines as they are at `time`, for lights in the order of the system's runs. Trails end at
    // one face of a periodic box and go on at the other.
    std::vector<LinePoint> lines(const Look& look, const std::vector<BodyLight>& lights,
                                 double time, const PeriodicBox& box = {}) const;

    // Where the bodies that they are of were at `time`, or at the newest moment behind it; empty:
    // that is not known.
    std::vector<std::array<float, 3>> places_at(double time) const;

private:
    void choose_bodies(const Catalogue& catalogue, std::size_t count);
    void choose_by_number(const Catalogue& catalogue, std::size_t count);
    void add_trails(std::vector<LinePoint>& lines, const std::vector<BodyLight>& lights,
                    double time, double length, bool of_all, const PeriodicBox& box) const;
    void add_orbits(std::vector<LinePoint>& lines, const std::vector<BodyLight>& lights) const;
    void add_swept_areas(std::vector<LinePoint>& lines, const std::vector<BodyLight>& lights) const;

    std::vector<std::size_t> bodies_; // in original order
    std::vector<bool> thrown_;        // of each of them
    bool tails_ = false;              // of any
    double gravity_ = 1;
    double time_step_ = 0;
    Trail trail_; // of bodies_
    bool leaps_ = false;
    BodyValues newest_;
};

} // namespace orrery
