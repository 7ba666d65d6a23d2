#include "render/body_maps.hpp"

#include "render/fullscreen_pass.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <bit>

namespace orrery {
namespace {

constexpr int mist_height = 120;                // of the map that mist is drawn into
constexpr float mist_size = 10;                 // of its sprites, in usual radii
constexpr std::size_t bodies_of_mist = 1 << 18; // more of them look no smoother
constexpr int dust_height = 270;                // of the map of dust
constexpr float dust_radius = 3;                // of a cloud, pixels of that map
constexpr std::size_t bodies_of_dust = 1 << 17; // more of them look no different
constexpr std::size_t most_for_one = 1 << 12;   // that one of them stands for
constexpr int density_coarseness = 4;           // pixels a side of one cell of the density map

bool by_density(const SpriteView& view) {
    return view.style.colour_by == ColourBy::density;
}

Extent shrunk(Extent size, float by) {
    return {std::max(static_cast<int>(static_cast<float>(size.width) / by), 1),
            std::max(static_cast<int>(static_cast<float>(size.height) / by), 1)};
}

// Which one of them is drawn, where so many suffice.
int one_of_how_many(const SpriteView& view, std::size_t bodies) {
    const std::size_t enough = std::max<std::size_t>(view.bodies.count() / bodies, 1);
    return std::max(static_cast<int>(std::bit_floor(std::min(enough, most_for_one))),
                    view.sampling.every);
}

} // namespace

BodyMaps::BodyMaps(const ShaderFolder& folder)
    : mist_light_(folder, {"fullscreen.vert", "mist.frag"}) {}

int BodyMaps::mist_every(const SpriteView& view) {
    return one_of_how_many(view, bodies_of_mist);
}

void BodyMaps::draw(const SpriteView& view, BodySplat& splat, SceneMeasure& measure) {
    if (view.bodies.count() == 0) {
        return;
    }
    if (by_density(view)) {
        view.clock.mark("crowding");
        glBindTextureUnit(0, view.colours);
        draw_density(view, splat, measure);
    }
    dusty_ = view.dusty();
    if (dusty_) {
        view.clock.mark("dust");
        bind(view);
        draw_dust(view, splat);
    }
    if (view.misty()) {
        view.clock.mark("mist");
        bind(view);
        draw_mist(view, splat);
    }
}

void BodyMaps::bind(const SpriteView& view) const {
    glBindTextureUnit(0, view.colours);
    if (by_density(view)) {
        glBindTextureUnit(1, density_->texture());
    }
    if (dusty_ && dust_) {
        glBindTextureUnit(2, dust_->texture());
    }
}

void BodyMaps::draw_density(SpriteView view, BodySplat& splat, SceneMeasure& measure) {
    view.part = shrunk(view.part.whole, density_coarseness);
    while (!splat.fits(view.part.size)) {
        view.part = shrunk(view.part.whole, 2);
    }
    view.sizes = {.usual = 1.5F, .smallest = 1.5F, .largest = 1.5F};
    view.count_only = true;
    // Halves are too coarse for large counts.
    const ColourTarget& density = fitted(density_, view.part.size, GLenum{GL_R32F});
    splat.draw(view, density, view.sizes.largest + 1, true);
    measure.measure_brightness(density.texture(), SceneMeasure::Of::density);
}

// Into a small map, since it is soft anyhow.
void BodyMaps::draw_mist(SpriteView view, BodySplat& splat) {
    const float coarseness =
        std::max(1.0F, static_cast<float>(view.part.whole.height * view.quality.mist_coarseness) /
                           static_cast<float>(mist_height));
    view.part = shrunk(view.part.whole, coarseness);
    view.sizes.usual /= coarseness;
    view.mist_size = mist_size;
    view.sizes.smallest = 1.5F;
    view.sizes.largest = std::max(1.3F * mist_size * view.sizes.usual, 1.5F);
    view.sampling.every = mist_every(view);
    splat.draw(view, fitted(mist_, view.part.size, GLenum{GL_RGBA16F}), view.sizes.largest + 1,
               false);
}

// In the whole picture, as coarse as clouds are.
void BodyMaps::draw_dust(SpriteView view, BodySplat& splat) {
    const float coarseness = std::max(1.0F, static_cast<float>(view.part.whole.height) /
                                                static_cast<float>(dust_height));
    view.part = shrunk(view.part.whole, coarseness);
    view.sizes = {.usual = dust_radius, .smallest = 1.5F, .largest = 3 * dust_radius};
    view.dust_only = true;
    view.sampling.every = one_of_how_many(view, bodies_of_dust);
    // Differences of moments are too fine for halves.
    splat.draw(view, fitted(dust_, view.part.size, GLenum{GL_RGBA32F}), view.sizes.largest + 1,
               false);
}

void BodyMaps::add_mist(const PicturePart& part) const {
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
    glBindTextureUnit(mist_unit, mist_->texture());
    apply_source(mist_light_, part, part.whole);
    mist_light_.set("dusty", dusty_ ? 1 : 0);
    mist_light_.use();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
}

} // namespace orrery
