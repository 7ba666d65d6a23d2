#pragma once

#include "sim/simulation/property.hpp"

#include <nlohmann/json.hpp>

namespace orrery {

// The value of a setting in a report; null: the program chooses it. Include this in source files
// only.
nlohmann::ordered_json value_json(const SettingValue& value);
// Throws bad_input for what is no value of it, and nlohmann's exceptions for another type.
SettingValue value_of(const nlohmann::ordered_json& json, const PropertyFacts& property);

} // namespace orrery
