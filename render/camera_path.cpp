// Camera flights along keyframes.
//
// Idea:   where the path lies and how fast it is gone along are apart. The way is a Catmull-Rom
//         spline by the pyramid of Barry and Goldman, whose steps are interpolations of poses
//         (`between`); its centripetal knots leave no loops, however unequal the legs are. The
//         time of a leg is turned into a place on the way by `eased`, with the speeds at the
//         keyframes the harmonic mean of those beside them: continuous, never backwards, and none
//         where a leg beside it stands still.
// Source: Barry, Goldman, SIGGRAPH 22, 199 (1988); Yuksel, Schaefer, Keyser, CAD 43, 747 (2011);
//         Fritsch, Butland, SIAM J. Sci. Stat. Comput. 5, 300 (1984) for the speeds.
// Cost:   six interpolations a pose; no memory.

#include "render/camera_path.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace orrery {
namespace {

constexpr double shortest_leg = 1e-3; // seconds

// The distance of two knots: how different two poses are to the eye, its root.
double apart(const CameraPose& a, const CameraPose& b) {
    const double turn =
        2 * std::acos(std::min(std::abs(glm::dot(a.orientation, b.orientation)), 1.0));
    const double zoom = std::abs(std::log(b.distance / a.distance));
    const double pan = glm::distance(a.centre, b.centre) / std::max(a.distance, b.distance);
    return a == b ? 0 : std::sqrt(turn + zoom + pan);
}

struct Leg {
    double seconds = 0, length = 0;
    double speed() const { return length / seconds; }
};

// From the keyframe before `end` to it; beyond the path's ends none.
Leg leg_to(std::span<const CameraFlight> path, std::size_t end) {
    if (end == 0 || end >= path.size()) {
        return {shortest_leg, 0};
    }
    return {std::max(path[end].seconds, shortest_leg), apart(path[end - 1].pose, path[end].pose)};
}

// At the keyframe between two legs.
double common_speed(const Leg& before, const Leg& after) {
    const double sum = before.speed() + after.speed();
    return sum > 0 ? 2 * before.speed() * after.speed() / sum : 0;
}

CameraPose through(const std::array<CameraPose, 4>& poses, const std::array<double, 4>& knots,
                   double knot) {
    const auto mixed = [&](const CameraPose& from, const CameraPose& to, std::size_t first,
                           std::size_t last) {
        const double width = knots[last] - knots[first];
        return width > 0 ? between(from, to, (knot - knots[first]) / width) : from;
    };
    const CameraPose first = mixed(poses[0], poses[1], 0, 1);
    const CameraPose middle = mixed(poses[1], poses[2], 1, 2);
    const CameraPose last = mixed(poses[2], poses[3], 2, 3);
    return mixed(mixed(first, middle, 0, 2), mixed(middle, last, 1, 3), 1, 2);
}

} // namespace

glm::dvec3 CameraPose::eye() const {
    return centre + orientation * glm::dvec3(0, 0, distance);
}

CameraPose between(const CameraPose& from, const CameraPose& to, double progress) {
    CameraPose pose;
    pose.orientation = glm::slerp(from.orientation, to.orientation, progress);
    pose.distance = from.distance * std::pow(to.distance / from.distance, progress);
    // The centre keeps pace with the distance, else a flight towards a body would first lose it.
    const double change = to.distance - from.distance;
    const double share = std::abs(change) > 1e-6 * from.distance
                             ? (pose.distance - from.distance) / change
                             : progress;
    pose.centre = glm::mix(from.centre, to.centre, share);
    return pose;
}

// The polynomial of fifth degree with these speeds, and no acceleration, at its ends.
double eased(double progress, double first_speed, double last_speed) {
    const double u = progress, cube = u * u * u;
    return cube * (u * (6 * u - 15) + 10) + first_speed * (u - cube * (u * (3 * u - 8) + 6)) -
           last_speed * cube * (u * (3 * u - 7) + 4);
}

double duration_of(std::span<const CameraFlight> path) {
    double seconds = 0;
    for (std::size_t end = 1; end < path.size(); ++end) {
        seconds += leg_to(path, end).seconds;
    }
    return seconds;
}

CameraPose pose_along(std::span<const CameraFlight> path, double seconds) {
    std::size_t end = 1;
    while (end < path.size() && seconds >= leg_to(path, end).seconds) {
        seconds -= leg_to(path, end++).seconds;
    }
    if (end >= path.size()) {
        return path.back().pose;
    }
    const Leg before = leg_to(path, end - 1), leg = leg_to(path, end),
              after = leg_to(path, end + 1);
    if (leg.length <= 0) {
        return path[end].pose;
    }
    const double place = leg.length * eased(std::max(seconds, 0.0) / leg.seconds,
                                            common_speed(before, leg) / leg.speed(),
                                            common_speed(leg, after) / leg.speed());
    const CameraPose& first = path[end - std::min<std::size_t>(end, 2)].pose;
    const CameraPose& last = path[std::min(end + 1, path.size() - 1)].pose;
    return through({first, path[end - 1].pose, path[end].pose, last},
                   {-before.length, 0, leg.length, leg.length + after.length}, place);
}

} // namespace orrery
