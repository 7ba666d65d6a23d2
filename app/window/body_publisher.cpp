#include "app/window/body_publisher.hpp"

#include "app/state/followed.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/hand.hpp"

#include <algorithm>
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

// A body that is named besides those with a label, and where its place is told.
struct Named {
    std::size_t body;
    std::optional<glm::dvec3>* place;
};

// The one followed, and the one that is grabbed or has its card open.
std::vector<Named> named_besides(const AppState& app) {
    std::vector<Named> named;
    Followed& followed = app.features.get<Followed>();
    if (followed.what == Following::body) {
        named.push_back({followed.body, &followed.place});
    }
    Hand& hand = app.features.get<Hand>();
    const auto number = hand.drag && hand.drag->grabbed ? hand.drag->grabbed : hand.held;
    if (hand.active && number) {
        if (const auto body = app.catalogue.numbers.find(*number, app.status.count)) {
            named.push_back({*body, &hand.held_place});
        }
    }
    return named;
}

bool far_from(float high, float wanted) {
    return high > scale_jump * wanted || wanted > scale_jump * high;
}

} // namespace

std::optional<Simulation::Written> NewestBodies::bring(const SimulationThread& simulation,
                                                       const SimulationStatus& status,
                                                       BodyScalar scalar,
                                                       std::span<const std::size_t> named) {
    const std::uint64_t version = simulation.version();
    const bool stale = version != version_ || flying_ || scalar != scalar_ ||
                       buffer_.count() != status.count || bodies_serial_ != status.bodies_serial ||
                       !std::ranges::equal(named, named_);
    if (version == 0 || !status.loaded || !stale || failed_count_ == status.count) {
        return std::nullopt;
    }
    scalar_ = scalar;
    named_.assign(named.begin(), named.end());
    bodies_serial_ = status.bodies_serial;
    version_ = version;
    const std::optional<int> device = status.state_device;
    failed_count_ = status.count; // while that may fail
    buffer_.resize(std::max<std::size_t>(status.count, 1), device);
    failed_count_.reset();
    BodyWriting writing(buffer_, device);
    Simulation::Written written = simulation.write_latest(writing.target(), scalar, named);
    // Version 0: they have just left the GPU that the target is on.
    if (written.version == 0 || !writing.keep(written.count)) {
        version_ = 0; // again in the next frame, which knows where they are
        return std::nullopt;
    }
    flying_ = written.flying;
    return written;
}

std::vector<std::size_t> named_bodies(const AppState& app) {
    std::vector<std::size_t> named;
    for (const Label& label : app.catalogue.labels) {
        named.push_back(label.body);
    }
    for (const Named& one : named_besides(app)) {
        named.push_back(one.body);
    }
    return named;
}

void place_named(AppState& app) {
    const VectorArray<double>& places = app.written.named;
    const std::vector<Named> besides = named_besides(app);
    const std::size_t labels = std::min(app.catalogue.labels.size(), places.size());
    app.label_positions.clear();
    for (std::size_t k = 0; k < places.size() && k < labels + besides.size(); ++k) {
        const glm::dvec3 place(places.x[k], places.y[k], places.z[k]);
        if (k < labels) {
            app.label_positions.push_back(place);
        } else {
            *besides[k - labels].place = place;
        }
    }
}

void read_lines(SimulationThread& simulation, const SimulationStatus& status, const View& view,
                Paths& paths, GuideLines& guides, bool newer) {
    const bool lacks_arrows = view.show_velocities && guides.arrows() == 0;
    if (!newer && !(status.loaded && (paths.lack(view) || lacks_arrows))) {
        return;
    }
    const ReadRequest wanted = paths.wanted(view);
    paths.set_backwards(status.settings.reversed);
    paths.add(simulation.take_trace(view.show_trails || view.race_overlay || paths.have_tails()
                                        ? wanted.bodies
                                        : std::vector<std::size_t>(),
                                    status.bodies_serial));
    if (wanted.bodies.empty()) {
        paths.leap();
    } else {
        paths.add(simulation.read(wanted));
    }
    const ReadRequest arrows = guides.wanted(view, status.count);
    if (!arrows.bodies.empty()) {
        guides.add(simulation.read(arrows), arrows);
    }
}

bool BodyPublisher::publish(AppState& app) {
    // Of the same state, so that names are drawn exactly where the bodies are.
    const std::vector<std::size_t> named = named_bodies(app);
    std::optional<Simulation::Written> written =
        bring(app.simulation, app.status, app.view.scalar, named);
    if (written) {
        app.written = std::move(*written);
        place_named(app);
    }
    read_lines(app.simulation, app.status, app.view, app.paths, app.get<GuideLines>(),
               written.has_value());
    if (!written) {
        return false;
    }
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

bool BodyPublisher::publish_rivals(AppState& app, std::span<const Racer> rivals) {
    if (rivals_.size() != rivals.size()) {
        rivals_ = std::vector<NewestBodies>(rivals.size());
    }
    app.race.pictures.resize(rivals.size());
    std::vector<std::size_t> named;
    if (!rivals.empty() && !differs_in_bodies(app.race.race)) {
        named = named_bodies(app);
    }
    bool any = false;
    for (std::size_t k = 0; k < rivals.size(); ++k) {
        const Racer& rival = rivals[k];
        RivalPicture& picture = app.race.pictures[k];
        std::optional<Simulation::Written> written =
            rivals_[k].bring(*rival.simulation, rival.status, app.view.scalar, named);
        if (written) {
            picture.time = written->time;
            picture.named = std::move(written->named);
            any = true;
        }
        read_lines(*rival.simulation, rival.status, app.view, picture.paths, picture.guides,
                   written.has_value());
    }
    return any;
}

std::vector<const BodyBuffer*> BodyPublisher::all() const {
    std::vector<const BodyBuffer*> all{&bodies()};
    for (const NewestBodies& rival : rivals_) {
        all.push_back(&rival.bodies());
    }
    return all;
}

} // namespace orrery
