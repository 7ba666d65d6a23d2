#pragma once

#include <string>
#include <string_view>

namespace orrery {

// The text with small letters for capital ones, also those of western Europe with marks: "öffnen".
std::string lower_case(std::string_view text);

} // namespace orrery
