#include "render/automatic_look.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

// Sizes below are for a picture of this height.
constexpr double reference_height = 720;

float pixels(double at_reference, int height) {
    return static_cast<float>(at_reference * height / reference_height);
}

SpriteSizes glow_sizes(std::size_t count, int height) {
    // Overlapping sprites cost time and blur what is fine, so they shrink with the number.
    const double crowding = std::max(1.0, static_cast<double>(count) / 3);
    const double usual = std::max(26 * std::pow(crowding, -0.28), 1.8);
    // 1.5 pixels: the smallest radius at which a moving sprite does not flicker. Dust is finer in
    // larger pictures, where a million of its grains would else be most of a frame's work.
    const double finer = usual > 1.8 ? 1 : std::sqrt(reference_height / height);
    const float smallest =
        std::max(1.5F, pixels(1.8 * std::sqrt(reference_height / height), height));
    return {.usual = std::max(1.5F, pixels(usual * finer, height)),
            .smallest = smallest,
            .largest = std::max(1.5F, pixels(2.5 * usual, height))};
}

SpriteSizes point_sizes(int height) {
    const float radius = std::max(1.2F, pixels(1.0, height));
    return {.usual = radius, .smallest = radius, .largest = radius};
}

SpriteSizes disc_sizes(std::size_t count, int height) {
    const double crowding = std::max(1.0, static_cast<double>(count) / 3);
    return {.usual = std::max(1.5F, pixels(24 * std::pow(crowding, -0.32), height)),
            .smallest = std::max(1.5F, pixels(1.5, height)),
            .largest = pixels(60, height)};
}

SpriteSizes automatic_sizes(BodyStyle::Sprite sprite, std::size_t count, int height) {
    switch (sprite) {
    case BodyStyle::Sprite::glow:
        break;
    case BodyStyle::Sprite::points:
        return point_sizes(height);
    case BodyStyle::Sprite::discs:
        return disc_sizes(count, height);
    }
    return glow_sizes(count, height);
}

} // namespace

SpriteSizes sprite_sizes(const BodyStyle& style, std::size_t count, int height) {
    SpriteSizes sizes = automatic_sizes(style.sprite, count, height);
    sizes.usual *= style.size;
    sizes.smallest = std::max(sizes.smallest * std::min(style.size, 1.0F), 1.0F);
    sizes.largest = std::max(sizes.largest * style.size, sizes.smallest);
    sizes.usual = std::clamp(sizes.usual, sizes.smallest, sizes.largest);
    return sizes;
}

} // namespace orrery
