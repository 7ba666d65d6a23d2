#pragma once

#include "app/state/look.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace orrery {

// A look as TOML: the table [look] and those in it, with every value, so that a look means the same
// when the program's own has changed.
//
//     [look]
//     style = "glow"
//     colour_by = "quantity"
//     quantity = "speed"
//
//     [look.camera]
//     centre = [0.0, 0.0, 0.0]
//
//     [[look.views]]
//     slot = 3
std::string look_to_toml(const Look& look);

// What is left out stays as it is in `base`. A key that does not exist, a value of the wrong kind
// or out of range: bad_input with `file` and line.
Look look_from_toml(std::string_view text, const std::filesystem::path& file,
                    const Look& base = {});

} // namespace orrery
