#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>

namespace orrery {

// A tipsy file built number by number, independently of the code that reads and writes them.
class TipsyBytes {
public:
    explicit TipsyBytes(std::endian order = std::endian::little) : order_(order) {}

    TipsyBytes& header(double time, std::int32_t bodies, std::int32_t dimensions, std::int32_t gas,
                       std::int32_t dark, std::int32_t stars, bool padded) {
        put(time);
        for (const std::int32_t number : {bodies, dimensions, gas, dark, stars}) {
            put(number);
        }
        return padded ? integer(0) : *this;
    }
    TipsyBytes& floats(std::initializer_list<float> numbers) {
        for (const float number : numbers) {
            put(number);
        }
        return *this;
    }
    TipsyBytes& integer(std::int32_t number) {
        put(number);
        return *this;
    }

    const std::string& bytes() const { return bytes_; }

private:
    template <class T>
    void put(T value) {
        char raw[sizeof(T)];
        std::memcpy(raw, &value, sizeof(T));
        if (order_ != std::endian::native) {
            std::reverse(std::begin(raw), std::end(raw));
        }
        bytes_.append(raw, sizeof(T));
    }

    std::endian order_;
    std::string bytes_;
};

// Two dark bodies with ids in place of the potential, little-endian, padded header: 104 bytes.
// Masses are at bytes 32 and 68, ids at 64 and 100.
inline std::string two_dark_bodies() {
    return TipsyBytes()
        .header(2.5, 2, 3, 0, 2, 0, true)
        .floats({1.5F, 1, 2, 3, 4, 5, 6, 0.25F})
        .integer(200)
        .floats({0.5F, -1, -2, -3, -4, -5, -6, 0.75F})
        .integer(201)
        .bytes();
}

} // namespace orrery
