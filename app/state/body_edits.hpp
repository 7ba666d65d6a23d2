#pragma once

#include "app/state/app_state.hpp"

#include <string>

namespace orrery {

// The commands that change bodies: "add body", "add black hole", "add galaxy", "add ring", "delete
// body", "set mass", "set velocity", "set position".
void add_body_edit_actions(AppState& app);

// Once a frame: sends what they asked for to the simulation, as soon as the system is there.
void edit_bodies_as_wished(AppState& app);

// What those commands call a body: by its name, else by its number from 1.
std::string spoken_body(const AppState& app, std::size_t body);

// As those commands read it: "1,0,-0.5".
std::string spoken_vector(const Vector3& v);

} // namespace orrery
