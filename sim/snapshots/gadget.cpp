#include "sim/snapshots/gadget.hpp"

#include "sim/base/error.hpp"
#include "sim/snapshots/byte_order.hpp"
#include "sim/snapshots/file_position.hpp"

#include <algorithm>
#include <cstdint>

namespace orrery {

// HDF5's signature may follow 0, 512, 1024 … bytes of other data.
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

// Records between two words of their length: first the header of 256 bytes, before which format 2
// has one of 8 bytes with its name.
void refuse_gadget_binary(std::span<const std::byte> head, const std::filesystem::path& file) {
    constexpr std::uint32_t header_size = 256, name_size = 8;
    const auto is_record = [&](std::size_t at, std::uint32_t size, std::endian order) {
        const std::size_t end = at + 4 + size;
        return head.size() >= end + 4 && load<std::uint32_t>(head, at, order) == size &&
               load<std::uint32_t>(head, end, order) == size;
    };
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        if (is_record(0, header_size, order) ||
            (is_record(0, name_size, order) && is_record(16, header_size, order))) {
            throw bad_input(
                "GADGET's binary files are not supported", in_words(file),
                "let GADGET write HDF5 (SnapFormat 3), or convert it to tipsy with pynbody: "
                "load(FILE).write(fmt=snapshot.tipsy.TipsySnap, filename=OUT)");
        }
    }
}

} // namespace orrery
