#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace orrery {

class Communicator;

// CRC-32C (Castagnoli), as iSCSI, ext4 and Btrfs use it: finds every single burst of up to 32
// damaged bits, and any other damage but once in 4 thousand million times.
class Crc32c {
public:
    void add(std::span<const std::byte> bytes);
    // The bytes of `next`, behind these.
    void append(const Crc32c& next);

    std::uint32_t value() const { return ~state_; }
    std::uint64_t bytes() const { return bytes_; }

private:
    std::uint32_t state_ = ~std::uint32_t{0};
    std::uint64_t bytes_ = 0;
};

// The checksum of what the ranks have, one behind the other. Collective.
Crc32c joined(const Crc32c& own, Communicator& ranks);

} // namespace orrery
