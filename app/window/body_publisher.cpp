#include "app/window/body_publisher.hpp"

#include "app/state/followed.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/hand.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace orrery {

namespace {

// An automatic colour scale follows the bodies this much per publication: quick enough to keep up,
// slow enough not to flicker.
constexpr float scale_following = 0.05F;

// But a scale that far off is none to begin with: the interactions are those of another algorithm.
constexpr float scale_jump = 2;

std::optional<std::size_t> followed_body(const AppState& app) {
    const bool follows = app.get<Followed>().what == Following::body;
    return follows ? std::optional(app.get<Followed>().body) : std::nullopt;
}

// What is grabbed, or has its card open.
std::optional<std::size_t> held_body(const AppState& app) {
    const Hand& hand = app.get<Hand>();
    const std::optional<BodyNumber> number =
        hand.drag && hand.drag->grabbed ? hand.drag->grabbed : hand.held;
    return hand.active && number ? app.catalogue.numbers.find(*number, app.status.count)
                                 : std::nullopt;
}

bool far_from(float high, float wanted) {
    return high > scale_jump * wanted || wanted > scale_jump * high;
}

} // namespace

std::vector<std::size_t> named_bodies(const AppState& app) {
    std::vector<std::size_t> named;
    for (const Label& label : app.catalogue.labels) {
        named.push_back(label.body);
    }
    if (const std::optional<std::size_t> followed = followed_body(app)) {
        named.push_back(*followed);
    }
    if (const std::optional<std::size_t> held = held_body(app)) {
        named.push_back(*held);
    }
    return named;
}

void read_lines(SimulationThread& simulation, const SimulationStatus& status, const View& view,
                Paths& paths, GuideLines& guides) {
    const ReadRequest wanted = paths.wanted(view);
    paths.add(simulation.take_trace(view.show_trails ? wanted.bodies : std::vector<std::size_t>(),
                                    status.bodies_serial));
    if (!wanted.bodies.empty()) {
        paths.add(simulation.read(wanted));
    }
    const ReadRequest arrows = guides.wanted(view, status.count);
    if (!arrows.bodies.empty()) {
        guides.add(simulation.read(arrows), arrows);
    }
}

bool lacks_lines(const AppState& app, const Paths& paths, const GuideLines& guides) {
    const bool lacks_arrows = app.view.show_velocities && guides.arrows() == 0;
    return app.status.loaded && (paths.lack(app.view) || lacks_arrows);
}

bool BodyPublisher::publish(AppState& app) {
    // Of the same state, so that names are drawn exactly where the bodies are.
    const std::vector<std::size_t> named = named_bodies(app);
    const std::optional<std::size_t> followed = followed_body(app);
    const std::optional<std::size_t> held = held_body(app);
    std::optional<Simulation::Written> written =
        newest_.bring(app.simulation, app.status, app.view.scalar, named);
    if (!written) {
        if (lacks_lines(app, app.paths, app.get<GuideLines>())) {
            read_lines(app.simulation, app.status, app.view, app.paths, app.get<GuideLines>());
        }
        return false;
    }
    app.written = std::move(*written);
    place_named(app, followed.has_value(), held.has_value());
    read_lines(app.simulation, app.status, app.view, app.paths, app.get<GuideLines>());
    app.interop_fallback = app.status.state_device ? bodies().interop_unavailable() : std::string();

    const bool other_scale = app.view.scalar != scaled_ || app.status.load_serial != scale_serial_;
    scaled_ = app.view.scalar;
    scale_serial_ = app.status.load_serial;
    if (app.view.automatic_range && app.view.style.colour_by != ColourBy::values) {
        BodyStyle& style = app.view.style;
        const bool at_once = other_scale || !app.status.settings.running ||
                             far_from(style.scalar_high, app.written.scalar_high);
        const float share = at_once ? 1 : scale_following;
        style.scalar_low += share * (app.written.scalar_low - style.scalar_low);
        style.scalar_high += share * (app.written.scalar_high - style.scalar_high);
    }
    return true;
}

// The labelled bodies and, behind them, the one that is followed and the one that a hand holds.
void BodyPublisher::place_named(AppState& app, bool follows, bool holds) {
    const VectorArray<double>& named = app.written.named;
    app.label_positions.clear();
    for (std::size_t k = 0; k < named.size(); ++k) {
        app.label_positions.emplace_back(named.x[k], named.y[k], named.z[k]);
    }
    if (holds && !app.label_positions.empty()) {
        app.get<Hand>().held_place = app.label_positions.back();
        app.label_positions.pop_back();
    }
    if (follows && !app.label_positions.empty()) {
        app.get<Followed>().place = app.label_positions.back();
        app.label_positions.pop_back();
    }
}

} // namespace orrery
