// Comes back to what a picture shows, and copies it to the clipboard: computes from the initial
// conditions up to its time, as fast as it goes, and stays there. What hands did on the way is done
// again at its time. Whoever lets the clock run or changes the system meanwhile ends it.
#include "app/features/sharing/sharing.hpp"

#include "app/features/features.hpp"
#include "app/features/tour/tour_stage.hpp"
#include "app/language/tr.hpp"
#include "app/state/actions.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/followed.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/time_view.hpp"
#include "app/state/window_requests.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/load_source.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

// As a shell reads it again.
std::string quoted(const std::string& word) {
    const bool plain =
        !word.empty() &&
        word.find_first_not_of(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/=:,+-") ==
            std::string::npos;
    if (plain) {
        return word;
    }
    std::string text = "'";
    for (const char character : word) {
        text += character == '\'' ? std::string("'\\''") : std::string(1, character);
    }
    return text + "'";
}

// "--dt 0.1" where the command line has an option for it; all else it takes as --do.
std::string argument_of(const AppState& app, const Command& command) {
    for (const Property& property : properties()) {
        if (*property.flag != '\0' && command.id == command_of(property)) {
            return std::string(property.flag) + " " + quoted(command.value);
        }
    }
    return "--do " + quoted(words_of(app.actions, command));
}

// A file is named so that it is found from elsewhere, too.
std::string lasting_source(const std::string& source) {
    std::error_code unknown;
    const fs::path absolute = is_scene(source) ? fs::path() : fs::absolute(source, unknown);
    return absolute.empty() || unknown ? source : absolute.lexically_normal().string();
}

} // namespace

ShownState shown_state_of(const AppState& app) {
    ShownState state{app.status.settings, app.view, app.written.time, app.catalogue.edits};
    state.settings.source = lasting_source(state.settings.source);
    if (is_scene(state.settings.source) && has_free_count(state.settings.source)) {
        state.settings.bodies = app.status.all_bodies();
    }
    state.look.camera = app.camera.pose();
    return state;
}

PngText picture_text(const AppState& app) {
    return {shown_state_keyword, shown_state_to_toml(shown_state_of(app))};
}

void take_settings_and_look(AppState& app, Settings settings, const Look& look) {
    app.settings = std::move(settings);
    take_views_of_source(app);
    static_cast<Look&>(app.view) = look;
    if (const auto pose = std::exchange(app.view.camera, std::nullopt)) {
        app.requests.add(BeginAt{*pose});
    }
}

std::string command_line_of(const AppState& app) {
    const ShownState state = shown_state_of(app);
    Settings nothing;
    nothing.source.clear();
    std::string line = "orrery " + quoted(state.settings.source);
    for (const Command& command : commands_between(nothing, {}, state.settings, state.look)) {
        if (command.id == "simulation.scene" ||
            (command.id == "simulation.bodies" && !has_free_count(state.settings.source))) {
            continue;
        }
        line += " " + argument_of(app, command);
    }
    if (state.look.layer != Layer::panels) {
        line += state.look.layer == Layer::stage ? " --do 'layer stage'" : " --no-ui";
    }
    return line;
}

namespace {

constexpr const char* subject = "catch-up";
constexpr double batch_milliseconds =
    400; // of steps that are asked for at once; a change ends them
constexpr double max_steps = 2000;

std::string four_digits(double number) {
    return with_decimal_mark(fmt::format("{:.4g}", number));
}

class StateSharing : public Feature {
public:
    void act(Frame& frame) override {
        AppState& app = frame.app;
        if (goal_) {
            approach(app);
            app.get<TimeView>().comes_back = goal_.has_value();
        }
        if (app.requests.take<CopyCommandLine>()) {
            const std::string line = command_line_of(app);
            ImGui::SetClipboardText(line.c_str());
            app.announce("copied", tr_format("Copied: {}", line));
        }
        if (app.requests.take<CopyState>()) {
            ImGui::SetClipboardText(shown_state_to_word(shown_state_of(app)).c_str());
            app.announce("copied",
                         "Copied. Paste it in another window with Ctrl+V, or use orrery --state.");
        }
        if (app.requests.take<PasteState>()) {
            const char* const text = ImGui::GetClipboardText();
            attempt(app, [&] {
                come_back(app, shown_state_from_word(text == nullptr ? "" : text, "the clipboard"));
            });
        }
        if (const auto wanted = app.requests.take<ComeBackTo>()) {
            come_back(app, wanted->state);
        }
    }

private:
    // The system begins anew, or is about to be loaded.
    void come_back(AppState& app, const ShownState& state) {
        FittedSettings fit = fitted(state.settings);
        for (const std::string& change : fit.changes) {
            app.say(change);
        }
        take_settings_and_look(app, std::move(fit.settings), state.look);
        app.settings.running = false;
        goal_ = Goal{.time = state.time,
                     .edits = {state.edits.begin(), state.edits.end()},
                     .load_before = app.status.load_serial};
        app.get<TimeView>().comes_back = true;
        if (app.status.loaded && same_system(app.settings, app.status.settings)) {
            app.simulation.reset();
        }
    }

    void approach(AppState& app) {
        const SimulationStatus& status = app.status;
        if (!app.get<TimeView>().comes_back || app.settings.running || status.error ||
            (goal_->load != 0 && status.load_serial != goal_->load)) {
            goal_.reset();
            return;
        }
        if (status.load_serial == goal_->load_before || status.loading) {
            return;
        }
        if (goal_->load == 0) {
            goal_->load = status.load_serial;
            goal_->began_at = status.time;
        }
        const BodyEdits& edits = app.get<BodyEdits>();
        if (status.steps >= goal_->asked_for && edits.wanted.empty() && !edits.sent) {
            go_on(app);
        }
    }

    // At an edit, or where it was to come to.
    void arrive(AppState& app) {
        if (goal_->edits.empty()) {
            app.announce(subject,
                         tr_format("t = {}: Space continues", four_digits(app.status.time)));
            goal_.reset();
            return;
        }
        const std::string words = goal_->edits.front().words;
        goal_->edits.pop_front();
        // One of another version may fail: the others may do.
        attempt(app, [&] { app.actions.run(spoken_command(app.actions, words)); });
    }

    void go_on(AppState& app) {
        const SimulationStatus& status = app.status;
        const double next = goal_->edits.empty() ? goal_->time : goal_->edits.front().time;
        const bool backwards = next < status.time;
        const double left = std::abs(next - status.time);
        const double step = std::abs(status.time_step);
        if (left <= step / 2 || !(step > 0)) {
            arrive(app);
            return;
        }
        const StepCost cost = app.history.costs().of(status.settings.algorithm);
        const double at_once = cost.milliseconds > 0 ? batch_milliseconds / cost.milliseconds : 1;
        const double steps = std::clamp(std::min(std::floor(left / step), at_once), 1.0, max_steps);
        for (double i = 0; i < std::floor(steps); ++i) {
            app.simulation.step_once(backwards);
        }
        goal_->asked_for = status.steps + static_cast<std::uint64_t>(steps);
        const double way = std::abs(goal_->time - goal_->began_at);
        const double after = std::abs(goal_->time - status.time);
        app.announce(subject,
                     tr_format("Computing up to t = {}: {:.0f} %", four_digits(goal_->time),
                               100 * (1 - after / std::max(way, after))));
    }

    struct Goal {
        double time;
        std::deque<PastEdit> edits;  // before that
        std::uint64_t load_before;   // it has not begun while this one is there
        std::uint64_t load = 0;      // 0: not yet
        double began_at = 0;         // in the system's time
        std::uint64_t asked_for = 0; // steps
    };
    std::optional<Goal> goal_;
};

} // namespace

extern const FeatureEntry sharing_feature = feature<StateSharing>();

} // namespace orrery
