#include "render/camera.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {
namespace {

constexpr double orbit_degrees = 220; // for a drag across the window's height
constexpr double look_degrees = 90;
constexpr double closer_per_notch = 0.88;
constexpr double closest = 1e-9, farthest = 1e15;

// Time constants, seconds: how long motion follows the hand, and outlasts it.
constexpr double hand_following = 0.03;
constexpr double turning_decay = 0.16;
constexpr double zooming_decay = 0.06;
constexpr double flying_decay = 0.1;
constexpr double slowest_turning = 0.004; // heights a second: too slow to be seen
constexpr double last_zoom = 1e-3;        // notches

// Turned about the world's up and the eye's right. At the poles, where the picture would stand on
// its head, only the turn about up counts.
glm::dquat turned(const glm::dquat& orientation, double right_degrees, double down_degrees) {
    const glm::dquat about_up = glm::angleAxis(glm::radians(-right_degrees), glm::dvec3(0, 0, 1));
    const glm::dquat about_right = glm::angleAxis(glm::radians(-down_degrees), glm::dvec3(1, 0, 0));
    const glm::dquat both = glm::normalize(about_up * orientation * about_right);
    const auto upright = [](const glm::dquat& q) { return (q * glm::dvec3(0, 1, 0)).z; };
    return upright(both) >= 0 || upright(both) >= upright(orientation)
               ? both
               : glm::normalize(about_up * orientation);
}

} // namespace

CameraPose pose_from_angles(const glm::dvec3& centre, double distance, double azimuth,
                            double elevation) {
    // An eye on the x axis for azimuth 0, raised towards z by the elevation.
    const glm::dquat turn = glm::angleAxis(glm::radians(azimuth + 90), glm::dvec3(0, 0, 1));
    const glm::dquat tilt = glm::angleAxis(glm::radians(90 - elevation), glm::dvec3(1, 0, 0));
    return {centre, turn * tilt, distance};
}

template <class Change>
void Camera::change(const Change& change) {
    change(pose_);
    for (CameraFlight& each : path_) {
        change(each.pose);
    }
}

void Camera::jump_to(const CameraPose& pose) {
    pose_ = pose;
    path_.clear();
    travelled_ = turned_ = flight_seconds_ = 0;
    dragged_ = turning_ = {0, 0};
    zooming_ = 0;
    fly_velocity_ = {0, 0, 0};
}

void Camera::fly_along(std::vector<CameraFlight> way) {
    if (way.empty()) {
        return;
    }
    if (speeds.fades) {
        jump_to(way.back().pose);
        veil_ = 1;
        return;
    }
    path_ = std::move(way);
    path_.insert(path_.begin(), {pose_, 0});
    travelled_ = turned_ = 0;
    flight_seconds_ = duration_of(path_);
    turning_ = {0, 0};
    zooming_ = 0;
}

void Camera::orbit(const glm::dvec2& drag) {
    held_ = true;
    if (drag != glm::dvec2(0, 0)) { // else not a bit of the view changes
        dragged_ += drag;
        turn(drag);
    }
}

void Camera::turn(const glm::dvec2& drag) {
    change([&](CameraPose& pose) {
        pose.orientation = turned(pose.orientation, orbit_degrees * drag.x, orbit_degrees * drag.y);
    });
}

void Camera::pan(const glm::dvec2& drag) {
    const double height =
        2 * pose_.distance * std::tan(glm::radians(field_of_view) / 2) / open.share.y;
    shift(pose_.orientation * glm::dvec3(-drag.x * height, drag.y * height, 0));
}

void Camera::dolly(double steps) {
    zooming_ += steps;
}

void Camera::zoom(double steps) {
    approach(std::pow(closer_per_notch, -steps));
}

void Camera::look(const glm::dvec2& drag) {
    change([&](CameraPose& pose) {
        const glm::dvec3 eye = pose.eye();
        pose.orientation = turned(pose.orientation, look_degrees * drag.x, look_degrees * drag.y);
        // The eye stays; what it looks at moves.
        pose.centre = eye - pose.orientation * glm::dvec3(0, 0, pose.distance);
    });
}

void Camera::fly(const glm::dvec3& direction, bool fast) {
    fly_wish_ = direction;
    fly_fast_ = fast;
}

void Camera::recentre(const glm::dvec3& centre) {
    CameraPose goal = path_.empty() ? pose_ : path_.back().pose; // of a flight under way
    goal.centre = centre;
    fly_to(goal, std::max(0.35, flight_seconds_ - travelled_));
}

void Camera::shift(const glm::dvec3& way) {
    change([&](CameraPose& pose) { pose.centre += way; });
}

void Camera::magnify(const glm::dvec3& about, double times) {
    change([&](CameraPose& pose) { pose.centre = about + (pose.centre - about) / times; });
    approach(times);
}

void Camera::approach(double times) {
    change([&](CameraPose& pose) {
        pose.distance = std::clamp(pose.distance / times, closest, farthest);
    });
}

void Camera::rotate(double degrees) {
    change([&](CameraPose& pose) { pose.orientation = turned(pose.orientation, -degrees, 0); });
}

void Camera::set_mode(CameraMode mode) {
    mode_ = mode;
    fly_wish_ = fly_velocity_ = {0, 0, 0};
    turning_ = {0, 0};
}

void Camera::advance(double seconds) {
    if (seconds <= 0) {
        return;
    }
    advance_turning(seconds);
    advance_zooming(seconds);
    advance_flight(seconds);
    if (mode_ == CameraMode::fly) {
        advance_flying(seconds);
    }
}

void Camera::advance_flight(double seconds) {
    constexpr double seconds_of_veil = 0.4;
    veil_ = std::max(0.0, veil_ - seconds / seconds_of_veil);
    if (!flying()) {
        return;
    }
    travelled_ = std::min(flight_seconds_, travelled_ + seconds * speeds.travel);
    turned_ = std::min(flight_seconds_, turned_ + seconds * speeds.turn);
    pose_ = pose_along(path_, travelled_);
    pose_.orientation = pose_along(path_, turned_).orientation;
    if (!flying()) {
        pose_ = path_.back().pose; // to the last bit
        path_.clear();
    }
}

void Camera::advance_turning(double seconds) {
    if (std::exchange(held_, false)) {
        const double follow = 1 - std::exp(-seconds / hand_following);
        turning_ += (dragged_ / seconds - turning_) * follow;
        dragged_ = {0, 0};
        return; // the hand has turned it already
    }
    if (turning_ == glm::dvec2(0, 0)) {
        return;
    }
    turn(turning_ * turning_decay * (1 - std::exp(-seconds / turning_decay)));
    turning_ *= std::exp(-seconds / turning_decay);
    if (glm::length(turning_) < slowest_turning) {
        turning_ = {0, 0};
    }
}

void Camera::advance_zooming(double seconds) {
    if (zooming_ == 0) {
        return;
    }
    const double left = zooming_ * std::exp(-seconds / zooming_decay);
    const double rest = std::abs(left) < last_zoom ? 0 : left;
    zoom(zooming_ - rest);
    zooming_ = rest;
}

void Camera::advance_flying(double seconds) {
    const double unit = fly_unit > 0 ? fly_unit : pose_.distance;
    const double speed = unit * (fly_fast_ ? 3.0 : 0.7); // units of length a second
    const glm::dvec3 wish{fly_wish_.x, fly_wish_.y, -fly_wish_.z};
    fly_velocity_ += (wish * speed - fly_velocity_) * (1 - std::exp(-seconds / flying_decay));
    if (glm::length(fly_velocity_) < 1e-3 * unit) {
        fly_velocity_ = {0, 0, 0};
    }
    shift(pose_.orientation * fly_velocity_ * seconds);
}

bool Camera::moving() const {
    const glm::dvec3 still{0, 0, 0};
    return flying() || veil_ > 0 || turning_ != glm::dvec2(0, 0) || dragged_ != glm::dvec2(0, 0) ||
           zooming_ != 0 || fly_velocity_ != still || fly_wish_ != still;
}

glm::dmat4 Camera::view() const {
    const glm::dmat4 turn = glm::mat4_cast(glm::conjugate(pose_.orientation));
    return turn * glm::translate(glm::dmat4(1), -pose_.eye());
}

glm::dmat4 Camera::projection(double aspect) const {
    glm::dmat4 lens = glm::perspective(glm::radians(field_of_view), aspect, pose_.distance * 1e-3,
                                       pose_.distance * 1e4);
    lens[0][0] *= open.share.y;
    lens[1][1] *= open.share.y;
    return glm::translate(glm::dmat4(1), glm::dvec3(open.centre, 0)) * lens;
}

double visible_half_height(const Camera& camera) {
    return camera.pose().distance * std::tan(glm::radians(camera.field_of_view) / 2);
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
