#include "app/window/body_publisher.hpp"

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

bool far_from(float high, float wanted) {
    return high > scale_jump * wanted || wanted > scale_jump * high;
}

} // namespace

bool BodyPublisher::publish(AppState& app) {
    // Of the same state, so that names are drawn exactly where the bodies are.
    std::vector<std::size_t> labelled;
    for (const Label& label : app.catalogue.labels) {
        labelled.push_back(label.body);
    }
    std::optional<Simulation::Written> written =
        newest_.bring(app.simulation, app.status, app.view.scalar, labelled);
    if (!written) {
        return false;
    }
    app.written = std::move(*written);
    place_labels(app);
    app.interop_fallback = app.status.state_device ? bodies().interop_unavailable() : std::string();

    const bool other_scale = app.view.scalar != scaled_ || app.status.load_serial != scale_serial_;
    scaled_ = app.view.scalar;
    scale_serial_ = app.status.load_serial;
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

void BodyPublisher::place_labels(AppState& app) {
    const VectorArray<double>& named = app.written.named;
    app.label_positions.clear();
    for (std::size_t k = 0; k < named.size(); ++k) {
        app.label_positions.emplace_back(named.x[k], named.y[k], named.z[k]);
    }
}

} // namespace orrery
