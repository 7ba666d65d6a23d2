#include "render/picture_part.hpp"

#include <algorithm>

namespace orrery {

PicturePart padded(const PicturePart& part, int pixels) {
    const int left = std::max(part.left - pixels, 0);
    const int below = std::max(part.below - pixels, 0);
    const int right = std::min(part.left + part.size.width + pixels, part.whole.width);
    const int above = std::min(part.below + part.size.height + pixels, part.whole.height);
    return {part.whole, left, below, {right - left, above - below}};
}

PicturePart common(const PicturePart& first, const PicturePart& second) {
    const int left = std::max(first.left, second.left);
    const int below = std::max(first.below, second.below);
    const int right = std::min(first.left + first.size.width, second.left + second.size.width);
    const int above = std::min(first.below + first.size.height, second.below + second.size.height);
    return {first.whole, left, below, {std::max(right - left, 0), std::max(above - below, 0)}};
}

std::vector<PicturePart> parts_of(Extent whole, Extent most) {
    std::vector<PicturePart> parts;
    for (int above = whole.height; above > 0; above -= most.height) {
        const int below = std::max(above - most.height, 0);
        for (int left = 0; left < whole.width; left += most.width) {
            parts.push_back(
                {whole, left, below, {std::min(most.width, whole.width - left), above - below}});
        }
    }
    return parts;
}

} // namespace orrery
