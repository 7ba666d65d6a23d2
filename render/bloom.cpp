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

void Bloom::fit(Extent whole, bool in_parts) {
    if (whole == whole_ && in_parts == in_parts_) {
        return;
    }
    std::vector<Extent> sizes;
    std::size_t measured = 0;
    Extent half = whole;
    do {
        half = halved(half);
        sizes.push_back(half);
        if (half.height > measured_height) {
            measured = sizes.size(); // the first that is small enough
        }
    } while (half.height > min_height || sizes.size() < 2);
    measured = std::min(measured, sizes.size() - 1);
    const std::size_t of_a_part = in_parts ? std::min(measured, most_of_a_part) : 0;
    std::vector<Level> levels;
    for (std::size_t level = of_a_part; level < sizes.size(); ++level) {
        levels.push_back({sizes[level], ColourTarget(sizes[level], GLenum{GL_RGBA16F})});
    }
    levels_ = std::move(levels);
    part_levels_.clear();
    sizes_ = std::move(sizes);
    measured_level_ = measured - of_a_part;
    whole_ = whole;
    in_parts_ = in_parts;
}

void Bloom::fit_part(const PicturePart& part) {
    const std::size_t count = sizes_.size() - levels_.size();
    for (std::size_t level = 0; level < count; ++level) {
        const PicturePart own = scaled(part, sizes_[level]);
        if (level == part_levels_.size()) {
            part_levels_.push_back({own, ColourTarget(own.size, GLenum{GL_RGBA16F})});
        } else if (part_levels_[level].part.size != own.size) {
            part_levels_[level] = {own, ColourTarget(own.size, GLenum{GL_RGBA16F})};
        } else {
            part_levels_[level].part = own;
        }
    }
}

void Bloom::halve(const FullscreenPass& by, GLuint from, const PicturePart& from_part,
                  const Level& to, const PicturePart& own) {
    glBindTextureUnit(0, from);
    apply_source(by.program(), own, from_part);
    by.program().set("texel", 1.0F / glm::vec2(from_part.size.width, from_part.size.height));
    by.fill(to.target, own.left - to.part.left, own.below - to.part.below, own.size);
}

void Bloom::halve_part(const ColourTarget& picture, const PicturePart& part, Of of) {
    fit_part(part);
    glDisable(GL_BLEND);
    first_.program().set("glaring", of == Of::glare ? 1 : 0);
    GLuint from = picture.texture();
    PicturePart from_part = part;
    const FullscreenPass* by = &first_;
    for (const Level& level : part_levels_) {
        halve(*by, from, from_part, level, level.part);
        from = level.target.texture();
        from_part = level.part;
        by = &down_;
    }
}

void Bloom::put(const ColourTarget& picture, const PicturePart& part, const PicturePart& own) {
    const Level& shared = levels_.front();
    const PicturePart place = scaled(own, shared.part.whole);
    if (part_levels_.empty()) {
        halve(first_, picture.texture(), part, shared, place);
    } else {
        const Level& last = part_levels_.back();
        halve(down_, last.target.texture(), last.part, shared, place);
    }
}

void Bloom::halve_whole(Of of) {
    glDisable(GL_BLEND);
    const std::size_t last = of == Of::glare ? levels_.size() - 1 : measured_level_;
    for (std::size_t level = 1; level <= last; ++level) {
        const Level& from = levels_[level - 1];
        halve(down_, from.target.texture(), from.part, levels_[level], levels_[level].part);
    }
}

// Adds to a level what is in the next.
void Bloom::add(const Level& from, const Level& to) const {
    glBindTextureUnit(0, from.target.texture());
    apply_source(up_.program(), to.part, from.part);
    up_.program().set("texel", 1.0F / glm::vec2(from.part.size.width, from.part.size.height));
    up_.blend(to.target, share_of_next);
}

void Bloom::spread_whole() const {
    for (std::size_t level = levels_.size() - 1; level > 0; --level) {
        add(levels_[level], levels_[level - 1]);
    }
}

void Bloom::spread_part() const {
    for (std::size_t level = part_levels_.size(); level > 0; --level) {
        add(level == part_levels_.size() ? levels_.front() : part_levels_[level],
            part_levels_[level - 1]);
    }
}

GLuint Bloom::texture() const {
    return largest().target.texture();
}

const PicturePart& Bloom::texture_part() const {
    return largest().part;
}

} // namespace orrery
