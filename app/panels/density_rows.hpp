#pragma once

#include "app/state/app_state.hpp"

#include <string>

namespace orrery {

// The slice through the scene, and width and error of the densities in the picture.
void density_rows(AppState& app);

// "density, 10^10 Msun/kpc³", of something that is called so.
std::string density_name(const AppState& app, const std::string& noun);

} // namespace orrery
