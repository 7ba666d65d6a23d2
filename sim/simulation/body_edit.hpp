#pragma once

#include "sim/base/vector3.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace orrery {

// Edits of a system, as values. Bodies are named by their number (BodyNumbers), so that an edit
// means the same body whatever came and went before it.

// A single body.
struct AddedBody {
    double mass = 0;
    Vector3 position = {}, velocity = {};
    std::string component = "thrown"; // the part of the system that it is of
    std::string label = {};           // its name; empty: the component's, and a number
};

// A galaxy as the scenes make it, with disk, bulge and dark halo. Angles in degrees.
struct AddedGalaxy {
    std::size_t bodies = 0;
    Vector3 position = {}, velocity = {};
    double inclination = 0, node = 0;
    std::optional<double> mass = {};  // of all of it; unset: what suits the system
    std::optional<double> scale = {}; // length of its disk; likewise
    std::uint64_t seed = 1;
};

// Bodies without mass on circles about a body.
struct AddedRing {
    std::size_t bodies = 0;
    std::optional<BodyNumber> about = {}; // unset: the heaviest
    std::optional<double> radius = {};    // unset: what suits the system
    double inclination = 0, node = 0;     // of its plane, degrees
};

struct RemovedBody {
    BodyNumber number = 0;
};

struct ChangedBody {
    BodyNumber number = 0;
    std::optional<double> mass = {};
    double mass_factor = 1; // of the mass that it has
    std::optional<Vector3> position = {}, velocity = {};
};

struct BodyEdit {
    std::variant<AddedBody, AddedGalaxy, AddedRing, RemovedBody, ChangedBody> what;
    std::string words = {}; // for who takes it back: "delete Mars"
    std::string again = {}; // for who does it again, PastEdit::words: "delete body 5"
};

// The forces between the bodies that an edit is made among.
struct EditForces {
    double gravity = 1, softening = 0;
};

// The system with the edit done; all other bodies as they are, to the last bit. Throws bad_input,
// naming what is wrong, for a body that is not there and numbers that mean nothing.
System edited(System system, const BodyEdit& edit, const EditForces& forces);

// The most massive body; the first of equals; 0 if there are no bodies.
std::size_t heaviest_body(const Bodies<double>& bodies);

} // namespace orrery
