#include "app/window/body_publisher.hpp"

#include <algorithm>
#include <cstring>

namespace orrery {

namespace {

// An automatic colour scale follows the bodies this much per publication: quick enough to keep up,
// slow enough not to flicker.
constexpr float scale_following = 0.05F;

// But a scale that far off is none to begin with: the interactions are those of another algorithm.
constexpr float scale_jump = 2;

bool far_from(float high, float wanted) {
    return high > scale_jump * wanted || wanted > scale_jump * high;
}

} // namespace

bool BodyPublisher::publish(AppState& app) {
    const std::uint64_t version = app.simulation.version();
    const bool stale = version != published_version_ || app.view.scalar != published_scalar_ ||
                       buffer_.count() != app.status.count;
    if (version == 0 || !app.status.loaded || !stale || failed_count_ == app.status.count) {
        return false;
    }
    const bool other_scale =
        app.view.scalar != published_scalar_ || app.status.load_serial != scale_serial_;
    published_scalar_ = app.view.scalar;
    scale_serial_ = app.status.load_serial;
    // Names are placed by the processor, so it needs these bodies.
    const bool labelled = !app.catalogue.labels.empty();
    const std::optional<int> device = labelled ? std::nullopt : app.status.state_device;
    published_version_ = version;
    reserve(app.status.count, device);
    if (!write(app, device)) {
        published_version_ = 0; // again in the next frame, which knows where they are
        scale_serial_ = 0;
        return false;
    }
    app.copied_because = device ? buffer_.interop_unavailable() : std::string();

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
    app.label_positions.clear();
    if (app.catalogue.labels.empty()) {
        return app.simulation.write_latest(target, app.view.scalar);
    }
    // Graphics memory is not for reading: these bodies pass through memory that is, so that their
    // names are drawn exactly where they are.
    staging_.resize(4 * target.capacity);
    BodyTarget staged = target;
    staged.xyzs = staging_.data();
    const Simulation::Written written = app.simulation.write_latest(staged, app.view.scalar);
    std::memcpy(target.xyzs, staging_.data(), 4 * sizeof(float) * written.count);
    place_labels(app, written.count);
    return written;
}

void BodyPublisher::place_labels(AppState& app, std::size_t count) const {
    for (const Label& label : app.catalogue.labels) {
        const std::size_t body = std::min(label.body, count - 1);
        app.label_positions.emplace_back(staging_[4 * body], staging_[4 * body + 1],
                                         staging_[4 * body + 2]);
    }
}

} // namespace orrery
