#include "render/camera.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr double orbit_degrees = 220; // for a drag across the window's height
constexpr double dolly_per_notch = 0.88;
constexpr double closest = 1e-9;
constexpr double farthest = 1e15;

// Starts and ends gently.
double eased(double progress) {
    return progress * progress * (3 - 2 * progress);
}

} // namespace

glm::dvec3 CameraPose::eye() const {
    return centre + orientation * glm::dvec3(0, 0, distance);
}

CameraPose pose_from_angles(const glm::dvec3& centre, double distance, double azimuth,
                            double elevation) {
    // An eye on the x axis for azimuth 0, raised towards z by the elevation.
    const glm::dquat turn = glm::angleAxis(glm::radians(azimuth + 90), glm::dvec3(0, 0, 1));
    const glm::dquat tilt = glm::angleAxis(glm::radians(90 - elevation), glm::dvec3(1, 0, 0));
    return {centre, turn * tilt, distance};
}

void Camera::jump_to(const CameraPose& pose) {
    pose_ = from_ = to_ = pose;
    flight_ = 1;
    fly_velocity_ = {};
}

void Camera::fly_to(const CameraPose& pose, double seconds) {
    from_ = pose_;
    to_ = pose;
    flight_ = 0;
    flight_seconds_ = seconds;
}

void Camera::orbit(const glm::dvec2& drag) {
    flight_ = 1;
    const glm::dquat about_up =
        glm::angleAxis(glm::radians(-drag.x * orbit_degrees), glm::dvec3(0, 0, 1));
    const glm::dquat about_right =
        glm::angleAxis(glm::radians(-drag.y * orbit_degrees), glm::dvec3(1, 0, 0));
    const glm::dquat turned = glm::normalize(about_up * pose_.orientation * about_right);
    // Past the pole the picture would stand on its head: then only the turn about the pole counts.
    const bool upright = (turned * glm::dvec3(0, 1, 0)).z >= 0;
    pose_.orientation = upright ? turned : glm::normalize(about_up * pose_.orientation);
}

void Camera::pan(const glm::dvec2& drag) {
    flight_ = 1;
    const double height = 2 * pose_.distance * std::tan(glm::radians(field_of_view) / 2);
    pose_.centre += pose_.orientation * glm::dvec3(-drag.x * height, drag.y * height, 0);
}

void Camera::dolly(double steps) {
    // Wheels send notches in bursts: each starts from where the last one was going.
    CameraPose target = flight_ < 1 ? to_ : pose_;
    target.distance =
        std::clamp(target.distance * std::pow(dolly_per_notch, steps), closest, farthest);
    fly_to(target, 0.15);
}

void Camera::look(const glm::dvec2& drag) {
    flight_ = 1;
    const glm::dvec3 eye = pose_.eye();
    const glm::dquat about_up = glm::angleAxis(glm::radians(-drag.x * 90), glm::dvec3(0, 0, 1));
    const glm::dquat about_right = glm::angleAxis(glm::radians(-drag.y * 90), glm::dvec3(1, 0, 0));
    pose_.orientation = glm::normalize(about_up * pose_.orientation * about_right);
    // The eye stays; what it looks at moves.
    pose_.centre = eye - pose_.orientation * glm::dvec3(0, 0, pose_.distance);
}

void Camera::fly(const glm::dvec3& direction, bool fast) {
    fly_wish_ = direction;
    fly_fast_ = fast;
}

void Camera::recentre(const glm::dvec3& centre) {
    CameraPose target = pose_;
    target.centre = centre;
    fly_to(target, 0.35);
}

void Camera::set_mode(CameraMode mode) {
    mode_ = mode;
    fly_wish_ = fly_velocity_ = {};
}

void Camera::advance(double seconds) {
    if (flight_ < 1) {
        flight_ = std::min(1.0, flight_ + seconds / flight_seconds_);
        const double t = eased(flight_);
        pose_.centre = glm::mix(from_.centre, to_.centre, t);
        pose_.orientation = glm::slerp(from_.orientation, to_.orientation, t);
        // Even steps of magnification look even, so the logarithm of the distance moves evenly.
        pose_.distance = from_.distance * std::pow(to_.distance / from_.distance, t);
        if (flight_ == 1) {
            pose_ = to_;
        }
    }
    if (mode_ == CameraMode::fly) {
        const double speed = pose_.distance * (fly_fast_ ? 3.0 : 0.7); // units of length a second
        const glm::dvec3 wish{fly_wish_.x, fly_wish_.y, -fly_wish_.z};
        const double follow = 1 - std::exp(-seconds * 10);
        fly_velocity_ += (wish * speed - fly_velocity_) * follow;
        if (glm::length(fly_velocity_) < 1e-4 * pose_.distance) {
            fly_velocity_ = {};
        }
        pose_.centre += pose_.orientation * fly_velocity_ * seconds;
    }
}

bool Camera::moving() const {
    const glm::dvec3 still{0, 0, 0};
    return flight_ < 1 || fly_velocity_ != still || fly_wish_ != still;
}

glm::dmat4 Camera::view() const {
    const glm::dmat4 turn = glm::mat4_cast(glm::conjugate(pose_.orientation));
    return turn * glm::translate(glm::dmat4(1), -pose_.eye());
}

glm::dmat4 Camera::projection(double aspect) const {
    return glm::perspective(glm::radians(field_of_view), aspect, pose_.distance * 1e-3,
                            pose_.distance * 1e4);
}

CameraPose framing(const CameraPose& pose, const glm::dvec3& centre, double radius,
                   double field_of_view, double aspect) {
    // The sphere touches the narrower of the two angles, with a little air around it.
    const double vertical = glm::radians(field_of_view) / 2;
    const double horizontal = std::atan(std::tan(vertical) * aspect);
    CameraPose framed = pose;
    framed.centre = centre;
    framed.distance = std::max(1.08 * radius / std::sin(std::min(vertical, horizontal)), closest);
    return framed;
}

} // namespace orrery
