// After the dual filtering of Martin, "Bandwidth-efficient rendering" (SIGGRAPH 2015).
//
// Cost: a quarter of the picture's pixels with one read each, then 1/16 + 1/64 + … with four, down
// and up again; and down once before, to be measured.

#include "render/bloom.hpp"

#include <GL/glew.h>

#include <algorithm>

namespace orrery {
namespace {

constexpr int min_height = 24; // glare that is wider is a veil
constexpr int measured_height = 240;
constexpr std::size_t most_of_a_part = 3; // levels, at an eighth of the picture's size

Extent halved(Extent size) {
    return {std::max((size.width + 1) / 2, 1), std::max((size.height + 1) / 2, 1)};
}

// The texels of a picture of another size that the part has anything of.
PicturePart scaled(const PicturePart& part, Extent whole) {
    const auto lower = [](int at, int size, int of) {
        return static_cast<int>(std::int64_t{at} * size / of);
    };
    const auto upper = [](int at, int size, int of) {
        return static_cast<int>((std::int64_t{at} * size + of - 1) / of);
    };
    const int left = lower(part.left, whole.width, part.whole.width);
    const int below = lower(part.below, whole.height, part.whole.height);
    const int right = upper(part.left + part.size.width, whole.width, part.whole.width);
    const int above = upper(part.below + part.size.height, whole.height, part.whole.height);
    return {whole, left, below, {right - left, above - below}};
}

} // namespace

Bloom::Bloom(const ShaderFolder& folder, DrawnBy by)
    : first_(folder, "bloom_first", by), down_(folder, "bloom_down", by),
      up_(folder, "bloom_up", by) {}

void Bloom::Level::fit(const PicturePart& own) {
    part = own;
    fitted(target, own.size, GLenum{GL_RGBA16F});
}

void Bloom::fit(Extent whole, bool in_parts) {
    if (whole == whole_ && in_parts == in_parts_) {
        return;
    }
    whole_ = {}; // until all have room
    levels_.clear();
    std::size_t measured = 0;
    Extent half = whole;
    do {
        half = halved(half);
        levels_.push_back({half, {}});
        if (half.height > measured_height) {
            measured = levels_.size(); // the first that is small enough
        }
    } while (half.height > min_height || levels_.size() < 2);
    measured_ = std::min(measured, levels_.size() - 1);
    of_part_ = in_parts ? std::min(measured_, most_of_a_part) : 0;
    for (std::size_t level = of_part_; level < levels_.size(); ++level) {
        levels_[level].fit(levels_[level].part);
    }
    whole_ = whole;
    in_parts_ = in_parts;
}

void Bloom::halve(const FullscreenPass& by, GLuint from, const PicturePart& from_part,
                  const Level& to, const PicturePart& own) {
    glBindTextureUnit(0, from);
    apply_source(by.program(), own, from_part);
    by.program().set("texel", 1.0F / glm::vec2(from_part.size.width, from_part.size.height));
    by.fill(*to.target, own.left - to.part.left, own.below - to.part.below, own.size);
}

void Bloom::halve_level(std::size_t level, const PicturePart& own) const {
    const Level& from = levels_[level - 1];
    halve(down_, from.target->texture(), from.part, levels_[level], own);
}

void Bloom::halve_part(const ColourTarget& picture, const PicturePart& part, Of of,
                       const std::optional<PicturePart>& own) {
    glDisable(GL_BLEND);
    first_.program().set("glaring", of == Of::glare ? 1 : 0);
    for (std::size_t level = 0; level < of_part_ + (own ? 1 : 0); ++level) {
        const bool is_shared = level == of_part_;
        Level& to = levels_[level];
        const PicturePart place = scaled(is_shared ? *own : part, to.part.whole);
        if (!is_shared) {
            to.fit(place);
        }
        if (level == 0) {
            halve(first_, picture.texture(), part, to, place);
        } else {
            halve_level(level, place);
        }
    }
}

void Bloom::halve_whole(Of of) {
    glDisable(GL_BLEND);
    const std::size_t last = of == Of::glare ? levels_.size() - 1 : measured_;
    for (std::size_t level = of_part_ + 1; level <= last; ++level) {
        halve_level(level, levels_[level].part);
    }
}

// Adds to each of these levels what is in the next, the smallest first.
void Bloom::spread(std::size_t first, std::size_t end) const {
    for (std::size_t level = end; level-- > first;) {
        const Level& from = levels_[level + 1];
        const Level& to = levels_[level];
        glBindTextureUnit(0, from.target->texture());
        apply_source(up_.program(), to.part, from.part);
        up_.program().set("texel", 1.0F / glm::vec2(from.part.size.width, from.part.size.height));
        up_.blend(*to.target, share_of_next);
    }
}

} // namespace orrery
