#pragma once

#include "render/camera_path.hpp"

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <vector>

namespace orrery {

// z is up in the world. Angles in degrees.
CameraPose pose_from_angles(const glm::dvec3& centre, double distance, double azimuth,
                            double elevation);

enum class CameraMode { orbit, fly };

// The part of the window that no panel covers, which the camera aims at: its centre in normalised
// device coordinates and its shares of the window's width and height. The picture goes on behind
// the panels.
struct ClearArea {
    glm::dvec2 centre{0, 0};
    glm::dvec2 share{1, 1};
    bool operator==(const ClearArea&) const = default;
};

// How fast flights go; 1: as usual.
struct FlightSpeeds {
    double travel = 1, turn = 1;
    bool fades = false; // there at once, and the picture comes out of the dark
};

// Orbit: drag circles the centre, pan moves it, dolly changes the distance. Fly: the eye moves
// itself. Every change of view that is not under the hand eases over 150 to 400 ms.
class Camera {
public:
    void jump_to(const CameraPose& pose);
    void fly_to(const CameraPose& pose, double seconds = 0.4) { fly_along({{pose, seconds}}); }
    // From where it is through these poses; none: it stays.
    void fly_along(std::vector<CameraFlight> way);
    // Ends a flight where it is.
    void stay() { jump_to(pose_); }

    // Mouse, in fractions of the window's height. As long as the hand holds it, also while it
    // rests: only what it lets go of turns on.
    void orbit(const glm::dvec2& drag);
    void pan(const glm::dvec2& drag);
    void dolly(double steps);          // wheel notches; positive: closer
    void look(const glm::dvec2& drag); // fly mode
    // Keys held, -1 … 1 in the eye's right, up and forward; speed follows `fly_unit`.
    void fly(const glm::dvec3& direction, bool fast);
    void recentre(const glm::dvec3& centre);
    // The whole view moves along with what it follows, flights that are under way too.
    void shift(const glm::dvec3& way);
    // Enlarges the view by that factor about that place: the view moves towards it.
    void magnify(const glm::dvec3& about, double times);
    // Moves the eye so many times as near to what it looks at.
    void approach(double times);
    // Circles the centre, about the world's up.
    void rotate(double degrees);

    void set_mode(CameraMode mode);
    CameraMode mode() const { return mode_; }
    // Advances flights and inertia.
    void advance(double seconds);
    bool flying() const { return travelled_ < flight_seconds_ || turned_ < flight_seconds_; }
    bool moving() const; // a flight or inertia is still under way

    const CameraPose& pose() const { return pose_; }
    double field_of_view = 45; // vertical, degrees, of the open part
    FlightSpeeds speeds;
    double fly_unit = 0; // flying crosses about half of it a second; 0: the pose's distance
    ClearArea open;

    // How far a fade that stands for a flight still covers the picture, 1 … 0.
    double veil() const { return veil_; }

    glm::dmat4 view() const;
    // Reversed-free, classic depth: near and far follow the distance.
    glm::dmat4 projection(double aspect) const;

private:
    // Input applies to all poses of a flight alike, so that neither stops the other.
    template <class Change>
    void change(const Change& change);
    void turn(const glm::dvec2& drag);
    void zoom(double steps);
    void advance_flight(double seconds);
    void advance_turning(double seconds);
    void advance_zooming(double seconds);
    void advance_flying(double seconds);

    CameraMode mode_ = CameraMode::orbit;
    CameraPose pose_;
    std::vector<CameraFlight> path_;    // of a flight, from where it began
    double travelled_ = 0, turned_ = 0; // seconds of it
    double flight_seconds_ = 0;
    double veil_ = 0;
    glm::dvec2 dragged_{0, 0}; // since the last advance
    bool held_ = false;        // by the hand, since then
    glm::dvec2 turning_{0, 0}; // drag a second, goes on after the hand lets go
    double zooming_ = 0;       // wheel notches still to come
    glm::dvec3 fly_velocity_{0, 0, 0}, fly_wish_{0, 0, 0};
    bool fly_fast_ = false;
};

// Half the height of the picture where the camera looks, in units of length.
double visible_half_height(const Camera& camera);

// The pose with the same orientation that shows a sphere whole.
CameraPose framing(const CameraPose& pose, const glm::dvec3& centre, double radius,
                   double field_of_view, double aspect);

} // namespace orrery
