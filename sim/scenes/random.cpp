#include "sim/scenes/random.hpp"

#include "sim/scenes/portable_math.hpp"

#include <cmath>

namespace orrery {
namespace {

constexpr std::uint32_t low(std::uint64_t x) {
    return static_cast<std::uint32_t>(x);
}
constexpr std::uint32_t high(std::uint64_t x) {
    return static_cast<std::uint32_t>(x >> 32);
}

} // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
        const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
        counter = {high(b) ^ counter[1] ^ key[0], low(b), high(a) ^ counter[3] ^ key[1], low(a)};
        key[0] += 0x9E3779B9; // the golden ratio
        key[1] += 0xBB67AE85; // sqrt 3 - 1
    }
    return counter;
}

Random::Random(std::uint64_t seed, std::uint64_t body)
    : key_{low(seed), high(seed)}, counter_{0, 0, low(body), high(body)} {}

double Random::uniform() {
    if (used_ == words_.size()) {
        words_ = philox(counter_, key_);
        ++counter_[0];
        used_ = 0;
    }
    const std::uint64_t bits = (std::uint64_t{words_[used_]} << 32 | words_[used_ + 1]) >> 12;
    used_ += 2;
    return (static_cast<double>(bits) + 0.5) * 0x1p-52; // 52 bits and the half are exact
}

double Random::gaussian() {
    if (has_spare_) {
        has_spare_ = false;
        return spare_gaussian_;
    }
    // Box and Muller: a point of the two-dimensional normal distribution.
    const double radius = std::sqrt(-2 * portable::log(uniform()));
    const portable::CosSin angle = portable::circle(uniform());
    spare_gaussian_ = radius * angle.sine;
    has_spare_ = true;
    return radius * angle.cosine;
}

Vector3 Random::direction() {
    const double z = 2 * uniform() - 1; // Archimedes: a sphere's height is evenly distributed
    const double across = std::sqrt((1 - z) * (1 + z));
    const portable::CosSin angle = portable::circle(uniform());
    return {across * angle.cosine, across * angle.sine, z};
}

} // namespace orrery
