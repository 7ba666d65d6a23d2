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
#include "render/body_splat.hpp"
#include "render/colour_map_texture.hpp"
#include "render/colour_target.hpp"
#include "render/frame_timer.hpp"
#include "render/gl_messages.hpp"
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
constexpr float splat_radius = 4;               // pixels; larger sprites are the rasteriser's
constexpr int mist_height = 120;                // of the map that mist is drawn into
constexpr float mist_size = 10;                 // of its sprites, in usual radii
constexpr std::size_t bodies_of_mist = 1 << 18; // more of them look no smoother
constexpr GLuint values_binding = 6;            // as in sprite.glsl
constexpr GLuint marks_binding = 7;             // as in sprite.glsl
constexpr int density_coarseness = 4;           // pixels a side of one cell of the density map

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
          mist_light_(folder_, {"fullscreen.vert", "mist.frag"}),
          screen_(folder_, {"fullscreen.vert", "screen.frag"}), measure_(folder_), splat_(folder_),
          balls_(folder_), bloom_(folder_), empty_array_(GlVertexArray::create()) {
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

    void draw(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& wanted, Extent size,
              GLuint target) {
        BodyStyle style = wanted;
        if (style.colour_by == ColourBy::values && value_count_ != bodies.count()) {
            style.colour_by = ColourBy::density;
        }
        fit(size);
        colour_map_.use(style.colour_map);
        timer_.begin();
        glDisable(GL_SCISSOR_TEST);
        glDisable(GL_CULL_FACE);
        glDisable(GL_STENCIL_TEST);
        glDisable(GL_FRAMEBUFFER_SRGB);
        glDisable(GL_BLEND);
        glDisable(GL_DEPTH_TEST);
        glEnable(GL_PROGRAM_POINT_SIZE);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        lights_.use(style.lights);
        const bool has_balls =
            bodies.count() > 0 && lights_.has_balls() && style.sprite != BodyStyle::Sprite::discs;
        const SpriteView view{bodies,   camera, style,
                              lights_,  size,   sprite_sizes(style, bodies.count(), size.height),
                              has_balls};
        if (bodies.count() == 0) {
            clear_light();
        } else {
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, bodies.gl_buffer());
            if (style.colour_by == ColourBy::values) {
                glBindBufferBase(GL_SHADER_STORAGE_BUFFER, values_binding, values_.name());
            }
            if (bodies.gl_marks() != 0) {
                glBindBufferBase(GL_SHADER_STORAGE_BUFFER, marks_binding, bodies.gl_marks());
            }
            glBindTextureUnit(0, colour_map_.name());
            if (style.colour_by == ColourBy::density) {
                draw_density(view);
                glBindTextureUnit(0, colour_map_.name());
                glBindTextureUnit(1, density_->texture());
            }
            draw_bodies(view);
            if (lights_.has_mist() && style.sprite == BodyStyle::Sprite::glow) {
                draw_mist(view);
            }
        }
        glBindVertexArray(empty_array_.name());
        bloom_.halve(*light_);
        measure_.measure_brightness(bloom_.measured_texture(), SceneMeasure::Of::picture);
        if (has_balls) {
            draw_balls(view);
        }
        if (style.bloom) {
            bloom_.spread(*light_);
        }
        show(style, size, target);
        glBindVertexArray(0);
        glUseProgram(0);
        glDisable(GL_PROGRAM_POINT_SIZE);
        timer_.end();
    }

    std::optional<std::string> reload_changed_shaders() {
        const auto now = std::chrono::steady_clock::now();
        if (now < next_reload_) {
            return std::nullopt;
        }
        next_reload_ = now + time_between_reloads;
        std::vector<ShaderProgram*> programs{&glow_, &points_, &discs_, &mist_light_, &screen_};
        for (auto more :
             {measure_.programs(), splat_.programs(), balls_.programs(), bloom_.programs()}) {
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
        glViewport(-margin, -margin, view.size.width + 2 * margin, view.size.height + 2 * margin);
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

    void draw_density(SpriteView view) {
        view.size = {std::max(view.size.width / density_coarseness, 1),
                     std::max(view.size.height / density_coarseness, 1)};
        view.sizes = {.usual = 1.5F, .smallest = 1.5F, .largest = 1.5F};
        view.count_only = true;
        if (!density_ || density_->size() != view.size) {
            density_.emplace(view.size, GLenum{GL_R32F}); // halves are too coarse for large counts
        }
        splat_.draw(view, *density_, view.sizes.largest + 1, true);
        measure_.measure_brightness(density_->texture(), SceneMeasure::Of::density);
    }

    // Into a small map, since it is soft anyhow; added to the picture.
    void draw_mist(SpriteView view) {
        const Extent full = view.size;
        const float coarseness =
            std::max(1.0F, static_cast<float>(full.height) / static_cast<float>(mist_height));
        view.size = {std::max(static_cast<int>(static_cast<float>(full.width) / coarseness), 1),
                     std::max(static_cast<int>(static_cast<float>(full.height) / coarseness), 1)};
        view.sizes.usual /= coarseness;
        view.mist_size = mist_size;
        view.sizes.smallest = 1.5F;
        view.sizes.largest = std::max(1.3F * mist_size * view.sizes.usual, 1.5F);
        if (!mist_ || mist_->size() != view.size) {
            mist_.emplace(view.size, GLenum{GL_RGBA16F});
        }
        const bool strips = false;
        const std::size_t every = std::max<std::size_t>(view.bodies.count() / bodies_of_mist, 1);
        splat_.draw(view, *mist_, view.sizes.largest + 1, false, strips, static_cast<int>(every));
        light_->bind();
        glEnable(GL_BLEND);
        glBlendEquation(GL_FUNC_ADD);
        glBlendFunc(GL_ONE, GL_ONE);
        glBindVertexArray(empty_array_.name());
        glBindTextureUnit(0, mist_->texture());
        mist_light_.use();
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glDisable(GL_BLEND);
    }

    void draw_bodies(const SpriteView& view) {
        if (view.style.sprite == BodyStyle::Sprite::discs) {
            draw_discs(view);
            return;
        }
        // Few bodies have large sprites; of many, only those close to the eye have.
        const bool dots = view.style.sprite == BodyStyle::Sprite::points;
        const bool splat = view.bodies.count() >= min_to_splat && splat_.fits(view.size);
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

    void show(const BodyStyle& style, Extent size, GLuint target) {
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glViewport(0, 0, size.width, size.height);
        glBindTextureUnit(0, light_->texture());
        glBindTextureUnit(1, style.bloom ? bloom_.texture() : 0);
        screen_.set("glare_strength", glare_strength(style));
        screen_.set("brightness", style.brightness * std::exp2(style.exposure));
        screen_.set("solid", style.sprite == BodyStyle::Sprite::discs ? 1 : 0);
        screen_.set("size", glm::vec2(size.width, size.height));
        screen_.use();
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }

    const ShaderFolder folder_;
    ShaderProgram glow_, points_, discs_, mist_light_, screen_;
    SceneMeasure measure_;
    BodySplat splat_;
    BodyLights lights_;
    BodyBalls balls_;
    Bloom bloom_;
    FrameTimer timer_;
    GlVertexArray empty_array_;
    ColourMapTexture colour_map_;
    GlBuffer values_;
    std::size_t value_count_ = 0, value_room_ = 0;
    std::optional<ColourTarget> light_;   // the picture as light, of the size drawn last
    std::optional<ColourTarget> density_; // bodies a cell
    std::optional<ColourTarget> mist_;
    std::chrono::steady_clock::time_point next_reload_;
};

BodyRenderer::BodyRenderer(std::filesystem::path shader_folder)
    : implementation_(std::make_unique<Implementation>(std::move(shader_folder))) {}

BodyRenderer::~BodyRenderer() = default;

void BodyRenderer::set_values(std::span<const float> values) {
    implementation_->set_values(values);
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
