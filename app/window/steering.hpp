#pragma once

#include "app/panels/open_picture.hpp"
#include "app/state/app_state.hpp"
#include "render/body_buffer.hpp"

#include <span>
#include <string_view>

namespace orrery {

// The letters that fly the camera, taken from the shortcuts while it flies; "" while it circles.
std::string_view steering_letters(const Camera& camera);

// Lets mouse and keys of this ImGui frame move the camera, unless they belong to a panel. Called
// between ImGui's NewFrame and Render. `bodies`: what a double click picks from. `area`: where the
// picture is.
void steer_camera(AppState& app, std::span<const BodyBuffer* const> bodies,
                  const PictureArea& area);

} // namespace orrery
