// A picture in six steps: (for colour by density) splat the bodies into a coarse map, draw them,
// measure how bright they are, add planets and suns, spread the glare of the brightest places, and
// map light to the screen.

#include "render/body_renderer.hpp"
#include "render/body_buffer.hpp"
#include "render/body_style.hpp"

#include "render/automatic_look.hpp"
#include "render/bloom.hpp"
#include "render/body_balls.hpp"
#include "render/body_lights.hpp"
#include "render/body_maps.hpp"
#include "render/body_splat.hpp"
#include "render/colour_map_texture.hpp"
#include "render/colour_target.hpp"
#include "render/frame_timer.hpp"
#include "render/gl_messages.hpp"
#include "render/light_range.hpp"
#include "render/scene_measure.hpp"
#include "render/sprite_view.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace orrery {
namespace {

// As sprite.vert numbers them.
enum class Profile { star, dot, disc };

constexpr auto time_between_reloads = std::chrono::milliseconds(250);
constexpr std::size_t min_to_splat = 4096;
constexpr float splat_radius = 4;    // pixels; larger sprites are the rasteriser's
constexpr GLuint values_binding = 6; // as in sprite.glsl
constexpr GLuint marks_binding = 7;

// A sprite that is wider is no point: software rasterisers draw none of more than 255 pixels.
constexpr float max_point = 200;

float glare_strength(const BodyStyle& style) {
    return style.bloom ? style.bloom_strength : 0;
}

} // namespace

class BodyRenderer::Implementation {
public:
    explicit Implementation(std::filesystem::path shader_folder)
        : folder_(std::move(shader_folder)), glow_(folder_, {"sprite.vert", "glow.frag"}),
          points_(folder_, {"sprite.vert", "points.frag"}),
          discs_(folder_, {"sprite.vert", "discs.frag"}),
          screen_(folder_, {"fullscreen.vert", "screen.frag"}), measure_(folder_), splat_(folder_),
          maps_(folder_), balls_(folder_), bloom_(folder_), empty_array_(GlVertexArray::create()) {
        gl_check("preparing to draw");
    }

    void set_values(std::span<const float> values) {
        if (values.size() > value_room_) {
            values_ = GlBuffer::create();
            glNamedBufferStorage(values_.name(), static_cast<GLsizeiptr>(values.size_bytes()),
                                 nullptr, GL_DYNAMIC_STORAGE_BIT);
            gl_check("making room for the bodies' values", "show fewer bodies");
            value_room_ = values.size();
        }
        value_count_ = values.size();
        if (value_count_ > 0) {
            glNamedBufferSubData(values_.name(), 0, static_cast<GLsizeiptr>(values.size_bytes()),
                                 values.data());
        }
    }

    void draw(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style, Extent size,
              GLuint target) {
        const PicturePart whole(size);
        const SpriteView view = begin(bodies, camera, style, whole);
        timer_.begin();
        bloom_.fit(size, false);
        maps_.draw(view, colour_map_.name(), splat_, measure_);
        draw_light(view);
        halve(view, whole, Bloom::Of::light);
        end_light();
        draw_balls(view);
        if (style.bloom) {
            halve(view, whole, Bloom::Of::glare);
            end_glare();
        }
        show(view, whole, target);
        end();
        timer_.end();
    }

    void begin_parts(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style,
                     Extent whole) {
        bloom_.fit(whole, true);
        maps_.draw(begin(bodies, camera, style, {whole, 0, 0, {1, 1}}), colour_map_.name(), splat_,
                   measure_);
        end();
    }

    void draw_part(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style,
                   const PicturePart& part, Pass pass, GLuint target) {
        const SpriteView view = begin(bodies, camera, style, padded(part, Bloom::reach));
        draw_light(view);
        if (pass == Pass::light) {
            halve(view, part, Bloom::Of::light);
        } else {
            draw_balls(view);
            if (pass == Pass::glare) {
                halve(view, part, Bloom::Of::glare);
            } else if (style.bloom) {
                bloom_.halve_part(*light_, view.part, Bloom::Of::glare);
                bloom_.spread_part();
            }
        }
        if (pass == Pass::show) {
            show(view, part, target);
        }
        end();
    }

    void end_pass(Pass pass) {
        glBindVertexArray(empty_array_.name());
        if (pass == Pass::light) {
            end_light();
        } else if (pass == Pass::glare) {
            end_glare();
        }
        end();
    }

    std::optional<std::string> reload_changed_shaders() {
        const auto now = std::chrono::steady_clock::now();
        if (now < next_reload_) {
            return std::nullopt;
        }
        next_reload_ = now + time_between_reloads;
        std::vector<ShaderProgram*> programs{&glow_, &points_, &discs_, &screen_};
        for (auto more : {measure_.programs(), splat_.programs(), maps_.programs(),
                          balls_.programs(), bloom_.programs()}) {
            programs.insert(programs.end(), more.begin(), more.end());
        }
        std::optional<std::string> words;
        for (ShaderProgram* program : programs) {
            if (auto complaint = program->reload_if_changed(folder_)) {
                words = std::move(complaint);
            }
        }
        return words;
    }

    double milliseconds() const { return timer_.milliseconds(); }

private:
    // The part of a picture that is drawn next.
    SpriteView begin(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& wanted,
                     const PicturePart& part) {
        style_ = wanted;
        if (style_.colour_by == ColourBy::values && value_count_ != bodies.count()) {
            style_.colour_by = ColourBy::density;
        }
        fit(part.size);
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
        const bool has_balls =
            bodies.count() > 0 && lights_.has_balls() && style_.sprite != BodyStyle::Sprite::discs;
        if (bodies.count() > 0) {
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, bodies.gl_buffer());
        }
        if (style_.colour_by == ColourBy::values) {
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, values_binding, values_.name());
        }
        if (bodies.gl_marks() != 0) {
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, marks_binding, bodies.gl_marks());
        }
        return {bodies,   camera, style_,
                lights_,  part,   sprite_sizes(style_, bodies.count(), part.whole.height),
                has_balls};
    }

    static void end() {
        glBindVertexArray(0);
        glUseProgram(0);
        glDisable(GL_PROGRAM_POINT_SIZE);
    }

    void draw_light(const SpriteView& view) {
        if (view.bodies.count() == 0) {
            clear_light();
        } else {
            maps_.bind(view, colour_map_.name());
            draw_bodies(view);
            if (BodyMaps::has_mist(view)) {
                light_->bind();
                glBindVertexArray(empty_array_.name());
                maps_.add_mist(view.part);
            }
        }
        glBindVertexArray(empty_array_.name());
    }

    void halve(const SpriteView& view, const PicturePart& own, Bloom::Of of) {
        bloom_.halve_part(*light_, view.part, of);
        bloom_.put(*light_, view.part, own);
    }

    void end_light() {
        bloom_.halve_whole(Bloom::Of::light);
        measure_.measure_brightness(bloom_.measured_texture(), SceneMeasure::Of::picture);
    }

    void end_glare() {
        bloom_.halve_whole(Bloom::Of::glare);
        bloom_.spread_whole();
    }

    void fit(Extent size) {
        if (light_ && light_->size() == size) {
            return;
        }
        light_.emplace(size, GLenum{GL_RGBA16F}, GLenum{GL_DEPTH_COMPONENT32F});
    }

    void clear_light() const {
        const std::array<float, 4> dark{0, 0, 0, 0};
        glClearNamedFramebufferfv(light_->framebuffer(), GL_COLOR, 0, dark.data());
    }

    // Wider ones than points can be.
    static bool need_strips(const SpriteView& view) { return 2 * view.sizes.largest > max_point; }

    // All sprites, or those that splatting has left, into the bound framebuffer.
    enum class Sprites { all, left_over };
    void draw_sprites(const ShaderProgram& sprites, const SpriteView& view, Sprites which,
                      Profile profile) const {
        // A point whose centre is outside the viewport is not drawn at all, so the viewport reaches
        // beyond the picture by the largest sprite's radius.
        const int margin = static_cast<int>(std::ceil(view.sizes.largest)) + 2;
        glViewport(-margin, -margin, view.part.size.width + 2 * margin,
                   view.part.size.height + 2 * margin);
        view.apply_to(sprites);
        sprites.set("margin", static_cast<float>(margin));
        sprites.set("from_list", which == Sprites::left_over ? 1 : 0);
        sprites.set("profile", static_cast<int>(profile));
        const bool strips = need_strips(view);
        sprites.set("strips", strips ? 1 : 0);
        sprites.use();
        glBindVertexArray(empty_array_.name());
        const auto count = static_cast<GLsizei>(view.bodies.count());
        if (which == Sprites::left_over) {
            splat_.draw_listed(strips);
        } else if (strips) {
            glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
        } else {
            glDrawArrays(GL_POINTS, 0, count);
        }
    }

    void draw_bodies(const SpriteView& view) {
        if (view.style.sprite == BodyStyle::Sprite::discs) {
            draw_discs(view);
            return;
        }
        // Few bodies have large sprites; of many, only those close to the eye have.
        const bool dots = view.style.sprite == BodyStyle::Sprite::points;
        const bool splat = view.bodies.count() >= min_to_splat && splat_.fits(view.part.size);
        const float border = splat ? splat_radius : 0;
        if (splat) {
            splat_.draw(view, *light_, border, dots, need_strips(view));
        } else {
            clear_light();
        }
        if (view.sizes.largest >= border) {
            light_->bind();
            glEnable(GL_BLEND);
            glBlendEquation(GL_FUNC_ADD);
            glBlendFunc(GL_ONE, GL_ONE);
            draw_sprites(dots ? points_ : glow_, view, splat ? Sprites::left_over : Sprites::all,
                         dots ? Profile::dot : Profile::star);
            glDisable(GL_BLEND);
        }
    }

    void draw_balls(const SpriteView& view) {
        if (!view.balls) {
            return;
        }
        light_->bind();
        const float far = 1;
        glClearNamedFramebufferfv(light_->framebuffer(), GL_DEPTH, 0, &far);
        glEnable(GL_BLEND);
        glBlendEquation(GL_FUNC_ADD);
        glBlendFunc(GL_ONE, GL_ONE);
        balls_.draw(view);
        glDisable(GL_BLEND);
    }

    void draw_discs(const SpriteView& view) {
        clear_light();
        light_->bind();
        const float far = 1;
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(GL_LEQUAL);
        glDepthMask(GL_TRUE);
        glClearNamedFramebufferfv(light_->framebuffer(), GL_DEPTH, 0, &far);
        glEnable(GL_BLEND);
        glBlendEquation(GL_FUNC_ADD);
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); // for smooth edges
        draw_sprites(discs_, view, Sprites::all, Profile::disc);
        glDisable(GL_BLEND);
        glDisable(GL_DEPTH_TEST);
    }

    // What `own` has of the light there is.
    void show(const SpriteView& view, const PicturePart& own, GLuint target) {
        const BodyStyle& style = view.style;
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glViewport(0, 0, own.size.width, own.size.height);
        glBindTextureUnit(0, light_->texture());
        glBindTextureUnit(1, style.bloom ? bloom_.texture() : 0);
        if (style.bloom) {
            apply_source(screen_, own, bloom_.texture_part());
        }
        screen_.set("glare_strength", glare_strength(style));
        screen_.set("brightness", style.brightness * std::exp2(style.exposure));
        screen_.set("solid", style.sprite == BodyStyle::Sprite::discs ? 1 : 0);
        apply_light_range(screen_, target);
        screen_.set("whole_size", glm::vec2(own.whole.width, own.whole.height));
        screen_.set("part_corner", glm::vec2(own.left, own.below));
        screen_.set("light_corner", glm::vec2(view.part.left, view.part.below));
        screen_.use();
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }

    const ShaderFolder folder_;
    ShaderProgram glow_, points_, discs_, screen_;
    SceneMeasure measure_;
    BodySplat splat_;
    BodyMaps maps_;
    BodyLights lights_;
    BodyBalls balls_;
    Bloom bloom_;
    FrameTimer timer_;
    GlVertexArray empty_array_;
    BodyStyle style_; // of what is drawn
    ColourMapTexture colour_map_;
    GlBuffer values_;
    std::size_t value_count_ = 0, value_room_ = 0;
    std::optional<ColourTarget> light_; // the picture as light, of the size drawn last
    std::chrono::steady_clock::time_point next_reload_;
};

BodyRenderer::BodyRenderer(std::filesystem::path shader_folder)
    : implementation_(std::make_unique<Implementation>(std::move(shader_folder))) {}

BodyRenderer::~BodyRenderer() = default;

void BodyRenderer::set_values(std::span<const float> values) {
    implementation_->set_values(values);
}

std::vector<BodyRenderer::Pass> BodyRenderer::passes(const BodyStyle& style) {
    return style.bloom ? std::vector{Pass::light, Pass::glare, Pass::show}
                       : std::vector{Pass::light, Pass::show};
}

void BodyRenderer::begin_parts(const BodyBuffer& bodies, const Camera& camera,
                               const BodyStyle& style, Extent whole) {
    implementation_->begin_parts(bodies, camera, style, whole);
}

void BodyRenderer::draw_part(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style,
                             const PicturePart& part, Pass pass, unsigned int target) {
    implementation_->draw_part(bodies, camera, style, part, pass, target);
}

void BodyRenderer::end_pass(Pass pass) {
    implementation_->end_pass(pass);
}

void BodyRenderer::draw(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style,
                        Extent size, unsigned int target) {
    implementation_->draw(bodies, camera, style, size, target);
}

std::optional<std::string> BodyRenderer::reload_changed_shaders() {
    return implementation_->reload_changed_shaders();
}

double BodyRenderer::gpu_milliseconds() const {
    return implementation_->milliseconds();
}

} // namespace orrery
