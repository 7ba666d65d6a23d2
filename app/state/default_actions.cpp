#include "app/state/default_actions.hpp"

#include "app/state/body_edits.hpp"
#include "app/state/hand.hpp"
#include "app/state/look_properties.hpp"
#include "app/state/race.hpp"
#include "app/state/window_requests.hpp"

#include <imgui.h>
#include <imgui_internal.h>

namespace orrery {

namespace {

// The innermost thing that is open: a menu or dialog, the palette, the help, what hides the
// picture, what points at it, a message. Never the window.
void close_popup(AppState& app) {
    View& view = app.view;
    const int open = ImGui::GetCurrentContext()->OpenPopupStack.Size;
    if (open > 0) {
        ImGui::ClosePopupToLevel(open - 1, true);
    } else if (view.show_palette) {
        view.show_palette = false;
    } else if (view.show_help) {
        view.show_help = false;
    } else if (view.curtain != Curtain::open) {
        view.curtain = Curtain::open;
    } else if (view.frozen) {
        view.frozen = false;
    } else if (view.waiting) {
        app.actions.run("time.stop");
    } else if (app.offer_tours) {
        app.offer_tours = false;
    } else if (view.annotations.drawing) {
        view.annotations.drawing = false;
    } else if (app.get<Hand>().active) {
        app.get<Hand>().active = false;
    } else if (view.annotations.pointing()) {
        view.annotations.pointer = view.annotations.spotlight = false;
    } else if (view.plot.brush) {
        clear_brush(app);
    } else if (app.status.error) {
        app.simulation.dismiss_error();
    } else {
        app.requests.add(EndRace{});
    }
}

void add_help_actions(AppState& app) {
    add_action(app, "Help", "help.keys", "Keys and mouse", "Shows every action and its key", "F1",
               [&app] { app.view.show_help = !app.view.show_help; })
        .shows([&app] { return app.view.show_help; });
    add_action(app, "Help", "help.palette", "Find an action",
               "Type a few letters to run any action, scene or algorithm", "Ctrl+K",
               [&app] {
                   app.view.show_palette = !app.view.show_palette;
                   app.palette_text.clear();
               })
        .shows([&app] { return app.view.show_palette; });
    add_action(
        app, "Help", "help.menus", "Menus by keyboard",
        "Opens the first menu; Alt+letter opens a menu by its letter; arrows and Enter choose",
        "F10", [&app] { app.requests.add(OpenMenu{app.actions.all().front().menu}); })
        .only_if([&app] { return app.view.layer == Layer::panels; },
                 tr_noop("The menus are above the panels: press Tab"));
    add_action(app, "Help", "help.close", "Close pop-ups",
               "Closes menus, dialogs and messages, ends black, frozen and drawing, clears the "
               "selection, ends a race; never closes the window",
               "Esc", [&app] { close_popup(app); });
}

} // namespace

Action& add_action(AppState& app, std::string menu, std::string id, std::string label,
                   std::string tooltip, std::string shortcut, std::function<void()> run) {
    return app.actions.add({.id = std::move(id),
                            .menu = std::move(menu),
                            .label = std::move(label),
                            .tooltip = std::move(tooltip),
                            .shortcut = std::move(shortcut),
                            .run = std::move(run)});
}

void add_toggle(AppState& app, const char* menu, const char* id, const char* label,
                const char* tooltip, const char* shortcut, bool& value,
                std::optional<Needed> needed) {
    const auto toggle = [&app, &value, needed = std::move(needed)] {
        value = !value;
        if (value && needed && !needed->there()) {
            app.announce("needs", needed->words);
        }
    };
    add_action(app, menu, id, label, tooltip, shortcut, toggle).shows([&value] { return value; });
}

void add_look_toggle(AppState& app, std::string_view id, std::optional<Needed> needed) {
    const LookProperty& property = *find_look_property(id);
    const std::string command = property.command;
    const auto is_on = [&app, &property] { return property.words(app.view) == "on"; };
    const auto toggle = [&app, &property, is_on, needed = std::move(needed)] {
        property.member.set(app.view, !is_on());
        if (is_on() && needed && !needed->there()) {
            app.announce("needs", needed->words);
        }
    };
    add_action(app, command.starts_with("camera.") ? "Camera" : "View", command, property.title,
               property.tooltip, property.shortcut, toggle)
        .shows(is_on);
}

bool something_is_open(const View& view) {
    const ImGuiContext* const imgui = ImGui::GetCurrentContext();
    return view.show_palette || view.show_help || view.curtain != Curtain::open || view.frozen ||
           view.waiting || view.annotations.drawing || view.annotations.pointing() ||
           view.plot.brush || (imgui != nullptr && imgui->OpenPopupStack.Size > 0);
}

void add_default_actions(AppState& app) {
    app.actions.tell = [&app](const std::string& needs) { app.announce("needs", needs); };
    app.actions.complain = [&app](const Error& error) { app.say(error); };
    add_file_actions(app);
    add_edit_actions(app);
    add_body_edit_actions(app);
    add_simulation_actions(app);
    add_race_actions(app);
    add_time_actions(app);
    add_camera_actions(app);
    add_view_actions(app);
    add_annotation_actions(app);
    add_tour_actions(app);
    add_speaker_actions(app);
    add_help_actions(app);
    add_property_choices(app); // that nothing above has
}

} // namespace orrery
