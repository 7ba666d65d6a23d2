#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include <span>

namespace orrery {

// The eye's pose: it looks from `distance` along its own -z at `centre`. A plain value;
// interpolating two of them is a camera flight.
struct CameraPose {
    glm::dvec3 centre{0, 0, 0};
    glm::dquat orientation{1, 0, 0, 0}; // of the eye, world from eye; y is up on screen
    double distance = 10;

    glm::dvec3 eye() const;
    bool operator==(const CameraPose&) const = default;
};

// Where the camera is to fly to, and in how many seconds from the pose before; 0: it is there at
// once. A list of them is a path: its poses are keyframes.
struct CameraFlight {
    CameraPose pose;
    double seconds = 0;
    bool operator==(const CameraFlight&) const = default;
};

// The pose that is the share `progress` of the way between two: even in angle and in the logarithm
// of the distance, with the end point standing still on screen while the distance changes. Beyond
// 0 … 1 the way goes on.
CameraPose between(const CameraPose& from, const CameraPose& to, double progress);

// The one curve of all motion that has a beginning and an end, 0 … 1: it starts and ends with
// these speeds, relative to even motion, and without a jerk. Monotonic for speeds of 0 … 2.
double eased(double progress, double first_speed = 0, double last_speed = 0);

// Seconds of a path. The first pose is where it begins, whatever its seconds are.
double duration_of(std::span<const CameraFlight> path);

// Where a path has come to after so many seconds. It goes through its keyframes without a corner
// and without a stop, but for two alike, between which it rests.
CameraPose pose_along(std::span<const CameraFlight> path, double seconds);

} // namespace orrery
