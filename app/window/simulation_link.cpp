#include "app/window/simulation_link.hpp"

#include "app/numbers.hpp"
#include "app/state/move_notice.hpp"
#include "app/state/source_choice.hpp"
#include "app/window/user_files.hpp"

#include <utility>

namespace orrery {

SimulationLink::SimulationLink(const Settings& settings, bool count_open) : sent_(settings) {
    if (count_open && is_scene(settings.source) && has_free_count(settings.source)) {
        smooth_count_.emplace(settings);
    }
}

SimulationNews SimulationLink::look(AppState& app) {
    SimulationNews news;
    const SimulationStatus before = std::exchange(app.status, app.simulation.status());
    if (app.status.load_serial != before.load_serial) {
        news.loaded = true;
        take_load(app);
    }
    if (const std::optional<std::string> words = move_notice(before, app.status)) {
        app.say(*words);
    }
    if (std::exchange(seen_error_, app.status.error_serial) != app.status.error_serial) {
        // It has gone back to what works; so do the panels.
        app.settings = app.status.settings;
        sent_ = app.settings;
        news.error = app.status.error;
    }
    if (std::exchange(seen_notice_, app.status.notice_serial) != app.status.notice_serial) {
        app.say(app.status.notice, true);
    }
    return news;
}

void SimulationLink::take_load(AppState& app) {
    app.catalogue = app.simulation.catalogue();
    app.units = app.simulation.units();
    app.history.clear_trust();
    app.picked_body.reset();
    const std::string& source = app.status.settings.source;
    if (app.pending.pose) {
        app.camera.jump_to(*std::exchange(app.pending.pose, std::nullopt));
    } else if (source != seen_source_) {
        app.pending.home = true; // other numbers of bodies are compared from one place
    }
    if (!is_scene(source) && app.status.count < app.status.settings.bodies) {
        app.say("There are " + with_thousands(app.status.count) + " bodies only, not " +
                with_thousands(app.status.settings.bodies));
    }
    if (std::exchange(seen_source_, source) != source && !is_scene(source)) {
        remember_file(app.recent_files, source);
    }
}

void SimulationLink::send_settings(AppState& app, bool opening) {
    app.settings.count_interactions = app.view.scalar == BodyScalar::interactions;
    if (app.settings != sent_) {
        smooth_count_.reset(); // the user has chosen already
    } else if (smooth_count_) {
        if (const std::optional<std::size_t> count = smooth_count_->take_result()) {
            smooth_count_.reset();
            app.settings.bodies = *count;
        }
    }
    const bool at_last = first_unsent_ && !smooth_count_ && !opening;
    if (app.settings != sent_ || at_last) {
        app.simulation.set(app.settings);
        sent_ = app.settings;
        first_unsent_ = false;
    }
}

} // namespace orrery
