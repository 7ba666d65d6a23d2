#pragma once

#include "sim/simulation/property.hpp"

#include <nlohmann/json.hpp>

namespace orrery {

// The value of a setting in a report; null: the program chooses it. Include this in source files
// only.
inline nlohmann::ordered_json value_json(const SettingValue& value) {
    return std::visit(
        [](const auto& given) -> nlohmann::ordered_json {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(given)>, std::monostate>) {
                return nullptr;
            } else {
                return given;
            }
        },
        value);
}

// Throws bad_input for what is no value of it, and nlohmann's exceptions for another type.
inline SettingValue value_of(const nlohmann::ordered_json& json, const PropertyFacts& property) {
    using Kind = PropertyFacts::Kind;
    if (json.is_null()) {
        return {};
    }
    switch (property.kind) {
    case Kind::number:
        return json.get<double>();
    case Kind::whole:
        return json.get<std::uint64_t>();
    case Kind::flag:
        return json.get<bool>();
    case Kind::choice:
    case Kind::text:
        break;
    }
    auto name = json.get<std::string>();
    if (property.check == nullptr) {
        property.check_name(name);
    }
    return name;
}

} // namespace orrery
