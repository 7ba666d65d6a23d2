// After the dual filtering of Martin, "Siggraph 2015: Bandwidth-efficient rendering" (ARM), with a
// first step that reads a 4 x 4 box for each of the quarter as many pixels it writes.
//
// Cost: about 1/4 + 1/16 + … of the picture's pixels with four reads each, down and up.

#include "render/bloom.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr int smallest_height = 5;
constexpr int measured_height = 48;

// How much of each level's light comes from the level above it: what is wider than a 40th of the
// height falls off faster, and what is finer is there at large sizes only and must not count.
float share_of_next(int height) {
    return height > 200 ? 0.64F : 0.64F;
}

} // namespace

Bloom::Bloom(const ShaderFolder& folder)
    : down_(folder, {"fullscreen.vert", "bloom_down.frag"}),
      up_(folder, {"fullscreen.vert", "bloom_up.frag"}) {}

void Bloom::fit(Extent size) {
    if (size == size_) {
        return;
    }
    std::vector<ColourTarget> levels;
    std::size_t measured = 0;
    Extent half = size;
    do {
        half = {std::max((half.width + 1) / 2, 1), std::max((half.height + 1) / 2, 1)};
        levels.emplace_back(half, GLenum{GL_RGBA16F});
        if (half.height > measured_height) {
            measured = levels.size(); // the first that is small enough
        }
    } while (half.height > smallest_height);
    levels_ = std::move(levels);
    measured_level_ = std::min(measured, levels_.size() - 1);
    size_ = size;
}

GLuint Bloom::measured_texture() const {
    return levels_[measured_level_].texture();
}

void Bloom::halve(const ColourTarget& from, const ColourTarget& to) const {
    to.bind();
    glBindTextureUnit(0, from.texture());
    down_.set("texel", 1.0F / glm::vec2(from.size().width, from.size().height));
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Bloom::draw(const ColourTarget& picture, bool whole) {
    fit(picture.size());
    glDisable(GL_BLEND);
    down_.use();
    halve(picture, levels_.front());
    const std::size_t last = whole ? levels_.size() - 1 : measured_level_;
    for (std::size_t level = 1; level <= last; ++level) {
        halve(levels_[level - 1], levels_[level]);
    }
    if (whole) {
        add_up();
    }
}

void Bloom::add_up() const {
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
    up_.use();
    for (std::size_t level = levels_.size() - 1; level > 0; --level) {
        const ColourTarget& from = levels_[level];
        const ColourTarget& to = levels_[level - 1];
        to.bind();
        glBlendColor(0, 0, 0, share_of_next(to.size().height));
        glBindTextureUnit(0, from.texture());
        up_.set("texel", 1.0F / glm::vec2(from.size().width, from.size().height));
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    glDisable(GL_BLEND);
}

} // namespace orrery
