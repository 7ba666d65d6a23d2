#pragma once

#include "app/state/feature.hpp"

#include <deque>
#include <string>

namespace orrery {

// What a hand is about to do to the bodies, as commands; what it has done, the catalogue says.
struct BodyEdits {
    std::deque<Command> wanted = {};      // until the system is there, and those before are done
    std::optional<std::size_t> stay = {}; // of those that are done so many, before anything else
    // How much the status had told when the last one was sent, until it tells more.
    std::optional<std::uint64_t> sent = {};
    // While time goes back to before those that are not to stay: whether it runs on then.
    std::optional<bool> runs_then = {};
};

// The commands that change bodies: "add body", "add black hole", "add galaxy", "add ring", "delete
// body", "set mass", "set velocity", "set position".
void add_body_edit_actions(AppState& app);

// Sends what they asked for to the simulation, as soon as the system is there.
class BodyEditing : public Feature {
public:
    void act(Frame& frame) override;
};

// What those commands call a body: by its name, where no other body has it, else by its number from
// 1: so in any language of the window.
std::string spoken_body(const AppState& app, std::size_t body);

// As those commands read it: "1,0,-0.5".
std::string spoken_vector(const Vector3& v);

} // namespace orrery
