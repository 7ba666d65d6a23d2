#include "app/language/letters.hpp"

#include <cctype>

namespace orrery {

std::string lower_case(std::string_view text) {
    std::string small;
    small.reserve(text.size());
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        // UTF-8 writes À to Þ as 0xC3 and 0x80 to 0x9E, but for ×; their small ones lie 0x20 on.
        const bool marked = !small.empty() && static_cast<unsigned char>(small.back()) == 0xC3 &&
                            byte >= 0x80 && byte <= 0x9E && byte != 0x97;
        small += static_cast<char>(marked ? byte + 0x20 : std::tolower(byte));
    }
    return small;
}

} // namespace orrery
