#include "render/body_splat.hpp"

#include "render/fullscreen_pass.hpp"
#include "render/gl_messages.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr GLuint sums_binding = 2;
constexpr GLuint listed_binding = 4;
constexpr GLuint call_binding = 5;
constexpr GLuint group_size = 64; // as in the shaders

// Two, if bodies before black holes are told apart from the others.
int layers_of(const SpriteView& view) {
    return view.layer == SpriteView::Layer::apart ? 2 : 1;
}

GLsizeiptr bytes_of(const SpriteView& view) {
    const Extent size = view.part.size;
    return GLsizeiptr{size.width} * size.height * layers_of(view) * 3 *
           static_cast<GLsizeiptr>(sizeof(GLuint));
}

// A thread for each of `threads` items. Drivers need not allow more than 65,535 work groups in a
// row, so they stand in a rectangle.
void dispatch(std::size_t threads) {
    if (threads == 0) {
        return;
    }
    constexpr std::size_t max_in_a_row = 32'768;
    const std::size_t groups = (threads + group_size - 1) / group_size;
    const std::size_t rows = (groups + max_in_a_row - 1) / max_in_a_row;
    const std::size_t in_a_row = (groups + rows - 1) / rows;
    glDispatchCompute(static_cast<GLuint>(in_a_row), static_cast<GLuint>(rows), 1);
}

// Light 1 as a whole number: fine enough that nothing is lost, and so small that the sum of all
// bodies in one pixel still fits into 32 bits, each twenty times as bright at its centre as on
// average, or sixty times where it may be twelve pixels wide.
float unit_for(const SpriteView& view, DrawnBy by) {
    const float bits = by == DrawnBy::gpu ? 25 : 27;
    const std::size_t count = view.bodies.count() * view.images().size();
    return std::exp2(
        std::clamp(bits - std::ceil(std::log2(static_cast<float>(count) + 1)), 6.0F, 13.0F));
}

// As glDrawArraysIndirect reads it.
struct DrawCall {
    GLuint vertices = 0, instances = 1, first_vertex = 0, first_instance = 0;
};

const char* shader_for(DrawnBy by) {
    if (by == DrawnBy::processor) {
        return "splat.comp";
    }
    return glewIsSupported("GL_NV_gpu_shader5 GL_NV_shader_atomic_int64") == GL_TRUE
               ? "splat_wide.comp"
               : "splat_blocks.comp";
}

} // namespace

BodySplat::BodySplat(const ShaderFolder& folder, DrawnBy by)
    : drawn_by_(by), splat_(folder, {shader_for(by)}), gather_(folder, {"gather.comp"}),
      gather_misty_(folder, {"gather_misty.comp"}),
      gather_over_(folder, by == DrawnBy::gpu
                               ? std::vector<std::string>{"gather_over.comp"}
                               : std::vector<std::string>{"fullscreen.vert", "gather_over.frag"}),
      call_(GlBuffer::create()) {
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest_bytes_);
    glNamedBufferStorage(call_.name(), sizeof(DrawCall), nullptr, GL_DYNAMIC_STORAGE_BIT);
}

bool BodySplat::fits(const SpriteView& view) const {
    return bytes_of(view) <= largest_bytes_;
}

void BodySplat::reserve(const SpriteView& view) {
    const bool grown = sums_.reserve(static_cast<std::size_t>(bytes_of(view)),
                                     "allocating memory for the picture", "use a smaller window");
    if (grown || left_before_) {
        const GLuint zero = 0;
        glClearNamedBufferData(sums_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    }
    left_before_ = layers_of(view) > 1;
}

// Nothing is on it yet; there is room for all bodies.
void BodySplat::begin_list(std::size_t bodies, bool strips) {
    listed_.reserve(bodies * sizeof(GLuint), "allocating memory for large bodies",
                    "show fewer bodies");
    const DrawCall none = strips ? DrawCall{.vertices = 4, .instances = 0} : DrawCall{};
    glNamedBufferSubData(call_.name(), 0, sizeof(none), &none);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, listed_binding, listed_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, call_binding, call_.name());
}

void BodySplat::draw_listed(bool strips) const {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, listed_binding, listed_.name());
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, call_.name());
    glDrawArraysIndirect(strips ? GL_TRIANGLE_STRIP : GL_POINTS, nullptr);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

void BodySplat::add_before_holes(const SpriteView& view, const ColourTarget& picture,
                                 const PicturePart& area) {
    left_before_ = false;
    if (area.size.width == 0 || area.size.height == 0) {
        return;
    }
    const glm::ivec2 corner(area.left - view.part.left, area.below - view.part.below);
    if (drawn_by_ == DrawnBy::gpu) {
        glBindImageTexture(1, picture.texture(), 0, GL_FALSE, 0, GL_READ_ONLY, picture.format());
        gather_over_.set("corner", corner);
        gather_over_.set("extent", glm::ivec2(area.size.width, area.size.height));
        gather(view, picture, gather_over_, area.size);
        return;
    }
    prepare_gather(view, gather_over_);
    gather_over_.set("picture_extent", glm::ivec2(view.part.size.width, view.part.size.height));
    picture.bind();
    glViewport(corner.x, corner.y, area.size.width, area.size.height);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

void BodySplat::prepare_gather(const SpriteView& view, const ShaderProgram& shader) const {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, sums_binding, sums_.name());
    shader.set("inverse_unit", 1 / unit_for(view, drawn_by_));
    shader.set("layers", layers_of(view));
    shader.use();
}

void BodySplat::gather(const SpriteView& view, const ColourTarget& picture,
                       const ShaderProgram& shader, Extent pixels) {
    glBindImageTexture(0, picture.texture(), 0, GL_FALSE, 0, GL_WRITE_ONLY, picture.format());
    prepare_gather(view, shader);
    dispatch(static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height));
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                    GL_FRAMEBUFFER_BARRIER_BIT | GL_COMMAND_BARRIER_BIT |
                    GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
}

void BodySplat::draw(const SpriteView& view, const ColourTarget& picture, float max_radius,
                     bool dots, bool strips, const ColourTarget* mist) {
    reserve(view);
    const std::size_t count = view.bodies.count();
    begin_list(count, strips);
    const std::vector<glm::dvec3> images = view.images();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, bodies_binding, view.bodies.gl_buffer());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, sums_binding, sums_.name());
    view.apply_to(splat_);
    splat_.set("unit", unit_for(view, drawn_by_));
    splat_.set("layers", layers_of(view));
    splat_.set("dots", dots ? 1 : 0);
    splat_.set("strips", strips ? 1 : 0);
    splat_.set("sample_number", view.sampling.number);
    splat_.use();
    const std::vector<SampledRange> ranges =
        sampled_ranges(view.style.lights, count, view.sampling.every);
    for (std::size_t k = 0; k < images.size(); ++k) {
        view.move_to(splat_, images[k]);
        // The list does not tell images apart, so all that neighbours have is splatted.
        splat_.set("max_radius", k == 0 ? max_radius : view.sizes.largest + 1);
        for (const SampledRange& range : ranges) {
            splat_.set("first", static_cast<int>(range.first));
            splat_.set("end", static_cast<int>(range.end));
            splat_.set("every", range.every);
            const auto step = static_cast<std::size_t>(range.every);
            dispatch((range.end - range.first + step - 1) / step);
        }
    }
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

    const ShaderProgram& shader = mist != nullptr ? gather_misty_ : gather_;
    if (mist != nullptr) {
        glBindTextureUnit(mist_unit, mist->texture());
        shader.set("dusty", view.dusty() ? 1 : 0);
        apply_source(shader, view.part, view.part.whole);
    }
    gather(view, picture, shader, picture.size());
}

} // namespace orrery
