#pragma once

#include "app/state/app_state.hpp"
#include "app/window/smooth_count.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace orrery {

// What a look at the simulation found, besides what it put into the state of the app.
struct SimulationNews {
    bool loaded = false; // another system than at the look before
    std::optional<Error> error = {};
};

// What passes between the window and its simulation: wanted settings there; status, loads, notices
// and errors back. Touches no graphics.
class SimulationLink {
public:
    // `settings` are the first to be sent. Where `count_open`, and if their source is a scene of
    // any size, first so many bodies are found as this machine runs smoothly.
    SimulationLink(const Settings& settings, bool count_open);

    // Once a frame: refreshes app.status and what comes with a load, and says what there is to say.
    SimulationNews look(AppState& app);

    // Once a frame: sends app.settings where they are not those that were sent. The first ones wait
    // for the number of bodies, and for a session that is `opening`.
    void send_settings(AppState& app, bool opening);

private:
    void take_load(AppState& app);

    std::optional<SmoothCountSearch> smooth_count_;
    Settings sent_;
    bool first_unsent_ = true; // none sent yet: they wait for a measurement or a session
    std::uint64_t seen_error_ = 0;
    std::uint64_t seen_notice_ = 0;
    std::string seen_source_; // that the camera has been put in place for
};

} // namespace orrery
