#include "app/window/state_sharing.hpp"

#include "app/state/followed.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/spoken_command.hpp"
#include "app/tour/tour_stage.hpp"

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

} // namespace orrery
