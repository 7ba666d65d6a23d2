#pragma once

#include "sim/simulation/property.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"

#include <optional>
#include <span>

namespace orrery {

// Nothing for a value that the program chooses.
void append_value(TomlText& toml, const char* key, const SettingValue& value);

// The value in a file, or nothing where the file has none. Throws bad_input that names file, line
// and column; `known` false: names that no list has are taken, too, where the list is this
// machine's.
std::optional<SettingValue> read_value(TomlTable& table, const PropertyFacts& property, bool known);

template <class Owner>
void append_properties(TomlText& toml, std::span<const PropertyOf<Owner>> rows,
                       const Owner& owner) {
    const Owner standard;
    for (const PropertyOf<Owner>& row : rows) {
        const SettingValue value = row.member.get(owner);
        if (row.in_session && !(row.sparse && value == row.member.get(standard))) {
            append_value(toml, row.id, value);
        }
    }
}

template <class Owner>
void read_property(TomlTable& table, const PropertyOf<Owner>& row, Owner& owner,
                   bool known = true) {
    if (const auto value = read_value(table, row, known)) {
        row.member.set(owner, *value);
    }
}

} // namespace orrery
