#include "render/body_sprites.hpp"

#include "render/fullscreen_pass.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace orrery {
namespace {

constexpr std::size_t min_to_splat = 4096;

// A sprite that is wider is no point: software rasterisers draw none of more than 255 pixels.
constexpr float max_point = 200;

constexpr int usual_mist_height = 120, fine_mist_height = 320; // of the map that mist is in
constexpr float mist_size = 10;                                // of its sprites, in usual radii
// With more of them a galaxy's outskirts are smoother. By the processor they take their time.
constexpr std::size_t bodies_of_mist = 1 << 18, bodies_of_mist_on_gpu = 1 << 20;
constexpr int dust_height = 270;                // of the map of dust
constexpr float dust_radius = 3;                // of a cloud, pixels of that map
constexpr std::size_t bodies_of_dust = 1 << 17; // more of them look no different
constexpr std::size_t most_for_one = 1 << 12;   // that one of them stands for
constexpr int density_coarseness = 4;           // pixels a side of one cell of the density map

bool need_strips(const SpriteView& view) {
    return 2 * view.sizes.largest > max_point;
}

bool by_density(const SpriteView& view) {
    return view.style.colour_by == ColourBy::density;
}

Extent shrunk(Extent size, float by) {
    return {std::max(static_cast<int>(static_cast<float>(size.width) / by), 1),
            std::max(static_cast<int>(static_cast<float>(size.height) / by), 1)};
}

// Returns N: one body in N is drawn, where about `bodies` suffice.
int one_of_how_many(const SpriteView& view, std::size_t bodies) {
    const std::size_t enough = std::max<std::size_t>(view.bodies.count() / bodies, 1);
    return std::max(static_cast<int>(std::bit_floor(std::min(enough, most_for_one))),
                    view.sampling.every);
}

void clear(const ColourTarget& light) {
    const std::array<float, 4> dark{0, 0, 0, 0};
    glClearNamedFramebufferfv(light.framebuffer(), GL_COLOR, 0, dark.data());
}

void clear_depth(const ColourTarget& light) {
    const float far = 1;
    glClearNamedFramebufferfv(light.framebuffer(), GL_DEPTH, 0, &far);
}

void begin_adding() {
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
}

} // namespace

BodySprites::BodySprites(const ShaderFolder& folder, DrawnBy by)
    : glow_(folder, {"sprite.vert", "glow.frag"}), points_(folder, {"sprite.vert", "points.frag"}),
      discs_(folder, {"sprite.vert", "discs.frag"}), balls_(folder, {"ball.vert", "ball.frag"}),
      mist_light_(folder, {"fullscreen.vert", "mist.frag"}), splat_(folder, by),
      empty_array_(GlVertexArray::create()),
      bodies_of_mist_(by == DrawnBy::gpu ? bodies_of_mist_on_gpu : bodies_of_mist) {}

int BodySprites::mist_every(const SpriteView& view) const {
    return one_of_how_many(view, bodies_of_mist_);
}

void BodySprites::draw_maps(const SpriteView& view, SceneMeasure& measure) {
    if (view.bodies.count() == 0) {
        return;
    }
    if (by_density(view)) {
        view.clock.mark("crowding");
        glBindTextureUnit(0, view.colours);
        draw_density(view, measure);
    }
    if (view.dusty()) {
        view.clock.mark("dust");
        bind(view);
        draw_dust(view);
    }
    if (view.misty()) {
        view.clock.mark("mist");
        bind(view);
        draw_mist(view);
    }
}

void BodySprites::bind(const SpriteView& view) const {
    glBindTextureUnit(0, view.colours);
    if (by_density(view)) {
        glBindTextureUnit(1, density_->texture());
    }
    if (view.dusty() && dust_) {
        glBindTextureUnit(2, dust_->texture());
    }
}

void BodySprites::draw_density(SpriteView view, SceneMeasure& measure) {
    view.layer = SpriteView::Layer::all;
    view.part = shrunk(view.part.whole, density_coarseness);
    while (!splat_.fits(view)) {
        view.part = shrunk(view.part.whole, 2);
    }
    view.sizes = {.usual = 1.5F, .smallest = 1.5F, .largest = 1.5F};
    view.count_only = true;
    // Halves are too coarse for large counts.
    const ColourTarget& density = fitted(density_, view.part.size, GLenum{GL_R32F});
    splat_.draw(view, density, view.sizes.largest + 1, true);
    measure.measure_brightness(density.texture(), SceneMeasure::Of::density);
}

// Into a small map, since it is soft anyhow; less so where it follows the density of bodies.
void BodySprites::draw_mist(SpriteView view) {
    const int height =
        view.style.colour_by == ColourBy::values ? fine_mist_height : usual_mist_height;
    const float coarseness =
        std::max(1.0F, static_cast<float>(view.part.whole.height * view.quality.mist_coarseness) /
                           static_cast<float>(height));
    view.part = shrunk(view.part.whole, coarseness);
    view.sizes.usual /= coarseness;
    view.mist_size = mist_size / view.sizes.finer; // the same clouds in larger pictures
    view.layer = SpriteView::Layer::all;
    view.sizes.smallest = 1.5F;
    view.sizes.largest = std::max(1.3F * view.mist_size * view.sizes.usual, 1.5F);
    view.sampling.every = mist_every(view);
    splat_.draw(view, fitted(mist_, view.part.size, GLenum{GL_RGBA16F}), view.sizes.largest + 1,
                false);
}

// In the whole picture, as coarse as clouds are.
void BodySprites::draw_dust(SpriteView view) {
    const float coarseness = std::max(1.0F, static_cast<float>(view.part.whole.height) /
                                                static_cast<float>(dust_height));
    view.part = shrunk(view.part.whole, coarseness);
    view.sizes = {.usual = dust_radius, .smallest = 1.5F, .largest = 3 * dust_radius};
    view.dust_only = true;
    view.layer = SpriteView::Layer::all;
    view.sampling.every = one_of_how_many(view, bodies_of_dust);
    // Differences of moments are too fine for halves.
    splat_.draw(view, fitted(dust_, view.part.size, GLenum{GL_RGBA32F}), view.sizes.largest + 1,
                false);
}

void BodySprites::add_mist(const SpriteView& view) const {
    begin_adding();
    glBindTextureUnit(mist_unit, mist_->texture());
    apply_source(mist_light_, view.part, view.part.whole);
    mist_light_.set("dusty", view.dusty() ? 1 : 0);
    mist_light_.use();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
}

void BodySprites::draw(const SpriteView& view, const ColourTarget& light) {
    if (view.bodies.count() == 0) {
        clear(light);
        return;
    }
    bind(view);
    view.clock.mark("bodies");
    if (view.style.sprite == BodyStyle::Sprite::discs) {
        draw_discs(view, light);
    } else {
        draw_lights(view, light);
    }
}

void BodySprites::draw_sprites(const ShaderProgram& sprites, const SpriteView& view, Which which,
                               Profile profile) const {
    // A point whose centre is outside the viewport is not drawn at all, so the viewport reaches
    // beyond the picture by the largest sprite's radius.
    const int margin = static_cast<int>(std::ceil(view.sizes.largest)) + 2;
    glViewport(-margin, -margin, view.part.size.width + 2 * margin,
               view.part.size.height + 2 * margin);
    view.apply_to(sprites);
    sprites.set("margin", static_cast<float>(margin));
    sprites.set("from_list", which == Which::left_over ? 1 : 0);
    sprites.set("profile", static_cast<int>(profile));
    const bool strips = need_strips(view);
    sprites.set("strips", strips ? 1 : 0);
    sprites.use();
    glBindVertexArray(empty_array_.name());
    const auto count = static_cast<GLsizei>(view.bodies.count());
    if (which == Which::left_over) {
        splat_.draw_listed(strips);
        return;
    }
    for (const glm::dvec3& image : view.images()) {
        view.move_to(sprites, image);
        if (strips) {
            glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
        } else {
            glDrawArrays(GL_POINTS, 0, count);
        }
    }
}

bool BodySprites::splats(SpriteView& view) const {
    if (view.layer == SpriteView::Layer::behind_holes && view.splat_apart) {
        view.layer = SpriteView::Layer::apart;
    }
    if (!splat_.fits(view) && view.layer == SpriteView::Layer::apart) {
        view.layer = SpriteView::Layer::behind_holes; // half the memory
    }
    return view.bodies.count() >= min_to_splat && splat_.fits(view);
}

void BodySprites::draw_lights(const SpriteView& view, const ColourTarget& light) {
    // Few bodies have large sprites; of many, only those close to the eye have.
    SpriteView small = view;
    const bool dots = view.style.sprite == BodyStyle::Sprite::points;
    const bool splat = splats(small);
    const float border = splat ? splat_.largest_radius() : 0;
    if (splat) {
        splat_.draw(small, light, border, dots, need_strips(view),
                    view.misty() ? &*mist_ : nullptr);
    } else {
        clear(light);
        if (view.misty()) {
            light.bind();
            glBindVertexArray(empty_array_.name());
            add_mist(view);
        }
    }
    if (view.sizes.largest >= border) {
        view.clock.mark("large bodies");
        add_sprites(view, light, splat ? Which::left_over : Which::all);
    }
}

void BodySprites::add_sprites(const SpriteView& view, const ColourTarget& light,
                              Which which) const {
    const bool dots = view.style.sprite == BodyStyle::Sprite::points;
    light.bind();
    begin_adding();
    draw_sprites(dots ? points_ : glow_, view, which, dots ? Profile::dot : Profile::star);
    glDisable(GL_BLEND);
}

void BodySprites::draw_balls(const SpriteView& view, const ColourTarget& light) const {
    if (!view.balls || !view.lights.has_balls()) {
        return;
    }
    view.clock.mark("balls");
    light.bind();
    glBindVertexArray(empty_array_.name());
    clear_depth(light);
    begin_adding();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, bodies_binding, view.bodies.gl_buffer());
    apply_eye(balls_, view.camera, view.part);
    apply_depth(balls_, view.camera, view.part.whole);
    view.lights.apply_to(balls_);
    balls_.set("scale", static_cast<float>(view.part.whole.height) / height_of_least_radii);
    balls_.use();
    // First which of them is in front, then its light and no other's.
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    for (const bool depth_only : {true, false}) {
        const GLboolean drawn = depth_only ? GL_FALSE : GL_TRUE;
        balls_.set("depth_only", depth_only ? 1 : 0);
        glDepthMask(depth_only ? GL_TRUE : GL_FALSE);
        glColorMask(drawn, drawn, drawn, drawn);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(view.lights.count()));
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
}

void BodySprites::draw_before_holes(SpriteView view, const ColourTarget& light,
                                    const PicturePart& reach) {
    bind(view);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, bodies_binding, view.bodies.gl_buffer());
    SpriteView small = view;
    const bool splatted = splats(small) && small.layer == SpriteView::Layer::apart;
    if (splatted) {
        splat_.add_before_holes(small, light, reach);
    }
    if (reach.size.width == 0 || reach.size.height == 0) {
        return;
    }
    view.layer = SpriteView::Layer::before_holes;
    add_sprites(view, light, splatted ? Which::left_over : Which::all);
}

void BodySprites::draw_discs(const SpriteView& view, const ColourTarget& light) const {
    clear(light);
    light.bind();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    clear_depth(light);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); // for smooth edges
    draw_sprites(discs_, view, Which::all, Profile::disc);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
}

} // namespace orrery
