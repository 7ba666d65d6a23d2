// Movement of the camera other than by hand.
#include "app/features/features.hpp"
#include "app/job.hpp"
#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/stage/picture_card.hpp"
#include "app/state/appearance.hpp"
#include "app/state/body_units.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/halo_status.hpp"
#include "app/state/paths.hpp"
#include "app/state/scene_space.hpp"
#include "app/window/picture.hpp"
#include "render/body_buffer.hpp"
#include "render/picking.hpp"
#include "sim/simulation/body_edit.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/structure/centre.hpp"
#include "sim/structure/spread_over.hpp"

#include <glm/geometric.hpp>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

namespace {

constexpr double seconds_between_looks = 0.4;

// Whether any of a sphere may be seen: it reaches into the cone of the view, and is more than a
// dot.
bool in_sight(const Sphere& sphere, const Camera& camera) {
    constexpr double half_view = 0.7; // radians; wide, for the picture is
    const CameraPose& pose = camera.pose();
    const glm::dvec3 to_centre = sphere.centre - pose.eye();
    const double share = sphere.radius / glm::length(to_centre);
    const double cosine =
        glm::dot(pose.orientation * glm::dvec3(0, 0, -1), to_centre) / glm::length(to_centre);
    return share >= 1 || (share > 1.0 / 200 &&
                          std::acos(std::clamp(cosine, -1.0, 1.0)) - std::asin(share) < half_view);
}

void move_camera_as_wished(AppState& app, const BodyBuffer& bodies) {
    const bool home = app.requests.take<GoHome>().has_value();
    const bool frame = app.requests.take<FrameBodies>().has_value();
    if (!home && !frame) {
        return;
    }
    app.race.framing = {}; // what is sought is seen as it is
    if (home) {
        app.camera.jump_to(home_pose(app, app.simulation.viewpoint(), bodies));
    }
    if (frame) {
        app.camera.fly_to(framing_pose(app, app.camera.pose(), bodies));
    }
}

// Takes the camera where actions want it: home, to where all bodies are seen. Keeps one that flies
// from losing the bodies: slow where they are near, and a word on the way back once none is in
// sight.
class Flying : public Feature {
public:
    void see_bodies(Frame& frame) override {
        AppState& app = frame.app;
        move_camera_as_wished(app, *frame.bodies);
        if (app.camera.mode() != CameraMode::fly) {
            app.camera.fly_unit = 0;
            lost_ = false;
            return;
        }
        if (app.now - looked_at_ < seconds_between_looks) {
            return;
        }
        looked_at_ = app.now;
        const std::optional<Sphere> sphere = bounding_sphere(*frame.bodies);
        if (!sphere || sphere->radius <= 0) {
            return;
        }
        const double to_centre = glm::distance(app.camera.pose().eye(), sphere->centre);
        app.camera.fly_unit =
            std::clamp(to_centre - 0.6 * sphere->radius, 0.08 * sphere->radius, 2 * sphere->radius);
        const bool lost = !in_sight(*sphere, app.camera);
        if (lost && !lost_) {
            app.announce("lost", "No bodies in view. F shows them all.");
        }
        lost_ = lost;
    }

private:
    double looked_at_ = -1; // seconds since the window opened
    bool lost_ = false;
};

constexpr double reading_interval = 0.2;
constexpr std::size_t max_sampled = 20'000;
constexpr double core_following = 0.35; // seconds, a time constant

std::string name_of_body(const Catalogue& catalogue, std::size_t body) {
    const std::string* const name = label_of(catalogue, body);
    return name != nullptr ? tr_name(*name)
                           : tr_format("body {}", with_thousands(catalogue.numbers.at(body) + 1));
}

// The strongest pull is searched for among named bodies and a sample. None when `body` is gone.
std::optional<FollowedFigures> figures_of(const SimulationThread& simulation,
                                          const Catalogue& catalogue, const SceneSpace& space,
                                          const EditForces& forces, std::size_t body,
                                          std::size_t count) {
    const BodyValues own = simulation.read(
        {.position = true, .velocity = true, .mass = true, .acceleration = true, .bodies = {body}});
    if (own.mass.empty()) {
        return std::nullopt;
    }
    std::vector<std::size_t> bodies = spread_over(count, max_sampled);
    for (const Label& label : catalogue.labels) {
        if (label.body < count) {
            bodies.push_back(label.body);
        }
    }
    const BodyValues others = simulation.read({.position = true, .mass = true, .bodies = bodies});
    if (others.mass.size() != bodies.size()) { // some are gone by now
        return std::nullopt;
    }
    FollowedFigures figures{.mass = own.mass[0],
                            .speed =
                                peculiar_factor(space, own.time) * glm::length(at(own.velocity, 0)),
                            .acceleration = glm::length(at(own.acceleration, 0))};
    double most = 0;
    std::size_t puller = body;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const double distance = glm::distance(at(others.position, k), at(own.position, 0));
        const double strength = forces.gravity * others.mass[k] * distance /
                                std::pow(std::hypot(distance, forces.softening), 3);
        if (bodies[k] != body && strength > most) {
            most = strength;
            puller = bodies[k];
        }
    }
    figures.puller = most > 0 ? name_of_body(catalogue, puller) : "";
    figures.share_of_pull = figures.acceleration > 0 ? most / figures.acceleration : 0;
    return figures;
}

constexpr double min_share_told = 0.05;

std::string name_of_followed(const AppState& app) {
    const std::size_t body = app.get<Followed>().body;
    const std::string* const name = label_of(app.catalogue, body);
    return name != nullptr
               ? tr_name(*name)
               : tr_format("Body {}", with_thousands(app.catalogue.numbers.at(body) + 1));
}

std::vector<std::string> card_lines(const AppState& app, const FollowedFigures& figures) {
    const Units& units = app.units;
    std::vector<std::string> lines{tr("mass  ") + spoken_mass(figures.mass, units),
                                   tr("speed  ") + spoken_speed(figures.speed, units)};
    if (!figures.puller.empty() && figures.share_of_pull >= min_share_told) {
        lines.push_back(tr_format("pulled most by {}", figures.puller));
    } else {
        lines.push_back(tr("acceleration  ") + spoken_acceleration(figures.acceleration, units));
    }
    return lines;
}

// Keeps the camera with a body or with the densest core, and turns it slowly where that is wanted.
// Bodies are read and figures estimated on a thread of its own.
class Follow : public Feature {
public:
    void see_bodies(Frame& frame) override {
        AppState& app = frame.app;
        Followed& followed = app.get<Followed>();
        const double seconds = std::min(frame.seconds, 0.1);
        app.camera.speeds = {double{app.view.travel_speed}, double{app.view.turn_speed},
                             app.view.reduced_motion};
        if (app.view.rotation != 0) {
            app.camera.rotate(double{app.view.rotation} * seconds);
        }
        if (app.view.drift != 0) {
            app.camera.approach(std::exp(double{app.view.drift} / 100 * seconds));
        }
        look_at_load(app);
        if (!followed.wish.empty() && app.settings.source == app.status.settings.source) {
            const bool flies = followed.flies;
            follow_by_name(app, std::string(followed.wish));
            followed.flies = flies;
        }
        const Subject subject{followed.what, followed.body, app.status.load_serial};
        if (subject != subject_) {
            subject_ = subject;
            centre_.reset();
            followed.figures.reset();
            followed.core.reset();
            read_at_ = -1;
        }
        if (const std::optional<Read> read = reading_.poll(); read && read->of == subject_) {
            followed.core = read->core ? read->core : followed.core;
            followed.figures = read->figures ? read->figures : followed.figures;
        }
        if (followed.what == Following::body) {
            if (followed.flies && followed.place) {
                fly_there(app, *followed.place);
                followed.flies = false;
            }
            if (app.view.turn_with_orbit) {
                turn_with(followed.place, app.camera);
            }
            stay_with(followed.place, 1, app.camera);
            refresh(app);
        } else if (followed.what == Following::halo) {
            come_near(app);
            stay_with(followed.place, 1, app.camera);
        } else if (followed.what == Following::core) {
            refresh(app);
            stay_with(followed.core, 1 - std::exp(-seconds / core_following), app.camera);
        }
    }

    // A ring around the body that is followed, and a card with its figures.
    void over_picture(Frame& frame) override {
        AppState& app = frame.app;
        std::optional<glm::vec4>& card = app.get<FollowedCard>().place;
        card.reset();
        const Followed& followed = app.get<Followed>();
        if (followed.what != Following::body || !followed.place || app.race.under_way) {
            return;
        }
        if (const auto seen = seen_in(whole_view(app.camera), *followed.place)) {
            const float ball =
                ball_in_picture(lights_of(app.catalogue, app.units, app.view.show_dark),
                                app.view.style, whole_view(app.camera), followed.body, seen->depth);
            const float radius = std::max(0.9F * picture_type_size(app), 1.12F * ball);
            draw_follow_ring(seen->at, radius);
            if (app.view.tree.walk && app.view.layer == Layer::stage) { // the cells around it count
                ImGui::GetBackgroundDrawList()->AddCircleFilled(seen->at, 0.35F * radius,
                                                                IM_COL32_WHITE);
                return;
            }
            card = draw_picture_card(app, seen->at, radius, name_of_followed(app),
                                     followed.figures ? card_lines(app, *followed.figures)
                                                      : std::vector<std::string>());
        }
    }

private:
    struct Subject {
        Following what = Following::nothing;
        std::size_t body = 0;
        std::uint64_t load = 0;
        bool operator==(const Subject&) const = default;
    };

    // The same system from its start has the same bodies; another one, or as many others, has not.
    void look_at_load(AppState& app) {
        if (app.status.load_serial == subject_.load) {
            return;
        }
        const bool other = !same_system(loaded_, app.status.settings);
        loaded_ = app.status.settings;
        if (other && app.get<Followed>().what == Following::body) {
            app.announce("follow", "The followed body is gone");
            app.get<Followed>() = {};
        }
    }

    // The camera moves by that share of what the place has moved; what the hand or a flight does
    // goes on besides.
    void stay_with(const std::optional<glm::dvec3>& place, double share, Camera& camera) {
        if (!place) {
            return;
        }
        if (!centre_) {
            camera.recentre(*place);
            centre_ = place;
            return;
        }
        const glm::dvec3 way = (*place - *centre_) * share;
        camera.shift(way);
        *centre_ += way;
    }

    // A ball fills much of the picture; of a body without a size its surroundings are seen.
    void fly_there(AppState& app, const glm::dvec3& place) {
        constexpr double around_ball = 1.8, around_hole = 15, share_of_distance = 0.03;
        constexpr double seconds = 2.5;
        const BodyStyle style = drawn_style(app.view, app.catalogue, app.units);
        const BodyLight* const light = light_of(style.lights, subject_.body);
        const double radius = light == nullptr ? 0 : double{light->radius};
        const bool hole = light != nullptr && light->kind == BodyLight::Kind::black_hole;
        const double framed = radius <= 0 ? share_of_distance * app.camera.pose().distance
                              : hole      ? around_hole * double{style.hole_size} * radius
                                          : around_ball * radius;
        centre_ = place;
        app.camera.fly_to(framing(app.camera.pose(), place, framed, app.camera.field_of_view, 1),
                          seconds);
    }

    // About the world's up by as much as the body has gone round the centre of mass.
    void turn_with(const std::optional<glm::dvec3>& place, Camera& camera) {
        if (!place || !centre_) {
            return;
        }
        const auto turned = [](const glm::dvec3& at) {
            return glm::degrees(std::atan2(at.y, at.x));
        };
        camera.rotate(std::remainder(turned(*place) - turned(*centre_), 360));
    }

    // To a halo, so that it is seen whole with what is around it.
    void come_near(AppState& app) {
        constexpr double surroundings = 12, seconds = 1.2; // radii
        const KnownHalo* const halo =
            find_halo(app.get<HaloStatus>(), static_cast<std::uint32_t>(subject_.body));
        if (!centre_ && halo != nullptr) {
            centre_ = halo->place;
            app.camera.fly_to(framing(app.camera.pose(), halo->place,
                                      surroundings * halo->found.radius, app.camera.field_of_view,
                                      1),
                              seconds);
        }
    }

    void refresh(AppState& app) {
        const bool of_core = subject_.what == Following::core;
        if (reading_.under_way() || !app.status.loaded ||
            (of_core ? 0 : subject_.body) >= app.status.count ||
            (read_at_ >= 0 && app.now - read_at_ < reading_interval)) {
            return;
        }
        read_at_ = app.now;
        const EditForces forces{app.status.settings.gravity.value_or(app.units.gravity),
                                app.status.softening};
        reading_.start([&simulation = app.simulation, catalogue = app.catalogue,
                        space = app.get<SceneSpace>(), forces, of_core, of = subject_,
                        count = app.status.count] {
            Read read{of};
            try {
                if (!of_core) {
                    read.figures = figures_of(simulation, catalogue, space, forces, of.body, count);
                    return read;
                }
                const BodyValues values = simulation.read(
                    {.position = true, .mass = true, .bodies = spread_over(count, max_sampled)});
                const Vector3 core = densest_core(values.position, values.mass).position;
                read.core = glm::dvec3(core.x, core.y, core.z);
            } catch (const std::exception&) { // a lost GPU, say: others tell
            }
            return read;
        });
    }

    struct Read {
        Subject of;
        std::optional<FollowedFigures> figures = {};
        std::optional<glm::dvec3> core = {};
    };
    Job<Read> reading_; // waited for at the end: it uses the simulation
    double read_at_ = -1;
    Subject subject_;
    Settings loaded_;                  // of which system bodies are followed
    std::optional<glm::dvec3> centre_; // where the camera has it
};

} // namespace

extern const FeatureEntry flying_feature = feature<Flying>();
extern const FeatureEntry follow_feature = feature<Follow>();

} // namespace orrery
