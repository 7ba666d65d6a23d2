#pragma once

#include "app/state/feature.hpp"
#include "app/state/shown_state.hpp"
#include "app/window/catch_up.hpp"

#include <string>

namespace orrery {

// What the window shows now, to be come back to.
ShownState shown_state_of(const AppState& app);

// Goes back to it: its system from the initial conditions up to its time, its look and its view.
void come_back_to(const ShownState& state, AppState& app, CatchUp& catch_up);

// The call of the program that begins with this scene, these settings and this look; the view is
// the scene's own.
std::string command_line_of(const AppState& app);

// Copies to the clipboard, and takes from it, as is asked for.
class StateSharing : public Feature {
public:
    explicit StateSharing(const FeatureContext& context);
    void act(Frame& frame) override;

private:
    CatchUp& catch_up_;
};

} // namespace orrery
