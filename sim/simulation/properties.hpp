#pragma once

#include "sim/simulation/property.hpp"
#include "sim/simulation/settings.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// A field of Settings.
using Property = PropertyOf<Settings>;

// In the order in which they are set: a scene before its number of bodies.
std::span<const Property> properties();
const Property* find_property(std::string_view id_or_title); // null if there is none

// Options of the algorithm in force, which are set in the same way: "theta 0.3". Throws bad_input
// for an option that the algorithm does not have, and for a value that it cannot take. One that
// means something only beside a choice of another option takes that with it: theta,
// criterion=angle.
void set_option(Settings& settings, std::string_view id, const std::string& words);

// Throws bad_input unless there is an algorithm that has this option and takes the value; of the
// refusals the one of `algorithm`, where it has it.
void check_option(std::string_view id, const std::string& words, std::string_view algorithm = "");

// The values to set to come from one to the other, in an order that works; nothing that belongs to
// the machine. Options are those of the algorithm of `to`.
std::vector<PropertyValue> changes_between(const Settings& from, const Settings& to);

} // namespace orrery
