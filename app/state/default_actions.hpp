#pragma once

#include "app/language/tr.hpp"
#include "app/state/app_state.hpp"
#include "sim/simulation/properties.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace orrery {

// Registers everything that can be done in the window in app.actions. The actions keep a reference
// to `app`.
void add_default_actions(AppState& app);

// Whether Esc has something to close before anything else.
bool something_is_open(const View& view);

// Has the camera follow the body of that name or number, "core" or "nothing"; as soon as there are
// bodies.
void follow_by_name(AppState& app, const std::string& name);

// Where the body of that name or number is. Throws bad_input where there is none.
std::size_t body_called(const AppState& app, const std::string& name);

// Goes where `time T` wants, as soon as the system is there.
void go_to_wanted_time(AppState& app);

// Lights no bodies up any more.
void clear_brush(AppState& app);

// What a toggle shows something of, and what is said where it is switched on without that.
struct Needed {
    const char* words;
    std::function<bool()> there;
};

// Something that is on or off.
void add_toggle(AppState& app, std::string menu, std::string id, std::string label,
                std::string tooltip, std::string shortcut, bool& value,
                std::optional<Needed> needed = {});
// The same of a flag of the look, by its id.
void add_look_toggle(AppState& app, std::string_view id, std::optional<Needed> needed = {});

// The body that was picked by a double click.
Needed picked_body_needed(AppState& app);

// What is said while the system is not there yet.
inline constexpr const char* still_loading = tr_noop("Still loading");

// Its parts, by what they act on.
void add_edit_actions(AppState& app);
void add_simulation_actions(AppState& app);
void add_race_actions(AppState& app);
void add_camera_actions(AppState& app);
void add_follow_actions(AppState& app);
void add_time_actions(AppState& app);
void add_view_actions(AppState& app);
void add_plot_actions(AppState& app);
void add_accuracy_actions(AppState& app);
void add_annotation_actions(AppState& app);
void add_guide_actions(AppState& app);
void add_hand_actions(AppState& app);
void add_file_actions(AppState& app);
void add_record_actions(AppState& app);
void add_share_actions(AppState& app);
void add_tour_actions(AppState& app);
void add_speaker_actions(AppState& app);
void add_language_actions(AppState& app);
void add_choices(AppState& app);
void add_property_choices(AppState& app);
// "simulation.time_step", "view.sprite": the command that sets it.
std::string command_of(const PropertyFacts& property);

} // namespace orrery
