#include "render/body_sprites.hpp"

#include <GL/glew.h>

#include <array>
#include <cmath>

namespace orrery {
namespace {

constexpr float height_of_least_radii = 720; // of balls
constexpr std::size_t min_to_splat = 4096;
constexpr float splat_radius = 4; // pixels; larger sprites are the rasteriser's

// A sprite that is wider is no point: software rasterisers draw none of more than 255 pixels.
constexpr float max_point = 200;

bool need_strips(const SpriteView& view) {
    return 2 * view.sizes.largest > max_point;
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
      splat_(folder, by), maps_(folder), empty_array_(GlVertexArray::create()) {}

void BodySprites::draw(const SpriteView& view, const ColourTarget& light) {
    if (view.bodies.count() == 0) {
        clear(light);
        return;
    }
    maps_.bind(view);
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
    } else if (strips) {
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
    } else {
        glDrawArrays(GL_POINTS, 0, count);
    }
}

void BodySprites::draw_lights(const SpriteView& view, const ColourTarget& light) {
    // Few bodies have large sprites; of many, only those close to the eye have.
    const bool dots = view.style.sprite == BodyStyle::Sprite::points;
    const bool splat = view.bodies.count() >= min_to_splat && splat_.fits(view.part.size);
    const float border = splat ? splat_radius : 0;
    if (splat) {
        splat_.draw(view, light, border, dots, need_strips(view), maps_.mist(view));
    } else {
        clear(light);
        if (view.misty()) {
            light.bind();
            glBindVertexArray(empty_array_.name());
            maps_.add_mist(view.part);
        }
    }
    if (view.sizes.largest >= border) {
        view.clock.mark("large bodies");
        light.bind();
        begin_adding();
        draw_sprites(dots ? points_ : glow_, view, splat ? Which::left_over : Which::all,
                     dots ? Profile::dot : Profile::star);
        glDisable(GL_BLEND);
    }
}

void BodySprites::draw_balls(const SpriteView& view, const ColourTarget& light) const {
    if (!view.balls) {
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
