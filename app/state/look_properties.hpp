#pragma once

#include "app/state/look.hpp"
#include "sim/simulation/property.hpp"

#include <span>
#include <string_view>

namespace orrery {

// A field of Look.
using LookProperty = PropertyOf<Look>;

// In the order of sessions, which is one in which they can be set: a plot before its range.
std::span<const LookProperty> look_properties();
const LookProperty* find_look_property(std::string_view id_or_title); // null if there is none

// The next value of a choice, around the end of the list, and what it is called.
PropertyChoice choose_next(const LookProperty& property, Look& look);

} // namespace orrery
