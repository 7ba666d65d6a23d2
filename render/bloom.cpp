// After the dual filtering of Martin, "Bandwidth-efficient rendering" (SIGGRAPH 2015).
//
// Cost: a quarter of the picture's pixels with one read each, then 1/16 + 1/64 + … with four, down
// and up again; and down once before, to be measured.

#include "render/bloom.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr int min_height = 24; // glare that is wider is a veil
constexpr int measured_height = 240;

} // namespace

Bloom::Bloom(const ShaderFolder& folder)
    : first_(folder, {"fullscreen.vert", "bloom_first.frag"}),
      down_(folder, {"fullscreen.vert", "bloom_down.frag"}),
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
    } while (half.height > min_height || levels.size() < 2);
    levels_ = std::move(levels);
    measured_level_ = std::min(measured, levels_.size() - 1);
    size_ = size;
}

GLuint Bloom::measured_texture() const {
    return levels_[measured_level_].texture();
}

void Bloom::halve(const ShaderProgram& by, const ColourTarget& from, const ColourTarget& to) {
    to.bind();
    glBindTextureUnit(0, from.texture());
    by.set("texel", 1.0F / glm::vec2(from.size().width, from.size().height));
    by.use();
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Bloom::halve_to(const ColourTarget& picture, std::size_t last) const {
    glDisable(GL_BLEND);
    halve(first_, picture, levels_.front());
    for (std::size_t level = 1; level <= last; ++level) {
        halve(down_, levels_[level - 1], levels_[level]);
    }
}

void Bloom::halve(const ColourTarget& picture) {
    fit(picture.size());
    first_.set("glaring", 0);
    halve_to(picture, measured_level_);
}

void Bloom::spread(const ColourTarget& picture) {
    first_.set("glaring", 1);
    halve_to(picture, levels_.size() - 1);
    add_up();
}

void Bloom::add_up() const {
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
    glBlendColor(0, 0, 0, share_of_next);
    up_.use();
    for (std::size_t level = levels_.size() - 1; level > 0; --level) {
        const ColourTarget& from = levels_[level];
        levels_[level - 1].bind();
        glBindTextureUnit(0, from.texture());
        up_.set("texel", 1.0F / glm::vec2(from.size().width, from.size().height));
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    glDisable(GL_BLEND);
}

} // namespace orrery
