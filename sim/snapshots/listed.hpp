#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// "a, b and c"; of more than four the first three, and how many more.
inline std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 4;
    const std::size_t shown = names.size() > most ? most - 1 : names.size();
    std::string list;
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == names.size();
        list += (i == 0 ? "" : last ? " and " : ", ") + names[i];
    }
    return shown < names.size() ? list + " and " + std::to_string(names.size() - shown) + " more"
                                : list;
}

} // namespace orrery
