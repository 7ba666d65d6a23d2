// Light bent by black holes, as a pass over the picture while it still is light.
//
// Idea:   a quad around each hole reads the picture that was drawn without it, each pixel where its
//         ray comes from, and adds the disk that the ray meets on its way: shaders/hole.frag.
// Cost:   a copy of the picture for each hole, and for each pixel within 40 Schwarzschild radii up
//         to six reads of tables and one of the picture.
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

constexpr double lens_reach = 40; // Schwarzschild radii, as in shaders/hole.glsl

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

// All that a lens reaches of the picture, if it is before the eye.
std::optional<PicturePart> reach_of(const SpriteView& view, std::size_t run) {
    const BodyLight& light = view.style.lights[run];
    std::array<float, 4> body{};
    glGetNamedBufferSubData(view.bodies.gl_buffer(),
                            static_cast<GLintptr>((light.end - 1) * sizeof body), sizeof body,
                            body.data());
    const glm::dvec3 seen = glm::dmat3(view.camera.view()) *
                            (glm::dvec3(body[0], body[1], body[2]) - view.camera.pose().eye());
    if (!(seen.z < 0)) {
        return std::nullopt;
    }
    const Extent size = view.part.whole;
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
    const double reach = lens_reach * radius + 1;
    const int left = pixel(centre.x - reach, size.width);
    const int below = pixel(centre.y - reach, size.height);
    return PicturePart{
        size,
        left,
        below,
        {pixel(centre.x + reach, size.width) - left, pixel(centre.y + reach, size.height) - below}};
}

} // namespace

BlackHoles::BlackHoles(const ShaderFolder& folder) : lens_(folder, {"hole.vert", "hole.frag"}) {
    const LightPaths paths = light_paths();
    paths_ = table(LightPaths::angles, LightPaths::impacts, paths.inverse_distance);
    bending_ = table(LightPaths::impacts, 1, paths.bending);
    gl_check("preparing to draw black holes");
}

void BlackHoles::draw(const SpriteView& view, const ColourTarget& light) {
    const Extent size = light.size();
    const ColourTarget& behind = fitted(behind_, size, light.format());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, bodies_binding, view.bodies.gl_buffer());
    apply_eye(lens_, view.camera, view.part);
    apply_holes(lens_, view.style, view.part.whole);
    lens_.set("disk_strength", view.style.hole_disk);
    for (int hole = 0; hole < std::ssize(hole_runs(view.style)); ++hole) {
        glCopyImageSubData(light.texture(), GL_TEXTURE_2D, 0, 0, 0, 0, behind.texture(),
                           GL_TEXTURE_2D, 0, 0, 0, 0, size.width, size.height, 1);
        glBindTextureUnit(0, behind.texture());
        glBindTextureUnit(1, paths_.name());
        glBindTextureUnit(2, bending_.name());
        lens_.set("hole", hole);
        light.bind();
        lens_.use();
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
}

PicturePart BlackHoles::with_lenses(const SpriteView& view, const PicturePart& part) {
    PicturePart all = part;
    if (!view.has_holes()) {
        return all;
    }
    for (const std::size_t run : hole_runs(view.style)) {
        const std::optional<PicturePart> reach = reach_of(view, run);
        if (!reach || common(part, *reach).size.width == 0 ||
            common(part, *reach).size.height == 0) {
            continue;
        }
        const int left = std::min(all.left, reach->left);
        const int below = std::min(all.below, reach->below);
        const int right = std::max(all.left + all.size.width, reach->left + reach->size.width);
        const int above = std::max(all.below + all.size.height, reach->below + reach->size.height);
        all = {all.whole, left, below, {right - left, above - below}};
    }
    return all;
}

} // namespace orrery
