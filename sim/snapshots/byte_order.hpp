#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

namespace orrery {

// The number stored at `offset` in the given byte order. The caller has checked that it is there.
template <class T>
requires std::is_arithmetic_v<T> T load(std::span<const std::byte> bytes, std::size_t offset,
                                        std::endian order) {
    std::array<std::byte, sizeof(T)> raw;
    std::memcpy(raw.data(), bytes.data() + offset, sizeof(T));
    if (order != std::endian::native) {
        std::reverse(raw.begin(), raw.end());
    }
    return std::bit_cast<T>(raw);
}

template <class T>
requires std::is_arithmetic_v<T>
void store(std::span<std::byte> bytes, std::size_t offset, std::endian order, T value) {
    auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    if (order != std::endian::native) {
        std::reverse(raw.begin(), raw.end());
    }
    std::memcpy(bytes.data() + offset, raw.data(), sizeof(T));
}

} // namespace orrery
