#include "render/body_sampling.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr std::size_t least_drawn = 8192;

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
            .largest = std::max(1.5F, pixels(2.5 * usual, height)),
            .finer = static_cast<float>(finer)};
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

} // namespace

int sampled_every(std::size_t bodies, int every) {
    while (every > 1 && bodies / static_cast<std::size_t>(every) < least_drawn) {
        every /= 2;
    }
    return every;
}

std::vector<SampledRange> sampled_ranges(const std::vector<BodyLight>& runs, std::size_t bodies,
                                         int every) {
    const auto count = static_cast<std::uint32_t>(bodies);
    std::vector<SampledRange> ranges;
    const auto add = [&](std::uint32_t first, std::uint32_t end) {
        if (first >= end) {
            return;
        }
        const int here = sampled_every(end - first, every);
        if (!ranges.empty() && ranges.back().every == here) {
            ranges.back().end = end;
        } else {
            ranges.push_back({first, end, here});
        }
    };
    std::uint32_t first = 0;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        // The last run is that of all that follow, too.
        const std::uint32_t end = k + 1 == runs.size() ? count : std::min(runs[k].end, count);
        add(first, end);
        first = std::max(first, end);
    }
    if (runs.empty()) {
        add(0, count);
    }
    return ranges;
}

SpriteSizes sprite_sizes(const BodyStyle& style, std::size_t count, int height) {
    using Sprite = BodyStyle::Sprite;
    SpriteSizes sizes = style.sprite == Sprite::points  ? point_sizes(height)
                        : style.sprite == Sprite::discs ? disc_sizes(count, height)
                                                        : glow_sizes(count, height);
    sizes.usual *= style.size;
    sizes.smallest = std::max(sizes.smallest * std::min(style.size, 1.0F), 1.0F);
    sizes.largest = std::max(sizes.largest * style.size, sizes.smallest);
    sizes.usual = std::clamp(sizes.usual, sizes.smallest, sizes.largest);
    return sizes;
}

} // namespace orrery
