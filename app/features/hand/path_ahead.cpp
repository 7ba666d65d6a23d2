// The path ahead: what pulls is read from the simulation and integrated on a thread of its own, so
// that no frame waits.
#include "app/features/features.hpp"
#include "app/features/overlays/kept_up.hpp"
#include "app/language/tr.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/hand.hpp"
#include "app/state/paths.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/predicted_path.hpp"
#include "sim/structure/spread_over.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <numeric>
#include <span>
#include <utility>

namespace orrery {
namespace {

constexpr double seconds_between_readings = 0.25;
constexpr std::size_t max_looked_at = 20'000; // for the heaviest ones
constexpr std::size_t max_pulling = 1500;     // of a sample
constexpr std::size_t max_heavy = 16, max_named = 32;
constexpr double trail_steps = 1500; // as long as a trail
constexpr std::size_t places = 900;

void put(VectorArray<double>& vectors, std::size_t k, const glm::dvec3& vector) {
    vectors.x[k] = vector.x;
    vectors.y[k] = vector.y;
    vectors.z[k] = vector.z;
}

// All bodies where they are few; they keep moving. For many, the heaviest of a sample and of the
// newest named ones, and as many of the rest as there is time for, which pull for all others.
PullingField read_field(const SimulationThread& simulation, std::size_t count,
                        std::optional<std::size_t> without) {
    const std::vector<Label> labels = simulation.catalogue().labels;
    std::vector<std::size_t> bodies = spread_over(count, max_looked_at);
    for (const Label& label : std::span(labels).last(std::min(labels.size(), max_named))) {
        bodies.push_back(label.body);
    }
    std::ranges::sort(bodies);
    bodies.erase(std::ranges::unique(bodies).begin(), bodies.end());
    const BodyValues values = // fewer, where some are gone by now
        simulation.read({.position = true, .velocity = true, .mass = true, .bodies = bodies});
    std::vector<std::size_t> order(values.mass.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return values.mass[a] > values.mass[b]; });
    PullingField field;
    field.moves = count <= max_moving_bodies;
    const std::size_t heavy = std::min(field.moves ? count : max_heavy, order.size());
    const std::size_t stride = (order.size() - heavy) / max_pulling + 1;
    const std::size_t others = (order.size() - heavy + stride - 1) / stride;
    std::vector<std::pair<std::size_t, double>> taken; // how many bodies each stands for
    for (std::size_t k = 0; k < order.size(); k += k < heavy ? 1 : stride) {
        if (bodies[order[k]] != without) {
            taken.emplace_back(order[k], k < heavy ? 1.0
                                                   : static_cast<double>(count - heavy) /
                                                         static_cast<double>(others));
        }
    }
    field.bodies = Bodies<double>(taken.size());
    for (std::size_t k = 0; k < taken.size(); ++k) {
        const auto [from, stands_for] = taken[k];
        put(field.bodies.position, k, at(values.position, from));
        put(field.bodies.velocity, k, at(values.velocity, from));
        field.bodies.mass[k] = values.mass[from] * stands_for;
    }
    return field;
}

// A body on its way.
struct Moving {
    glm::dvec3 place{0}, velocity{0};
    double mass = 0;
    bool operator==(const Moving&) const = default;
};

// What a path is made of.
struct PathWish {
    std::uint64_t version = 0, bodies_serial = 0;
    std::size_t count = 0;
    double gravity = 1, softening = 0;
    double span = 0;                      // of time; 0: only what is around
    std::optional<std::size_t> body = {}; // in original order; none: a new one
    std::optional<Moving> pulled = {};    // how the hand has it; unset: as it goes
    bool rests = false;                   // what is around
    double reach = 0;                     // of the picture, for the hand
    bool operator==(const PathWish&) const = default;
};

struct Path {
    double mass = 0, heaviest = 0; // of the bodies that pull, and of one
    std::vector<glm::dvec3> places = {};
};

class PathMaker {
public:
    std::optional<Path> make(const SimulationThread& simulation, const PathWish& wish,
                             const std::stop_token&) {
        Path path;
        try {
            const bool soon = milliseconds_since(read_at_) < 1000 * seconds_between_readings;
            if (wish.bodies_serial != around_.bodies_serial || wish.body != around_.body ||
                (wish.version != around_.version && (wish.rests || !soon))) {
                field_ = read_field(simulation, wish.count, wish.body);
                around_ = wish;
                read_at_ = Clock::now();
            }
            for (const double mass : field_.bodies.mass) {
                path.mass += mass;
                path.heaviest = std::max(path.heaviest, mass);
            }
            const std::optional<Moving> moving =
                wish.span > 0 && !wish.pulled ? read_body(simulation, *wish.body) : wish.pulled;
            if (wish.span > 0 && moving) {
                for (const Vector3& place : predicted_path(
                         field_, {wish.gravity, wish.softening}, as_vector(moving->place),
                         as_vector(moving->velocity), moving->mass, wish.span, places)) {
                    path.places.emplace_back(place.x, place.y, place.z);
                }
            }
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception&) { // a lost GPU, say: others tell
        }
        return path;
    }

private:
    static Vector3 as_vector(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

    static std::optional<Moving> read_body(const SimulationThread& simulation, std::size_t body) {
        const BodyValues values =
            simulation.read({.position = true, .velocity = true, .mass = true, .bodies = {body}});
        return values.mass.empty() ? std::nullopt
                                   : std::optional(Moving{at(values.position, 0),
                                                          at(values.velocity, 0), values.mass[0]});
    }

    PullingField field_; // as last read, for this wish
    PathWish around_;
    Clock::time_point read_at_;
};

// A body that is gone is held no more.
void look_at_held_body(AppState& app) {
    Hand& hand = app.get<Hand>();
    const auto number = hand.drag && hand.drag->grabbed ? hand.drag->grabbed : hand.held;
    if (!hand.active || !number) {
        hand.held_place.reset();
        return;
    }
    const auto body = app.catalogue.numbers.find(*number, app.status.count);
    if (!body) {
        hand.held.reset();
        hand.drag.reset();
        return;
    }
    if (app.now - hand.looked_at >= seconds_between_readings) {
        hand.looked_at = app.now;
        const BodyValues values =
            app.simulation.read({.position = true, .mass = true, .bodies = {*body}});
        if (!values.mass.empty()) {
            hand.held_mass = values.mass[0];
            hand.held_place = hand.held_place.value_or(at(values.position, 0));
        }
    }
}

// Facts about the body that the hand holds, and the path ahead of a body that it pulls at or that
// is picked.
class PathAhead : public KeptUp<PathWish, PathMaker> {
public:
    PathAhead() : KeptUp(0.1, 1, tr_noop("Not enough memory")) {}

    void update(Frame& frame) override { look_at_held_body(frame.app); }

    FrameDemand demand(const AppState& app) const override {
        const Hand& hand = app.get<Hand>();
        return hand.drag ? FrameDemand::input : background_if(hand.active || behind());
    }

private:
    std::optional<PathWish> wish(Frame& frame) override {
        AppState& app = frame.app;
        Hand& hand = app.get<Hand>();
        const bool picked =
            app.view.show_path_ahead && app.picked_body && *app.picked_body < app.status.count;
        if (!hand.drag) {
            hand.path.clear();
        }
        if (!picked) {
            app.get<GuideLines>().set_path({});
        }
        if (!app.status.loaded || app.status.count == 0 || !(hand.active || picked)) {
            return std::nullopt;
        }
        PathWish wish{.bodies_serial = app.status.bodies_serial,
                      .count = app.status.count,
                      .gravity = gravity_of(app),
                      .softening = app.status.softening,
                      .rests = !app.settings.running,
                      .reach = hand.active ? 0.5 * visible_half_height(app.camera) : 0};
        if (!hand.drag && !picked) {
            return wish;
        }
        wish.version = app.written.version;
        wish.span = trail_steps * app.status.suggested.time_step * double{app.view.trail_length};
        wish.body = app.picked_body;
        if (hand.drag) {
            const std::optional<BodyNumber> grabbed = hand.drag->grabbed;
            wish.body =
                grabbed ? app.catalogue.numbers.find(*grabbed, app.status.count) : std::nullopt;
            wish.pulled = {hand.drag->from, hand.pulled_velocity(),
                           grabbed ? hand.held_mass : hand.thrown_mass()};
            hurry();
        }
        return wish;
    }

    void show(Frame& frame, Made made, double) override {
        AppState& app = frame.app;
        if (made_of().bodies_serial != app.status.bodies_serial) {
            return;
        }
        Hand& hand = app.get<Hand>();
        const double reach = 0.5 * visible_half_height(app.camera);
        const double speed = std::sqrt(gravity_of(app) * made->mass / reach);
        hand.speed_a_length = made->mass > 0 ? speed / (0.8 * reach) : 1;
        const double suitable =
            app.status.count > max_moving_bodies ? 0.01 * made->mass : 1e-3 * made->heaviest;
        hand.suitable_mass = suitable > 0 ? round_length(suitable) : 1;
        if (made_of().pulled) {
            hand.path = std::move(made->places);
        } else {
            app.get<GuideLines>().set_path(std::move(made->places));
        }
    }

    void give_up(AppState& app) override {
        app.view.show_path_ahead = app.get<Hand>().active = false;
    }

    static double gravity_of(const AppState& app) {
        return app.status.settings.gravity.value_or(app.units.gravity);
    }
};

} // namespace

extern const FeatureEntry path_ahead_feature = feature<PathAhead>();

} // namespace orrery
