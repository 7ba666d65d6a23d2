#include "render/slice_renderer.hpp"

#include "render/colour_map_texture.hpp"
#include "render/gl_messages.hpp"
#include "render/shader_program.hpp"
#include "render/sprite_view.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace orrery {
namespace {

// Lines follow the density at about so many columns: finer, single bodies would make them ragged.
constexpr int line_columns = 128;

// How wide lines are, as a share of the picture's height: seen from the last row at any size.
constexpr float line_width = 1.0F / 400;

int levels_of(int columns, int rows) {
    return std::bit_width(static_cast<unsigned int>(std::max(columns, rows)));
}

} // namespace

class SliceRenderer::Implementation {
public:
    explicit Implementation(std::filesystem::path shader_folder)
        : folder_(std::move(shader_folder)), program_(folder_, {"slice.vert", "slice.frag"}),
          empty_array_(GlVertexArray::create()) {
        gl_check("preparing to draw a slice");
    }

    void set_slice(const Slice& slice) {
        shown_ = !slice.shade.empty();
        if (!shown_) {
            return;
        }
        centre_ = slice.centre;
        right_ = slice.right;
        up_ = slice.up;
        decades_ = slice.decades;
        if (columns_ != slice.columns || rows_ != slice.rows) {
            columns_ = slice.columns;
            rows_ = slice.rows;
            texture_ = GlTexture::create(GLenum{GL_TEXTURE_2D});
            glTextureStorage2D(texture_.name(), levels_of(columns_, rows_), GL_R32F, columns_,
                               rows_);
            glTextureParameteri(texture_.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
            glTextureParameteri(texture_.name(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
            for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
                glTextureParameteri(texture_.name(), wrap, GL_CLAMP_TO_EDGE);
            }
        }
        glTextureSubImage2D(texture_.name(), 0, 0, 0, columns_, rows_, GL_RED, GL_FLOAT,
                            slice.shade.data());
        glGenerateTextureMipmap(texture_.name());
        gl_check("storing a slice");
    }

    void draw(const Camera& camera, const std::string& colour_map, const PicturePart& part,
              GLuint target) {
        if (!shown_) {
            return;
        }
        colours_.use(colour_map);
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glViewport(0, 0, part.size.width, part.size.height);
        glDisable(GL_SCISSOR_TEST);
        glDisable(GL_CULL_FACE);
        glDisable(GL_DEPTH_TEST);
        glEnable(GL_BLEND);
        glBlendEquation(GL_FUNC_ADD);
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
        apply_eye(program_, camera, part);
        program_.set("centre", centre_);
        program_.set("right", right_);
        program_.set("up", up_);
        program_.set("decades", decades_);
        const int halvings = std::max(levels_of(columns_ / line_columns, 1) - 1, 0);
        program_.set("line_level", static_cast<float>(halvings));
        program_.set("half_width",
                     std::max(0.5F * line_width * static_cast<float>(part.whole.height), 0.6F));
        glBindTextureUnit(0, colours_.name());
        glBindTextureUnit(1, texture_.name());
        program_.use();
        glBindVertexArray(empty_array_.name());
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        glBindVertexArray(0);
        glUseProgram(0);
        glDisable(GL_BLEND);
    }

    std::optional<std::string> reload_changed_shaders() {
        return program_.reload_if_changed(folder_);
    }

private:
    const ShaderFolder folder_;
    ShaderProgram program_;
    GlVertexArray empty_array_;
    ColourMapTexture colours_;
    GlTexture texture_;
    int columns_ = 0, rows_ = 0;
    bool shown_ = false;
    glm::vec3 centre_{0}, right_{0}, up_{0};
    float decades_ = 3;
};

SliceRenderer::SliceRenderer(std::filesystem::path shader_folder)
    : implementation_(std::make_unique<Implementation>(std::move(shader_folder))) {}

SliceRenderer::~SliceRenderer() = default;

void SliceRenderer::set_slice(const Slice& slice) {
    implementation_->set_slice(slice);
}

void SliceRenderer::draw(const Camera& camera, const std::string& colour_map,
                         const PicturePart& part, unsigned int target) {
    implementation_->draw(camera, colour_map, part, target);
}

std::optional<std::string> SliceRenderer::reload_changed_shaders() {
    return implementation_->reload_changed_shaders();
}

} // namespace orrery
