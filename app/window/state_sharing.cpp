#include "app/window/state_sharing.hpp"

#include "app/features/features.hpp"

#include "app/language/tr.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/spoken_command.hpp"
#include "app/state/window_requests.hpp"
#include "app/tour/tour_stage.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/fitted_settings.hpp"

#include <imgui.h>

#include <filesystem>
#include <utility>

namespace orrery {

namespace {

namespace fs = std::filesystem;

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
    ShownState state{app.status.settings, app.view, app.written.time};
    state.settings.source = lasting_source(state.settings.source);
    if (is_scene(state.settings.source) && has_free_count(state.settings.source)) {
        state.settings.bodies = app.status.count;
    }
    state.look.camera = app.camera.pose();
    for (const PastEdit& edit : app.catalogue.edits) {
        state.edits.push_back({edit.time, edit.words});
    }
    return state;
}

void come_back_to(const ShownState& state, AppState& app, CatchUp& catch_up) {
    FittedSettings fit = fitted(state.settings);
    for (const std::string& change : fit.changes) {
        app.say(change);
    }
    app.settings = std::move(fit.settings);
    take_views_of_source(app);
    static_cast<Look&>(app.view) = state.look;
    if (const auto pose = std::exchange(app.view.camera, std::nullopt)) {
        app.requests.add(BeginAt{*pose});
    }
    catch_up.begin(app, state.time, state.edits);
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

StateSharing::StateSharing(const FeatureContext& context)
    : catch_up_(context.others->get<CatchUp>()) {}

void StateSharing::act(Frame& frame) {
    AppState& app = frame.app;
    if (app.requests.take<CopyCommandLine>()) {
        ImGui::SetClipboardText(command_line_of(app).c_str());
        app.announce("copied", tr_format("Copied: {}", command_line_of(app)));
    }
    if (app.requests.take<CopyState>()) {
        ImGui::SetClipboardText(shown_state_to_word(shown_state_of(app)).c_str());
        app.announce("copied",
                     "Copied. Paste it in another window with Ctrl+V, or use orrery --state.");
    }
    if (app.requests.take<PasteState>()) {
        const char* const text = ImGui::GetClipboardText();
        try {
            come_back_to(shown_state_from_word(text == nullptr ? "" : text, "the clipboard"), app,
                         catch_up_);
        } catch (const Error& error) {
            app.say(error.what(), true);
        }
    }
}

} // namespace orrery
