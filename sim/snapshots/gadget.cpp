#include "sim/snapshots/gadget.hpp"

#include <algorithm>

namespace orrery {

// Behind 0, 512, 1024 … bytes of somebody else's.
bool is_hdf5(std::span<const std::byte> head) {
    constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
    const auto begins_at = [&](std::size_t at) {
        return head.size() >= at + signature.size() &&
               std::ranges::equal(head.subspan(at, signature.size()), signature,
                                  [](std::byte byte, char letter) {
                                      return byte == static_cast<std::byte>(letter);
                                  });
    };
    bool found = begins_at(0);
    for (std::size_t at = 512; !found && at < head.size(); at *= 2) {
        found = begins_at(at);
    }
    return found;
}

} // namespace orrery
