#pragma once

#include "sim/snapshots/settings_toml.hpp"
#include "sim/snapshots/toml_text.hpp"

namespace orrery {

inline std::string settings_to_toml(const Settings& settings) {
    TomlText toml;
    append_settings(toml, settings, "");
    return toml.text();
}

} // namespace orrery
