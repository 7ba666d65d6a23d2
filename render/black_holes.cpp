// Light bent by black holes, as a pass over the picture while it still is light.
//
// Idea:   each pixel around a hole reads the picture that was drawn without it where its ray comes
//         from, and adds the disk that the ray meets on its way: shaders/hole_light.glsl. Stars
//         before the hole are listed and drawn afterwards.
//         Beyond 13 Schwarzschild radii there is neither disk nor ring, and a shader of its own
//         reads the picture a little aside: most of the pixels, and a few operations each.
// Cost:   for each hole a copy of what it reaches, 30 Schwarzschild radii around (on a GPU of all),
//         a read for each pixel there and up to six of tables for those within 13.
// Memory: the picture once more, and 260 KiB of tables.

#include "render/black_holes.hpp"

#include "render/gl_messages.hpp"
#include "render/light_paths.hpp"

#include <GL/glew.h>
#include <glm/mat3x3.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace orrery {
namespace {

// Schwarzschild radii: of shaders/hole.glsl, and a little less than near_hole of there.
constexpr double lens_reach = 30;
constexpr float near_sides = 12.75F;
// Octagons stand for circles: on a processor a block of pixels that two triangles share is shaded
// twice. Their corners are so much farther away than the middles of their sides.
constexpr int corners = 8;
constexpr float farther = 1.0824F;
constexpr double edge = 8; // pixels, of small stars just within the reach

GlTexture table(int columns, int rows, const std::vector<float>& values) {
    GlTexture texture = GlTexture::create(GLenum{GL_TEXTURE_2D});
    const GLuint name = texture.name();
    glTextureStorage2D(name, 1, GL_R32F, columns, rows);
    glTextureSubImage2D(name, 0, 0, 0, columns, rows, GL_RED, GL_FLOAT, values.data());
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
        glTextureParameteri(name, filter, GL_LINEAR);
    }
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
        glTextureParameteri(name, wrap, GL_CLAMP_TO_EDGE);
    }
    return texture;
}

bool is_empty(const PicturePart& part) {
    return part.size.width == 0 || part.size.height == 0;
}

// The least rectangle that has both.
PicturePart around(const PicturePart& first, const PicturePart& second) {
    const int left = std::min(first.left, second.left);
    const int below = std::min(first.below, second.below);
    const int right = std::max(first.left + first.size.width, second.left + second.size.width);
    const int above = std::max(first.below + first.size.height, second.below + second.size.height);
    return {first.whole, left, below, {right - left, above - below}};
}

// All that a lens reaches of the picture; of no size if it is behind the eye.
PicturePart reach_of(const SpriteView& view, std::size_t run) {
    const BodyLight& light = view.style.lights[run];
    std::array<float, 4> body{};
    glGetNamedBufferSubData(view.bodies.gl_buffer(),
                            static_cast<GLintptr>((light.end - 1) * sizeof body), sizeof body,
                            body.data());
    const glm::dvec3 seen = glm::dmat3(view.camera.view()) *
                            (glm::dvec3(body[0], body[1], body[2]) - view.camera.pose().eye());
    const Extent size = view.part.whole;
    if (!(seen.z < 0)) {
        return {size, 0, 0, {0, 0}};
    }
    const glm::dvec2 whole(size.width, size.height);
    const glm::dmat4 projection = view.camera.projection(whole.x / whole.y);
    const glm::dvec2 focal(projection[0][0] * whole.x / 2, projection[1][1] * whole.y / 2);
    const glm::dvec2 centre =
        focal * glm::dvec2(seen) / -seen.z + 0.5 * whole * (1.0 + view.camera.open.centre);
    const double least = double{light.min_radius} * size.height / double{height_of_least_radii};
    const double radius = std::max(focal.y * view.style.hole_size * light.radius / -seen.z, least);
    const auto pixel = [](double at, int most) {
        return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(most)));
    };
    const double reach = lens_reach * radius + edge;
    const int left = pixel(centre.x - reach, size.width);
    const int below = pixel(centre.y - reach, size.height);
    return PicturePart{
        size,
        left,
        below,
        {pixel(centre.x + reach, size.width) - left, pixel(centre.y + reach, size.height) - below}};
}

} // namespace

BlackHoles::BlackHoles(const ShaderFolder& folder, DrawnBy by) {
    if (by == DrawnBy::gpu) {
        each_pixel_.emplace(folder, "hole", by);
        copy_.emplace(folder, "copy", by);
    } else {
        near_.emplace(folder, std::vector<std::string>{"hole.vert", "hole.frag"});
        far_.emplace(folder, std::vector<std::string>{"hole.vert", "hole_far.frag"});
    }
    const LightPaths paths = light_paths();
    paths_ = table(LightPaths::angles, LightPaths::impacts, paths.inverse_distance);
    bending_ = table(LightPaths::impacts, 1, paths.bending);
    gl_check("preparing to draw black holes");
}

PicturePart BlackHoles::draw(const SpriteView& view, const ColourTarget& light) {
    PicturePart all(view.part.whole, 0, 0, {0, 0});
    const ColourTarget& behind = fitted(behind_, light.size(), light.format());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, bodies_binding, view.bodies.gl_buffer());
    glBindTextureUnit(1, paths_.name());
    glBindTextureUnit(2, bending_.name());
    const std::vector<std::size_t> runs = hole_runs(view.style);
    for (std::size_t hole = 0; hole < runs.size(); ++hole) {
        // Only the GPU knows where it is; the processor, where that draws, can look.
        const PicturePart reach =
            each_pixel_ ? view.part : common(view.part, reach_of(view, runs[hole]));
        if (is_empty(reach)) {
            continue;
        }
        all = is_empty(all) ? reach : around(all, reach);
        const int left = reach.left - view.part.left;
        const int below = reach.below - view.part.below;
        if (each_pixel_) {
            glBindTextureUnit(0, light.texture());
            copy_->fill(behind, 0, 0, behind.size());
            glBindTextureUnit(0, behind.texture());
            prepare(each_pixel_->program(), view, hole);
            each_pixel_->fill(light, 0, 0, light.size());
        } else {
            glBindTextureUnit(0, behind.texture());
            glCopyImageSubData(light.texture(), GL_TEXTURE_2D, 0, left, below, 0, behind.texture(),
                               GL_TEXTURE_2D, 0, left, below, 0, reach.size.width,
                               reach.size.height, 1);
            light.bind();
            const float inner = farther * near_sides;
            const float outer = farther * static_cast<float>(lens_reach);
            draw_ring(*near_, view, hole, {0, inner});
            draw_ring(*far_, view, hole, {inner, outer});
        }
    }
    return all;
}

void BlackHoles::prepare(const ShaderProgram& lens, const SpriteView& view, std::size_t hole) {
    apply_eye(lens, view.camera, view.part);
    apply_holes(lens, view.style, view.part.whole);
    lens.set("disk_strength", view.style.hole_disk);
    lens.set("hole", static_cast<int>(hole));
}

void BlackHoles::draw_ring(const ShaderProgram& lens, const SpriteView& view, std::size_t hole,
                           const Ring& ring) {
    prepare(lens, view, hole);
    lens.set("inner", ring.inner);
    lens.set("outer", ring.outer);
    lens.set("corners", static_cast<float>(corners));
    lens.use();
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 2 * (corners + 1));
}

bool BlackHoles::fill(const SpriteView& view) {
    const std::vector<std::size_t> runs = hole_runs(view.style);
    return std::any_of(runs.begin(), runs.end(), [&](std::size_t run) {
        const Extent seen = common(view.part, reach_of(view, run)).size, all = view.part.size;
        return 2.0 * seen.width * seen.height > 1.0 * all.width * all.height;
    });
}

PicturePart BlackHoles::with_lenses(const SpriteView& view, const PicturePart& part) {
    PicturePart all = part;
    if (!view.has_holes()) {
        return all;
    }
    for (const std::size_t run : hole_runs(view.style)) {
        const PicturePart reach = reach_of(view, run);
        if (!is_empty(common(part, reach))) {
            all = around(all, reach);
        }
    }
    return all;
}

} // namespace orrery
