// A picture in six steps: (for colour by density) splat the bodies into a coarse map, draw them,
// measure how bright they are, add planets and suns, spread the glare of the brightest places, and
// map light to the screen.

#include "render/body_renderer.hpp"

#include "render/gl_messages.hpp"
#include "render/sprite_view.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr GLuint values_binding = 6; // as in sprite.glsl
constexpr GLuint marks_binding = 7;

} // namespace

BodyRenderer::BodyRenderer(ShaderFolder shaders, DrawnBy shaders_for)
    : shaders_(std::move(shaders)), drawn_by_(shaders_for),
      screen_(shaders_, "screen", shaders_for), mean_(shaders_, "mean", DrawnBy::processor),
      measure_(shaders_), sprites_(shaders_, shaders_for), bloom_(shaders_, shaders_for),
      empty_array_(GlVertexArray::create()) {
    gl_check("preparing to draw");
}

std::vector<BodyRenderer::Pass> BodyRenderer::passes(const BodyStyle& style) {
    return style.bloom ? std::vector{Pass::light, Pass::glare, Pass::show}
                       : std::vector{Pass::light, Pass::show};
}

void BodyRenderer::set_values(std::span<const float> values) {
    value_count_ = values.size();
    values_.store(std::as_bytes(values), "allocating memory for the bodies' values",
                  "show fewer bodies");
}

void BodyRenderer::draw(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style,
                        Extent size, unsigned int target, const DrawingQuality& quality,
                        StillPicture* still) {
    timer_.begin();
    clock_.begin();
    const PicturePart whole(size);
    const bool first = still == nullptr || still->samples() == 0;
    const Camera shifted = still == nullptr ? camera : still->next_camera(camera, size);
    const SpriteView view = begin(bodies, shifted, style, whole, quality,
                                  still == nullptr ? BodySampling{quality.every, 0}
                                                   : still->next_sampling(quality.every));
    bloom_.fit(size, false);
    sprites_.draw_maps(view, measure_);
    draw_light(view);
    if (first) {
        halve(view, whole, Bloom::Of::light);
        end_light();
    }
    if (still != nullptr && first) {
        still->keep_measured(measure_.measured());
    } else if (still != nullptr) {
        still->restore_measured(measure_.measured());
    }
    add_to_light(view);
    if (still != nullptr) {
        glBindVertexArray(empty_array_.name());
        still->add(*light_, view.misty() ? sprites_.mist_every(view) : quality.every, mean_);
    }
    show_whole(view, still == nullptr ? *light_ : still->shown(*light_, mean_), target);
    end();
    clock_.end();
    timer_.end();
}

void BodyRenderer::show_again(const StillPicture& still, const BodyBuffer& bodies,
                              const Camera& camera, const BodyStyle& style, unsigned int target,
                              const DrawingQuality& quality) {
    const PicturePart whole(still.size());
    const SpriteView view = begin(bodies, camera, style, whole, quality, {});
    bloom_.fit(whole.size, false);
    glBindVertexArray(empty_array_.name());
    still.restore_measured(measure_.measured());
    show_whole(view, still.shown(*light_, mean_), target);
    end();
}

void BodyRenderer::begin_parts(const BodyBuffer& bodies, const Camera& camera,
                               const BodyStyle& style, Extent whole) {
    bloom_.fit(whole, true);
    sprites_.draw_maps(begin(bodies, camera, style, {whole, 0, 0, {1, 1}}, {}, {}), measure_);
    end();
}

void BodyRenderer::draw_part(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style,
                             const PicturePart& part, Pass pass, unsigned int target) {
    const PicturePart own = padded(part, Bloom::reach);
    const SpriteView view =
        begin(bodies, camera, style,
              BlackHoles::with_lenses(begin(bodies, camera, style, own, {}, {}), own), {}, {});
    draw_light(view);
    if (pass == Pass::light) {
        halve(view, part, Bloom::Of::light);
    } else {
        add_to_light(view);
        glBindVertexArray(empty_array_.name());
        if (pass == Pass::glare) {
            halve(view, part, Bloom::Of::glare);
        } else if (style.bloom) {
            bloom_.halve_part(*light_, view.part, Bloom::Of::glare);
            bloom_.spread_part();
        }
    }
    if (pass == Pass::show) {
        show(view, *light_, part, target);
    }
    end();
}

void BodyRenderer::end_pass(Pass pass) {
    glBindVertexArray(empty_array_.name());
    if (pass == Pass::light) {
        end_light();
    } else if (pass == Pass::glare) {
        end_glare();
    }
    end();
}

// The part of a picture that is drawn next.
SpriteView BodyRenderer::begin(const BodyBuffer& bodies, const Camera& camera,
                               const BodyStyle& wanted, const PicturePart& part,
                               const DrawingQuality& quality, const BodySampling& sampling) {
    style_ = wanted;
    if (style_.colour_by == ColourBy::values && value_count_ != bodies.count()) {
        style_.colour_by = ColourBy::density;
    }
    fitted(light_, part.size, GLenum{GL_RGBA16F}, GLenum{GL_DEPTH_COMPONENT32F});
    colour_map_.use(style_.colour_map);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    lights_.use(style_.lights);
    const bool has_holes = !hole_runs(style_).empty();
    const bool has_balls = bodies.count() > 0 && (lights_.has_balls() || has_holes) &&
                           style_.sprite != BodyStyle::Sprite::discs;
    if (bodies.count() > 0) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, bodies_binding, bodies.gl_buffer());
    }
    if (style_.colour_by == ColourBy::values) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, values_binding, values_.name());
    }
    if (bodies.gl_marks() != 0) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, marks_binding, bodies.gl_marks());
    }
    style_.bloom = style_.bloom && quality.glare;
    SpriteView view{.bodies = bodies,
                    .camera = camera,
                    .style = style_,
                    .lights = lights_,
                    .clock = clock_,
                    .colours = colour_map_.name(),
                    .part = part,
                    .sizes = sprite_sizes(style_, bodies.count(), part.whole.height),
                    .balls = has_balls,
                    .layer = has_balls && has_holes ? SpriteView::Layer::behind_holes
                                                    : SpriteView::Layer::all,
                    .sampling = sampling,
                    .quality = quality};
    // Only the processor knows where they are.
    view.splat_apart = !view.has_holes() || drawn_by_ == DrawnBy::gpu || !BlackHoles::fill(view);
    return view;
}

void BodyRenderer::end() {
    glBindVertexArray(0);
    glUseProgram(0);
    glDisable(GL_PROGRAM_POINT_SIZE);
}

void BodyRenderer::draw_light(const SpriteView& view) {
    sprites_.draw(view, *light_);
    glBindVertexArray(empty_array_.name());
}

void BodyRenderer::add_to_light(const SpriteView& view) {
    sprites_.draw_balls(view, *light_);
    if (!view.has_holes()) {
        return;
    }
    if (!holes_) {
        holes_.emplace(shaders_, drawn_by_);
    }
    glBindVertexArray(empty_array_.name());
    clock_.mark("black holes");
    const PicturePart reach = holes_->draw(view, *light_);
    clock_.mark("before black holes");
    sprites_.draw_before_holes(view, *light_, reach);
}

void BodyRenderer::halve(const SpriteView& view, const PicturePart& own, Bloom::Of of) {
    clock_.mark("halving");
    bloom_.halve_part(*light_, view.part, of, own);
}

void BodyRenderer::end_light() {
    bloom_.halve_whole(Bloom::Of::light);
    clock_.mark("exposure");
    measure_.measure_brightness(bloom_.measured_texture(), SceneMeasure::Of::picture);
}

void BodyRenderer::end_glare() {
    bloom_.halve_whole(Bloom::Of::glare);
    bloom_.spread_whole();
}

// With its glare.
void BodyRenderer::show_whole(const SpriteView& view, const ColourTarget& light,
                              unsigned int target) {
    glBindVertexArray(empty_array_.name());
    if (view.style.bloom) {
        clock_.mark("glare");
        bloom_.halve_part(light, view.part, Bloom::Of::glare, view.part);
        end_glare();
    }
    show(view, light, view.part, target);
}

// Shows `own`'s part of the light on the screen.
void BodyRenderer::show(const SpriteView& view, const ColourTarget& light, const PicturePart& own,
                        unsigned int target) {
    clock_.mark("showing");
    const BodyStyle& style = view.style;
    const FullscreenPass& pass = screen_for(target);
    const ShaderProgram& screen = pass.program();
    glBindTextureUnit(0, light.texture());
    glBindTextureUnit(1, style.bloom ? bloom_.texture() : 0);
    if (style.bloom) {
        apply_source(screen, own, bloom_.texture_part());
    }
    screen.set("glare_strength", style.bloom ? style.bloom_strength : 0.0F);
    screen.set("brightness", style.brightness * std::exp2(style.exposure));
    screen.set("solid", style.sprite == BodyStyle::Sprite::discs ? 1 : 0);
    apply_light_range(screen, target);
    screen.set("whole_size", glm::vec2(own.whole.width, own.whole.height));
    screen.set("part_corner", glm::vec2(own.left, own.below));
    screen.set("light_corner", glm::vec2(view.part.left, view.part.below));
    pass.fill(target, own.size);
}

const FullscreenPass& BodyRenderer::screen_for(unsigned int target) {
    if (screen_.can_fill(target)) {
        return screen_;
    }
    if (!screen_of_window_) {
        screen_of_window_.emplace(shaders_, "screen", DrawnBy::processor);
    }
    return *screen_of_window_;
}

} // namespace orrery
