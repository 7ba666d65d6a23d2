// A picture in five steps: measure the bodies, (for colour by density) splat them into a coarse
// map, draw them, halve the picture into a pyramid, and map light to the screen.

#include "render/body_renderer.hpp"

#include "render/automatic_look.hpp"
#include "render/bloom.hpp"
#include "render/colour_target.hpp"
#include "render/frame_timer.hpp"
#include "render/gl_messages.hpp"
#include "render/scene_measure.hpp"
#include "sim/error.hpp"

#include <glm/mat3x3.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace orrery {
namespace {

constexpr auto time_between_reloads = std::chrono::milliseconds(250);
constexpr int density_coarseness = 4; // pixels a side of one cell of the density map

// What a body's colour comes from, as bodies.vert numbers it.
int colour_source(ColourBy colour_by) {
    switch (colour_by) {
    case ColourBy::scalar:
        return 0;
    case ColourBy::density:
        return 1;
    case ColourBy::single:
        return 2;
    case ColourBy::component:
        return 3;
    }
    return 0;
}

constexpr int count_only = 4; // every body is one unit of light

const ColourMap& find_colour_map(const std::string& id) {
    const std::vector<ColourMap>& maps = colour_maps();
    const auto found =
        std::find_if(maps.begin(), maps.end(), [&](const ColourMap& map) { return id == map.id; });
    if (found == maps.end()) {
        throw bad_input("there is no colour map of this name", id, "");
    }
    return *found;
}

// Doubles as pairs of floats: a body's distance from the eye is exact however far both are from the
// origin.
struct SplitVector {
    glm::vec3 high, low;
};

SplitVector split(const glm::dvec3& v) {
    const glm::vec3 high(v);
    return {high, glm::vec3(v - glm::dvec3(high))};
}

} // namespace

class BodyRenderer::Implementation {
public:
    explicit Implementation(std::filesystem::path shader_folder)
        : folder_(std::move(shader_folder)), glow_(folder_, {"bodies.vert", "glow.frag"}),
          points_(folder_, {"bodies.vert", "points.frag"}),
          discs_(folder_, {"bodies.vert", "discs.frag"}),
          screen_(folder_, {"fullscreen.vert", "screen.frag"}), measure_(folder_), bloom_(folder_),
          bodies_array_(GlVertexArray::create()), empty_array_(GlVertexArray::create()) {
        glEnableVertexArrayAttrib(bodies_array_.name(), 0);
        glVertexArrayAttribFormat(bodies_array_.name(), 0, 4, GL_FLOAT, GL_FALSE, 0);
        glVertexArrayAttribBinding(bodies_array_.name(), 0, 0);
        gl_check("preparing to draw");
    }

    void draw(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style, Extent size,
              GLuint target) {
        fit(size);
        use_colour_map(style.colour_map);
        timer_.begin();
        glDisable(GL_SCISSOR_TEST);
        glDisable(GL_CULL_FACE);
        glDisable(GL_STENCIL_TEST);
        glDisable(GL_FRAMEBUFFER_SRGB);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        light_->bind();
        const std::array<float, 4> dark{0, 0, 0, 0};
        glClearNamedFramebufferfv(light_->framebuffer(), GL_COLOR, 0, dark.data());
        if (bodies.count() > 0) {
            measure_.measure_bodies(bodies);
            glVertexArrayVertexBuffer(bodies_array_.name(), 0, bodies.gl_buffer(), 0,
                                      4 * sizeof(float));
            if (style.colour_by == ColourBy::density) {
                draw_density(bodies, camera, size);
            }
            draw_bodies(bodies, camera, style, size);
        }
        glBindVertexArray(empty_array_.name());
        bloom_.draw(*light_, style.bloom);
        measure_.measure_brightness(bloom_.measured_texture(), SceneMeasure::Of::picture);
        show(style, size, target);
        glBindVertexArray(0);
        glUseProgram(0);
        timer_.end();
    }

    std::optional<std::string> reload_changed_shaders() {
        const auto now = std::chrono::steady_clock::now();
        if (now < next_reload_) {
            return std::nullopt;
        }
        next_reload_ = now + time_between_reloads;
        std::vector<ShaderProgram*> programs{&glow_, &points_, &discs_, &screen_};
        for (auto more : {measure_.programs(), bloom_.programs()}) {
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

    void use_colour_map(const std::string& id) {
        if (id == colour_map_id_) {
            return;
        }
        const ColourMap& map = find_colour_map(id);
        const auto entries = static_cast<GLsizei>(map.rgb.size() / 3);
        colour_map_ = GlTexture::create(GLenum{GL_TEXTURE_1D});
        const GLuint texture = colour_map_.name();
        glTextureStorage1D(texture, 1, GL_RGBA16F, entries);
        glTextureSubImage1D(texture, 0, 0, entries, GL_RGB, GL_FLOAT, map.rgb.data());
        glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        colour_map_id_ = id;
    }

    const ShaderProgram& program(BodyStyle::Sprite sprite) const {
        switch (sprite) {
        case BodyStyle::Sprite::glow:
            break;
        case BodyStyle::Sprite::points:
            return points_;
        case BodyStyle::Sprite::discs:
            return discs_;
        }
        return glow_;
    }

    static SpriteSizes sizes(BodyStyle::Sprite sprite, std::size_t count, int height) {
        switch (sprite) {
        case BodyStyle::Sprite::glow:
            break;
        case BodyStyle::Sprite::points:
            return point_sizes(height);
        case BodyStyle::Sprite::discs:
            return disc_sizes(height);
        }
        return glow_sizes(count, height);
    }

    // Sets what places sprites, and draws them into the bound framebuffer of `size`.
    static void draw_sprites(const ShaderProgram& sprites, const BodyBuffer& bodies,
                             const Camera& camera, const SpriteSizes& sizes, Extent size) {
        // A point whose centre is outside the viewport is not drawn at all, so the viewport reaches
        // beyond the picture by the largest sprite's radius.
        const int margin = static_cast<int>(std::ceil(sizes.largest)) + 1;
        const glm::vec2 picture(size.width, size.height);
        const glm::vec2 viewport = picture + 2.0F * static_cast<float>(margin);
        glViewport(-margin, -margin, size.width + 2 * margin, size.height + 2 * margin);

        const double aspect = static_cast<double>(size.width) / size.height;
        const glm::dmat4 projection = camera.projection(aspect);
        const SplitVector eye = split(camera.pose().eye());
        sprites.set("eye_high", eye.high);
        sprites.set("eye_low", eye.low);
        sprites.set("to_eye", glm::mat3(glm::dmat3(camera.view())));
        sprites.set("projection", glm::mat4(projection));
        sprites.set("viewport_share", picture / viewport);
        sprites.set("viewport_size", viewport);
        sprites.set("viewport_corner", glm::vec2(-static_cast<float>(margin)));
        sprites.set("focal_length", static_cast<float>(projection[1][1] * size.height / 2));
        sprites.set("reference_depth", static_cast<float>(camera.pose().distance));
        sprites.set("spacings", static_cast<float>(sizes.spacings));
        sprites.set("bodies_each_way", static_cast<float>(std::cbrt(bodies.count())));
        sprites.set("smallest", sizes.smallest);
        sprites.set("largest", sizes.largest);
        sprites.use();
        glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(bodies.count()));
    }

    void begin_adding() const {
        glBindVertexArray(bodies_array_.name());
        glEnable(GL_PROGRAM_POINT_SIZE);
        glEnable(GL_DEPTH_CLAMP); // bodies far behind the far plane are still stars
        glDisable(GL_DEPTH_TEST);
        glEnable(GL_BLEND);
        glBlendEquation(GL_FUNC_ADD);
        glBlendFunc(GL_ONE, GL_ONE);
    }

    void end_adding() const {
        glDisable(GL_BLEND);
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_DEPTH_CLAMP);
        glDisable(GL_PROGRAM_POINT_SIZE);
    }

    void draw_density(const BodyBuffer& bodies, const Camera& camera, Extent size) {
        const Extent coarse{std::max(size.width / density_coarseness, 1),
                            std::max(size.height / density_coarseness, 1)};
        if (!density_ || density_->size() != coarse) {
            density_.emplace(coarse, GLenum{GL_R32F}); // halves would stop counting at 2048
        }
        density_->bind();
        const std::array<float, 4> nothing{0, 0, 0, 0};
        glClearNamedFramebufferfv(density_->framebuffer(), GL_COLOR, 0, nothing.data());
        begin_adding();
        points_.set("colour_source", count_only);
        draw_sprites(points_, bodies, camera, {.spacings = 0, .smallest = 1.5F, .largest = 1.5F},
                     coarse);
        end_adding();
        measure_.measure_brightness(density_->texture(), SceneMeasure::Of::density);
    }

    void draw_bodies(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style,
                     Extent size) {
        const ShaderProgram& sprites = program(style.sprite);
        SpriteSizes automatic = sizes(style.sprite, bodies.count(), size.height);
        automatic.spacings *= style.size;
        automatic.smallest = std::max(automatic.smallest * std::min(style.size, 1.0F), 1.0F);
        automatic.largest = std::max(automatic.largest * style.size, automatic.smallest);

        sprites.set("colour_source", colour_source(style.colour_by));
        sprites.set("scalar_low", style.scalar_low);
        sprites.set("scalar_high", style.scalar_high);
        sprites.set("logarithmic", style.logarithmic ? 1 : 0);
        glBindTextureUnit(0, colour_map_.name());
        glBindTextureUnit(1, density_ ? density_->texture() : 0);
        glBindFramebuffer(GL_FRAMEBUFFER, light_->framebuffer());
        begin_adding();
        if (style.sprite == BodyStyle::Sprite::discs) {
            const float far = 1;
            glClearNamedFramebufferfv(light_->framebuffer(), GL_DEPTH, 0, &far);
            glEnable(GL_DEPTH_TEST);
            glDepthFunc(GL_LEQUAL);
            glDepthMask(GL_TRUE);
            glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        }
        draw_sprites(sprites, bodies, camera, automatic, size);
        end_adding();
    }

    void show(const BodyStyle& style, Extent size, GLuint target) {
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glViewport(0, 0, size.width, size.height);
        glBindTextureUnit(0, light_->texture());
        glBindTextureUnit(1, bloom_.texture());
        screen_.set("bloom_share", style.bloom ? 0.25F * style.bloom_strength : 0.0F);
        screen_.set("brightness_wished", style.brightness * std::exp2(style.exposure));
        screen_.set("solid", style.sprite == BodyStyle::Sprite::discs ? 1 : 0);
        screen_.set("size", glm::vec2(size.width, size.height));
        screen_.use();
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }

    const ShaderFolder folder_;
    ShaderProgram glow_, points_, discs_, screen_;
    SceneMeasure measure_;
    Bloom bloom_;
    FrameTimer timer_;
    GlVertexArray bodies_array_, empty_array_;
    GlTexture colour_map_;
    std::string colour_map_id_;
    std::optional<ColourTarget> light_;   // the picture as light, of the size drawn last
    std::optional<ColourTarget> density_; // bodies a cell
    std::chrono::steady_clock::time_point next_reload_;
};

BodyRenderer::BodyRenderer(std::filesystem::path shader_folder)
    : implementation_(std::make_unique<Implementation>(std::move(shader_folder))) {}

BodyRenderer::~BodyRenderer() = default;

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
