// The path ahead: what pulls is read from the simulation and integrated on a thread of its own, so
// that no frame waits.
#include "app/features/features.hpp"
#include "app/features/hand/hand.hpp"
#include "app/job.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/hand.hpp"
#include "app/state/paths.hpp"
#include "sim/simulation/predicted_path.hpp"
#include "sim/structure/spread_over.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace orrery {
namespace {

constexpr double seconds_between_readings = 0.25, seconds_between_paths = 0.1;
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
PullingField read_field(const SimulationThread& simulation, const Catalogue& catalogue,
                        std::size_t count, std::optional<std::size_t> without) {
    std::vector<std::size_t> bodies = spread_over(count, max_looked_at);
    const std::size_t sampled = bodies.size();
    for (std::size_t k = catalogue.labels.size(); k > 0 && bodies.size() < sampled + max_named;) {
        const std::size_t body = catalogue.labels[--k].body;
        if (!std::binary_search(bodies.begin(),
                                bodies.begin() + static_cast<std::ptrdiff_t>(sampled), body)) {
            bodies.push_back(body);
        }
    }
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
class PathAhead : public Feature {
public:
    void update(Frame& frame) override { look_at_held_body(frame.app); }

    void see_bodies(Frame& frame) override {
        AppState& app = frame.app;
        take(app);
        if (!app.get<Hand>().drag) {
            app.get<Hand>().path.clear();
        }
        if (!app.view.show_path_ahead || !app.picked_body) {
            app.get<GuideLines>().set_path({});
        }
        if (search_.under_way() || !app.status.loaded || app.status.count == 0) {
            return;
        }
        const std::optional<Wish> wanted = wish(app);
        if (!wanted) {
            return;
        }
        asked_at_ = app.now;
        const bool fresh = known_ && known_->bodies_serial == app.status.bodies_serial &&
                           known_->without == wanted->body &&
                           app.now - known_->read_at < seconds_between_readings;
        search_.start([&simulation = app.simulation, wanted = *wanted,
                       forces = EditForces{app.status.settings.gravity.value_or(app.units.gravity),
                                           app.status.softening},
                       catalogue = fresh ? Catalogue{} : app.catalogue, count = app.status.count,
                       serial = app.status.bodies_serial, now = app.now,
                       around = fresh ? known_ : std::nullopt]() mutable {
            Found found;
            found.of_hand = wanted.of_hand;
            try {
                if (!around) {
                    around.emplace();
                    around->field = read_field(simulation, catalogue, count, wanted.body);
                    around->bodies_serial = serial;
                    around->read_at = now;
                    around->without = wanted.body;
                    for (const double mass : around->field.bodies.mass) {
                        around->mass += mass;
                        around->heaviest = std::max(around->heaviest, mass);
                    }
                }
                found.surroundings = std::move(*around);
                if (wanted.span <= 0) {
                    return found;
                }
                Vector3 position = wanted.position.value_or(Vector3{});
                Vector3 velocity = wanted.velocity.value_or(Vector3{});
                double mass = wanted.mass;
                if (wanted.body && !wanted.position) {
                    const BodyValues values = simulation.read({.position = true,
                                                               .velocity = true,
                                                               .mass = true,
                                                               .bodies = {*wanted.body}});
                    if (values.mass.empty()) {
                        return found;
                    }
                    position = {values.position.x[0], values.position.y[0], values.position.z[0]};
                    velocity = {values.velocity.x[0], values.velocity.y[0], values.velocity.z[0]};
                    mass = values.mass[0];
                }
                found.path = predicted_path(found.surroundings.field, forces, position, velocity,
                                            mass, wanted.span, places);
            } catch (const std::exception&) { // a lost GPU, say: others tell
            }
            return found;
        });
    }
    FrameDemand demand(const AppState& app) const override {
        const Hand& hand = app.get<Hand>();
        return hand.drag ? FrameDemand::input : background_if(hand.active || search_.under_way());
    }

private:
    // The bodies that pull, as last read.
    struct Surroundings {
        PullingField field;
        double mass = 0, heaviest = 0; // of all, and of one
        std::uint64_t bodies_serial = 0;
        double read_at = 0;
        std::optional<std::size_t> without; // in original order
    };
    struct Wish {
        bool of_hand = false;
        std::optional<std::size_t> body;           // in original order; none: a new one
        std::optional<Vector3> position, velocity; // unset: those of the body
        double mass = 0;
        double span = 0;
    };
    struct Found {
        Surroundings surroundings;
        std::vector<Vector3> path;
        bool of_hand = false;
    };

    void take(AppState& app) {
        std::optional<Found> finished = search_.poll();
        if (!finished) {
            return;
        }
        Found& found = *finished;
        if (found.surroundings.bodies_serial != app.status.bodies_serial) {
            known_.reset();
            return;
        }
        known_ = std::move(found.surroundings);
        std::vector<glm::dvec3> path;
        for (const Vector3& place : found.path) {
            path.emplace_back(place.x, place.y, place.z);
        }
        if (found.of_hand) {
            app.get<Hand>().path = std::move(path);
        } else {
            app.get<GuideLines>().set_path(std::move(path));
        }
        Hand& hand = app.get<Hand>();
        const double reach = 0.5 * visible_half_height(app.camera);
        const double gravity = app.status.settings.gravity.value_or(app.units.gravity);
        const double speed = std::sqrt(gravity * known_->mass / reach);
        hand.speed_a_length = known_->mass > 0 ? speed / (0.8 * reach) : 1;
        const double suitable =
            app.status.count > max_moving_bodies ? 0.01 * known_->mass : 1e-3 * known_->heaviest;
        hand.suitable_mass = suitable > 0 ? round_length(suitable) : 1;
    }

    std::optional<Wish> wish(const AppState& app) const {
        const Hand& hand = app.get<Hand>();
        Wish wish;
        wish.span = trail_steps * app.status.suggested.time_step * double{app.view.trail_length};
        if (hand.active) {
            wish.of_hand = true;
            if (hand.drag) {
                const auto as_vector = [](const glm::dvec3& v) { return Vector3{v.x, v.y, v.z}; };
                wish.position = as_vector(hand.drag->from);
                wish.velocity = as_vector(pulled_velocity(hand));
                wish.mass = hand.drag->grabbed ? hand.held_mass : hand.thrown_mass();
                if (hand.drag->grabbed) {
                    wish.body = app.catalogue.numbers.find(*hand.drag->grabbed, app.status.count);
                }
                return wish;
            }
            if (!known_ || app.now - asked_at_ > 1) {
                wish.span = 0; // only what is around
                return wish;
            }
        }
        if (app.view.show_path_ahead && app.picked_body && *app.picked_body < app.status.count &&
            app.now - asked_at_ >= seconds_between_paths) {
            wish.of_hand = false;
            wish.body = app.picked_body;
            return wish;
        }
        return std::nullopt;
    }

    Job<Found> search_; // waited for at the end: it uses the simulation
    std::optional<Surroundings> known_;
    double asked_at_ = -1;
};

} // namespace

FeatureEntry path_ahead_feature() {
    return feature<PathAhead>();
}

} // namespace orrery
