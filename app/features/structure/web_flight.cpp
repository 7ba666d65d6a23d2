// A flight through the cosmic web: the camera goes from halo to halo along the filaments between
// them, until it is moved by hand. With the neighbour boxes shown it goes on through the faces.

#include "app/features/features.hpp"
#include "app/features/overlays/kept_up.hpp"
#include "app/job.hpp"
#include "app/language/tr.hpp"
#include "app/state/followed.hpp"
#include "app/state/scene_space.hpp"
#include "render/body_buffer.hpp"
#include "sim/structure/filament_path.hpp"
#include "sim/structure/images.hpp"

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t haloes_on_the_way = 16;
constexpr double seconds_across = 26; // the box, at the usual travel speed
constexpr double seconds_to_begin = 2.5;
constexpr double turning = 0.7;  // seconds, a time constant
constexpr double steepest = 40;  // degrees
constexpr double raised = 16;    // degrees, of the eye over the way
constexpr double behind = 0.3;   // of the box: far enough that bodies are no dots
constexpr double ahead_of = 0.1; // of the box, where the way's direction is taken

std::optional<FilamentPath> find_way(const SimulationThread& simulation, const PeriodicBox& box,
                                     double linking, bool through_faces,
                                     const std::stop_token& stop) {
    Workers workers(cores_for_overlays(), Workers::Priority::background);
    BodyValues values = simulation.read(whole_bodies());
    Bodies<double> bodies;
    bodies.position = std::move(values.position);
    bodies.velocity = std::move(values.velocity);
    bodies.mass = std::move(values.mass);
    const double length = linking_length_of(bodies, box, linking);
    if (!(length > 0)) {
        return std::nullopt;
    }
    const auto list = find_haloes(bodies, {.linking_length = length, .box = box}, workers, stop);
    return list ? filament_path(bodies, list->haloes, box, haloes_on_the_way, through_faces,
                                workers, stop)
                : std::nullopt;
}

glm::dvec3 as_glm(const Vector3& at) {
    return {at.x, at.y, at.z};
}

// Where one looks along a direction, in degrees; not too steeply up or down, so that the horizon
// does not turn about.
struct Bearing {
    double azimuth = 0, elevation = 0;
};

Bearing towards(const Vector3& way) {
    const double flat = std::hypot(way.x, way.y);
    const double elevation = raised - glm::degrees(std::atan2(way.z, flat));
    return {glm::degrees(std::atan2(-way.y, -way.x)), std::clamp(elevation, -steepest, steepest)};
}

class WebFlight : public Feature {
public:
    void see_bodies(Frame& frame) override {
        AppState& app = frame.app;
        const bool wanted = app.view.web_flight && app.status.loaded && !app.view.reduced_motion &&
                            !app.view.waiting && app.get<SceneSpace>().box.is_periodic();
        if (!wanted) {
            end();
            return;
        }
        if (const std::uint64_t load = app.status.load_serial; std::exchange(load_, load) != load) {
            end();
        }
        seek(frame);
        if (!path_) {
            return;
        }
        if (!began_) {
            begin(app);
        } else if (!is_shown(app.camera.pose()) && !app.camera.moving()) {
            app.view.web_flight = false; // the hand has moved it
        } else if (!app.camera.moving()) {
            fly_on(app, frame.seconds);
        }
    }

    FrameDemand demand(const AppState&) const override {
        return path_ ? FrameDemand::input : background_if(way_.under_way());
    }
    bool lacks(const AppState& app) const override {
        return app.view.web_flight && way_.under_way();
    }

private:
    void end() {
        way_.cancel();
        path_.reset();
        began_ = sought_ = false;
    }

    void seek(Frame& frame) {
        AppState& app = frame.app;
        const bool other_space =
            std::exchange(through_, app.view.show_neighbours) != app.view.show_neighbours;
        if (!sought_ || other_space) {
            sought_ = true;
            way_.start([&simulation = app.simulation, box = app.get<SceneSpace>().box,
                        linking = static_cast<double>(app.view.haloes.linking),
                        through = through_](const std::stop_token& stop) {
                return find_way(simulation, box, linking, through, stop);
            });
        }
        if (frame.in_film) { // which waits for it
            way_.finish();
        }
        if (!way_.finished()) {
            return;
        }
        attempt(app, [&] { path_ = way_.take(); });
        began_ = false;
        if (!path_) {
            app.view.web_flight = false;
            app.say("No flight yet: it needs three haloes");
        }
    }

    // Up to the rounding of a flight that has arrived.
    bool is_shown(const CameraPose& pose) const {
        constexpr double rounding = 1e-6;
        return glm::distance(pose.centre, shown_.centre) < rounding * shown_.distance &&
               std::abs(pose.distance - shown_.distance) < rounding * shown_.distance &&
               std::abs(glm::dot(pose.orientation, shown_.orientation)) > 1 - rounding * rounding;
    }

    double edge(const AppState& app) const {
        const auto& lengths = app.get<SceneSpace>().box.lengths;
        return std::max({lengths[0], lengths[1], lengths[2]});
    }

    Bearing ahead(const AppState& app) const {
        return towards(path_->at(along_ + ahead_of * edge(app)) - path_->at(along_));
    }

    // It looks at a place of the path, in the box, from behind and above.
    CameraPose pose_here(const AppState& app) const {
        const Vector3 here = Images(app.get<SceneSpace>().box).inside(path_->at(along_));
        return pose_from_angles(as_glm(here), behind * edge(app), bearing_.azimuth,
                                bearing_.elevation);
    }

    void begin(AppState& app) {
        remember_view(app);
        app.get<Followed>() = {};
        app.view.physical_view = false;
        app.view.rotation = 0;
        app.camera.set_mode(CameraMode::orbit);
        along_ = 0;
        bearing_ = ahead(app);
        shown_ = pose_here(app);
        began_ = true;
        app.camera.fly_to(shown_, seconds_to_begin);
    }

    void fly_on(AppState& app, double seconds) {
        along_ += seconds / seconds_across * edge(app) * static_cast<double>(app.view.travel_speed);
        const Bearing wanted = ahead(app);
        const double share = 1 - std::exp(-seconds / turning);
        bearing_.azimuth += share * std::remainder(wanted.azimuth - bearing_.azimuth, 360.0);
        bearing_.elevation += share * (wanted.elevation - bearing_.elevation);
        shown_ = pose_here(app);
        app.camera.jump_to(shown_);
    }

    std::optional<FilamentPath> path_;
    bool sought_ = false, began_ = false, through_ = false;
    std::uint64_t load_ = 0;
    double along_ = 0; // the path
    Bearing bearing_;
    CameraPose shown_;
    Job<std::optional<FilamentPath>> way_; // last: uses the simulation
};

} // namespace

extern const FeatureEntry web_flight_feature = feature<WebFlight>();

} // namespace orrery
