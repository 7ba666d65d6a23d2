#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// The hint for a name that nothing has, with what was meant where that is near: "did you mean
// 'cpu.simd'? 'orrery list algorithms' shows all".
std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& names,
                         std::string_view listing_command);

} // namespace orrery
