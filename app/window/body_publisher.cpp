#include "app/window/body_publisher.hpp"

#include <algorithm>
#include <cstring>

namespace orrery {

namespace {

// An automatic colour scale follows the bodies this much per publication: quick enough to keep up,
// slow enough not to flicker.
constexpr float scale_following = 0.05F;

} // namespace

bool BodyPublisher::publish(AppState& app) {
    const std::uint64_t version = app.simulation.version();
    const bool stale = version != published_version_ || app.view.scalar != published_scalar_ ||
                       buffer_.count() != app.status.count;
    if (version == 0 || !app.status.loaded || !stale || failed_count_ == app.status.count) {
        return false;
    }
    published_version_ = version;
    const bool other_scale =
        app.view.scalar != published_scalar_ || app.status.load_serial != scale_serial_;
    published_scalar_ = app.view.scalar;
    scale_serial_ = app.status.load_serial;
    reserve(app.status.count);
    write(app);

    if (app.view.automatic_range) {
        BodyStyle& style = app.view.style;
        const float share = other_scale ? 1 : scale_following;
        style.scalar_low += share * (app.written.scalar_low - style.scalar_low);
        style.scalar_high += share * (app.written.scalar_high - style.scalar_high);
    }
    return true;
}

void BodyPublisher::reserve(std::size_t count) {
    if (count <= buffer_.capacity() && buffer_.capacity() != 0) {
        return;
    }
    failed_count_ = count;
    buffer_.resize(std::max<std::size_t>(count, 1));
    failed_count_.reset();
}

void BodyPublisher::write(AppState& app) {
    const BodyTarget target = buffer_.map();
    if (app.catalogue.labels.empty()) {
        app.written = app.simulation.write_latest(target, app.view.scalar);
        app.label_positions.clear();
    } else {
        // Graphics memory is not for reading: these bodies pass through memory that is, so that
        // their names are drawn exactly where they are.
        staging_.resize(4 * target.capacity);
        BodyTarget staged = target;
        staged.xyzs = staging_.data();
        app.written = app.simulation.write_latest(staged, app.view.scalar);
        const std::size_t count = std::min(app.written.count, target.capacity);
        std::memcpy(target.xyzs, staging_.data(), 4 * sizeof(float) * count);
        place_labels(app, count);
    }
    buffer_.unmap(std::min(app.written.count, target.capacity));
}

void BodyPublisher::place_labels(AppState& app, std::size_t count) const {
    app.label_positions.clear();
    for (const Label& label : app.catalogue.labels) {
        const std::size_t body = std::min(label.body, count - 1);
        app.label_positions.emplace_back(staging_[4 * body], staging_[4 * body + 1],
                                         staging_[4 * body + 2]);
    }
}

} // namespace orrery
