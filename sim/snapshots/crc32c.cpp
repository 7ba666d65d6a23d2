// Eight bytes at a time through eight tables: Kounavis & Berry, "A Systematic Approach to Building
// High Performance Software-Based CRC Generators" (ISCC 2005). About 2 GB/s, 8 KiB of tables.
// A checksum is the remainder of a polynomial: bytes that follow multiply it by a power of x, which
// squaring finds in the logarithm of their number. As zlib's crc32_combine does it.

#include "sim/snapshots/crc32c.hpp"

#include "sim/domain/travel.hpp"
#include "sim/snapshots/byte_order.hpp"

#include <array>

namespace orrery {
namespace {

constexpr std::uint32_t reversed_polynomial = 0x82F63B78;

// tables[k][b]: what byte b, followed by k zero bytes, does to the remainder.
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() {
    Tables tables = {};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t remainder = byte;
        for (int bit = 0; bit < 8; ++bit) {
            remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? reversed_polynomial : 0);
        }
        tables[0][byte] = remainder;
    }
    for (std::size_t k = 1; k < tables.size(); ++k) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t before = tables[k - 1][byte];
            tables[k][byte] = (before >> 8) ^ tables[0][before & 0xFF];
        }
    }
    return tables;
}

constexpr Tables tables = make_tables();

constexpr std::uint32_t one = 0x80000000; // the highest bit is that of x^0

// Of two polynomials, modulo that of the checksum.
std::uint32_t product(std::uint32_t a, std::uint32_t b) {
    std::uint32_t sum = 0;
    for (; a != 0; a <<= 1) {
        sum ^= (a & one) != 0 ? b : 0;
        b = (b >> 1) ^ ((b & 1) != 0 ? reversed_polynomial : 0);
    }
    return sum;
}

// x to the power of so many bytes' bits.
std::uint32_t power(std::uint64_t bytes) {
    std::uint32_t result = one;
    for (std::uint32_t square = one >> 8; bytes != 0; bytes >>= 1) {
        result = (bytes & 1) != 0 ? product(result, square) : result;
        square = product(square, square);
    }
    return result;
}

} // namespace

void Crc32c::add(std::span<const std::byte> bytes) {
    std::uint32_t state = state_;
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
        const std::uint64_t eight = load<std::uint64_t>(bytes, at, std::endian::little) ^ state;
        state = 0;
        for (std::size_t k = 0; k < 8; ++k) {
            state ^= tables[7 - k][(eight >> (8 * k)) & 0xFF];
        }
    }
    for (; at < bytes.size(); ++at) {
        state =
            (state >> 8) ^ tables[0][(state ^ std::to_integer<std::uint32_t>(bytes[at])) & 0xFF];
    }
    state_ = state;
    bytes_ += bytes.size();
}

void Crc32c::append(const Crc32c& next) {
    state_ = ~(product(value(), power(next.bytes_)) ^ next.value());
    bytes_ += next.bytes_;
}

Crc32c joined(const Crc32c& own, Communicator& ranks) {
    Crc32c all;
    for (const Crc32c& each : of_each(ranks, own)) {
        all.append(each);
    }
    return all;
}

} // namespace orrery
