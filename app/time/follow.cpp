#include "app/time/follow.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/structure/centre.hpp"
#include "sim/structure/spread_over.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr double seconds_between_figures = 0.25;
constexpr double seconds_between_cores = 0.2;
constexpr std::size_t max_sampled = 20'000;
constexpr std::size_t max_pullers = 64; // named bodies, and the heaviest
constexpr double core_following = 0.35; // seconds, a time constant

glm::dvec3 vector_of(const VectorArray<double>& vectors, std::size_t k) {
    return {vectors.x[k], vectors.y[k], vectors.z[k]};
}

// Named ones, and the heaviest of a sample.
std::vector<std::size_t> possible_pullers(const SimulationThread& simulation,
                                          const Catalogue& catalogue, std::size_t count) {
    std::vector<std::size_t> bodies;
    for (const Label& label : catalogue.labels) {
        if (label.body < count && bodies.size() < max_pullers) {
            bodies.push_back(label.body);
        }
    }
    std::vector<std::size_t> others = spread_over(count, max_sampled);
    const BodyValues values = simulation.read({.mass = true, .bodies = others});
    std::vector<std::size_t> order(values.mass.size()); // fewer, where some are gone by now
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t heavy = std::min<std::size_t>(8, order.size());
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(heavy), order.end(),
        [&](std::size_t a, std::size_t b) { return values.mass[a] > values.mass[b]; });
    for (std::size_t k = 0; k < heavy; ++k) {
        if (std::find(bodies.begin(), bodies.end(), others[order[k]]) == bodies.end()) {
            bodies.push_back(others[order[k]]);
        }
    }
    return bodies;
}

std::string name_of(const Catalogue& catalogue, std::size_t body) {
    for (const Label& label : catalogue.labels) {
        if (label.body == body) {
            return tr_name(label.text);
        }
    }
    return tr_format("body {}", with_thousands(catalogue.numbers.at(body) + 1));
}

struct Pull {
    double gravity = 1, softening = 0;
    glm::dvec3 of(const glm::dvec3& way, double mass) const {
        const double squared = glm::dot(way, way) + softening * softening;
        return squared > 0 ? way * (gravity * mass / (squared * std::sqrt(squared)))
                           : glm::dvec3(0, 0, 0);
    }
};

// None when these are no longer its bodies.
std::optional<FollowedFigures> figures_of(const SimulationThread& simulation,
                                          const Catalogue& catalogue, const Pull& pull,
                                          std::size_t body, std::size_t count) {
    std::vector<std::size_t> bodies{body};
    for (const std::size_t puller : possible_pullers(simulation, catalogue, count)) {
        if (puller != body) {
            bodies.push_back(puller);
        }
    }
    const BodyValues values = simulation.read(
        {.position = true, .velocity = true, .mass = true, .acceleration = true, .bodies = bodies});
    if (values.mass.size() != bodies.size()) {
        return std::nullopt;
    }
    FollowedFigures figures{.mass = values.mass[0],
                            .speed = glm::length(vector_of(values.velocity, 0)),
                            .acceleration = glm::length(vector_of(values.acceleration, 0))};
    double most = 0;
    for (std::size_t k = 1; k < bodies.size(); ++k) {
        const glm::dvec3 way = vector_of(values.position, k) - vector_of(values.position, 0);
        const double strength = glm::length(pull.of(way, values.mass[k]));
        if (strength > most) {
            most = strength;
            figures.puller = name_of(catalogue, bodies[k]);
        }
    }
    figures.share_of_pull = figures.acceleration > 0 ? most / figures.acceleration : 0;
    return figures;
}

} // namespace

void Follow::see_bodies(Frame& frame) {
    AppState& app = frame.app;
    Followed& followed = app.get<Followed>();
    const double seconds = std::min(app.now - std::exchange(polled_at_, app.now), 0.1);
    app.camera.speeds = {double{app.view.travel_speed}, double{app.view.turn_speed},
                         app.view.reduced_motion};
    if (app.view.rotation != 0) {
        app.camera.rotate(double{app.view.rotation} * seconds);
    }
    const bool other = followed.what != what_ || followed.body != body_;
    if (other) {
        what_ = followed.what;
        body_ = followed.body;
        centre_.reset();
        followed.figures.reset();
        followed.core.reset();
        read_at_ = -1;
    }
    look_at_load(app);
    take_reading(app);
    if (!followed.wish.empty() && app.settings.source == app.status.settings.source) {
        follow_by_name(app, std::string(followed.wish));
    }
    if (followed.what == Following::body) {
        follow_body(app);
        refresh_figures(app);
    } else if (followed.what == Following::core) {
        refresh_core(app);
        follow_core(app, seconds);
    }
}

// The same system from its start has the same bodies; another one, or as many others, has not.
void Follow::look_at_load(AppState& app) {
    if (app.status.load_serial == std::exchange(load_, app.status.load_serial)) {
        return;
    }
    const bool other = !same_system(loaded_, app.status.settings);
    loaded_ = app.status.settings;
    app.get<Followed>().core.reset();
    app.get<Followed>().figures.reset();
    centre_.reset();
    if (other && app.get<Followed>().what == Following::body) {
        app.announce("follow", "The followed body is gone");
        app.get<Followed>() = {};
    }
}

void Follow::take_reading(AppState& app) {
    const std::optional<Read> read = reading_.poll();
    Followed& followed = app.get<Followed>();
    if (read && read->load == app.status.load_serial) {
        followed.core = read->core ? read->core : followed.core;
        if (read->figures && read->body == followed.body) {
            followed.figures = read->figures;
        }
    }
}

// The camera moves by as much as the body does; what the hand or a flight does goes on besides.
void Follow::follow_body(AppState& app) {
    if (!app.get<Followed>().place) {
        return;
    }
    const glm::dvec3 place = *app.get<Followed>().place;
    if (!centre_) {
        app.camera.recentre(place);
    } else {
        app.camera.shift(place - *centre_);
    }
    centre_ = place;
}

void Follow::follow_core(AppState& app, double seconds) {
    if (!app.get<Followed>().core) {
        return;
    }
    if (!centre_) {
        app.camera.recentre(*app.get<Followed>().core);
        centre_ = app.get<Followed>().core;
        return;
    }
    const glm::dvec3 way =
        (*app.get<Followed>().core - *centre_) * (1 - std::exp(-seconds / core_following));
    app.camera.shift(way);
    *centre_ += way;
}

void Follow::refresh_figures(AppState& app) {
    if (reading_.under_way() || !app.status.loaded ||
        app.get<Followed>().body >= app.status.count ||
        (read_at_ >= 0 && app.now - read_at_ < seconds_between_figures)) {
        return;
    }
    read_at_ = app.now;
    const Pull pull{app.status.settings.gravity.value_or(app.units.gravity), app.status.softening};
    reading_.start([&simulation = app.simulation, catalogue = app.catalogue, pull,
                    body = app.get<Followed>().body, count = app.status.count,
                    load = app.status.load_serial] {
        Read read{load, body};
        try {
            read.figures = figures_of(simulation, catalogue, pull, body, count);
        } catch (const std::exception&) { // a lost GPU, say: others tell
        }
        return read;
    });
}

void Follow::refresh_core(AppState& app) {
    if (reading_.under_way() || app.status.count == 0 ||
        (read_at_ >= 0 && app.now - read_at_ < seconds_between_cores)) {
        return;
    }
    read_at_ = app.now;
    reading_.start(
        [&simulation = app.simulation, count = app.status.count, load = app.status.load_serial] {
            Read read{load, 0};
            try {
                const BodyValues values = simulation.read(
                    {.position = true, .mass = true, .bodies = spread_over(count, max_sampled)});
                const Vector3 core = densest_core(values.position, values.mass).position;
                read.core = glm::dvec3(core.x, core.y, core.z);
            } catch (const std::exception&) { // a lost GPU, say: others tell
            }
            return read;
        });
}

} // namespace orrery
