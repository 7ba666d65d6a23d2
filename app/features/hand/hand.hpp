#pragma once

#include "app/panels/open_picture.hpp"
#include "app/state/app_state.hpp"
#include "render/body_buffer.hpp"

namespace orrery {

// Lets the mouse of this ImGui frame throw, grab and hold bodies, while it is a hand. Called before
// the camera is steered. `bodies`: what it grabs from. `area`: where the picture is.
void take_hand(AppState& app, const BodyBuffer& bodies, const PictureArea& area);

// What the hand does, over the picture: the arrow with its speed, and the path.
void hand_layer(const AppState& app);

// The card of the body that is held, else of what will be thrown.
void hand_card(AppState& app);

} // namespace orrery
