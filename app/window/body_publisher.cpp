#include "app/window/body_publisher.hpp"

#include <algorithm>

namespace orrery {

namespace {

// An automatic colour scale follows the bodies this much per publication: quick enough to keep up,
// slow enough not to flicker.
constexpr float scale_following = 0.05F;

// But a scale that far off is none to begin with: the interactions are those of another algorithm.
constexpr float scale_jump = 2;

std::optional<std::size_t> followed_body(const AppState& app) {
    const bool follows = app.followed.what == Following::body;
    return follows ? std::optional(app.followed.body) : std::nullopt;
}

bool far_from(float high, float wanted) {
    return high > scale_jump * wanted || wanted > scale_jump * high;
}

} // namespace

bool BodyPublisher::publish(AppState& app) {
    const std::uint64_t version = app.simulation.version();
    const bool stale = version != published_version_ || app.written.flying ||
                       app.view.scalar != published_scalar_ || buffer_.count() != app.status.count;
    if (version == 0 || !app.status.loaded || !stale || failed_count_ == app.status.count) {
        return false;
    }
    published_followed_ = followed_body(app);
    const bool other_scale =
        app.view.scalar != published_scalar_ || app.status.load_serial != scale_serial_;
    published_scalar_ = app.view.scalar;
    scale_serial_ = app.status.load_serial;
    const std::optional<int> device = app.status.state_device;
    published_version_ = version;
    reserve(app.status.count, device);
    if (!write(app, device)) {
        published_version_ = 0; // again in the next frame, which knows where they are
        scale_serial_ = 0;
        return false;
    }
    app.interop_fallback = device ? buffer_.interop_unavailable() : std::string();

    if (app.view.automatic_range) {
        BodyStyle& style = app.view.style;
        const bool at_once = other_scale || !app.status.settings.running ||
                             far_from(style.scalar_high, app.written.scalar_high);
        const float share = at_once ? 1 : scale_following;
        style.scalar_low += share * (app.written.scalar_low - style.scalar_low);
        style.scalar_high += share * (app.written.scalar_high - style.scalar_high);
    }
    return true;
}

void BodyPublisher::reserve(std::size_t count, std::optional<int> device) {
    failed_count_ = count;
    buffer_.resize(std::max<std::size_t>(count, 1), device);
    failed_count_.reset();
}

bool BodyPublisher::write(AppState& app, std::optional<int> device) {
    BodyWriting writing(buffer_, device);
    const Simulation::Written written = write_to(writing.target(), app);
    if (written.version == 0) { // they have just left the GPU that the target is on
        return false;
    }
    app.written = written;
    return writing.keep(written.count);
}

Simulation::Written BodyPublisher::write_to(const BodyTarget& target, AppState& app) {
    // Of the same state, so that names are drawn exactly where the bodies are.
    std::vector<std::size_t> labelled;
    for (const Label& label : app.catalogue.labels) {
        labelled.push_back(label.body);
    }
    const std::optional<std::size_t> followed = followed_body(app);
    if (followed) {
        labelled.push_back(*followed);
    }
    Simulation::Written written = app.simulation.write_latest(target, app.view.scalar, labelled);
    app.label_positions.clear();
    for (std::size_t k = 0; k < written.named.size(); ++k) {
        app.label_positions.emplace_back(written.named.x[k], written.named.y[k],
                                         written.named.z[k]);
    }
    if (followed && !app.label_positions.empty()) {
        app.followed.place = app.label_positions.back();
        app.label_positions.pop_back();
    }
    return written;
}

} // namespace orrery
