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
    // Overlapping sprites cost time and blur what is fine, so the largest shrinks with the number.
    const double crowding = std::max(1.0, static_cast<double>(count) / 30);
    const double largest = std::max(72 * std::pow(crowding, -0.36), 3.0);
    // 1.5 pixels: the smallest radius at which a moving sprite does not flicker. Dust is finer in
    // larger pictures, where a million of its grains would else be most of a frame's work.
    const double finer = std::sqrt(reference_height / height);
    return {.spacings = 0.5,
            .smallest = std::max(1.5F, pixels(1.8 * finer, height)),
            .largest = std::max(1.5F, pixels(largest, height))};
}

SpriteSizes point_sizes(int height) {
    const float radius = std::max(1.0F, pixels(0.75, height));
    return {.spacings = 0, .smallest = radius, .largest = radius};
}

SpriteSizes disc_sizes(int height) {
    return {.spacings = 0.25,
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
        return disc_sizes(height);
    }
    return glow_sizes(count, height);
}

} // namespace

SpriteSizes sprite_sizes(const BodyStyle& style, std::size_t count, int height) {
    SpriteSizes sizes = automatic_sizes(style.sprite, count, height);
    sizes.spacings *= style.size;
    sizes.smallest = std::max(sizes.smallest * style.size, 1.0F);
    sizes.largest = std::max(sizes.largest * style.size, sizes.smallest);
    return sizes;
}

} // namespace orrery
