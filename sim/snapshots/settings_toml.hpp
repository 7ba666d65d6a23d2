#pragma once

#include "sim/simulation/settings.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace orrery {

// Settings as TOML. Keys are the names of Settings' members; what a person leaves out stays as it
// is in `base`. A key that does not exist, a value of the wrong kind or out of range, an algorithm
// or integrator that this program does not know: bad_input with `file`, line and column.
//
//     source = "plummer"
//     bodies = 16384
//     algorithm = "cpu.simd"
//     time_step = 0.01
//
//     [solver_options."cpu.simd"]
//     isa = "AVX2"
Settings settings_from_toml(std::string_view text, const std::filesystem::path& file,
                            const Settings& base = {});

// The same for a file of its own.
Settings read_settings(const std::filesystem::path& file, const Settings& base = {});

class TomlTable;
class TomlText;

// How to treat an algorithm's or integrator's id that this program does not know.
enum class UnknownIds { refused, kept };

// The same as a part of a larger TOML file: the keys of `table`; under the name `table`, or at the
// top where it is "".
Settings settings_from_table(TomlTable table, const Settings& base = {},
                             UnknownIds unknown = UnknownIds::refused);
void append_settings(TomlText& toml, const Settings& settings, std::string_view table);

} // namespace orrery
