#include "render/sprite_view.hpp"
#include "render/picture_part.hpp"

#include "render/colour_maps.hpp"

#include <glm/mat3x3.hpp>

#include <array>
#include <span>

namespace orrery {
namespace {

// As sprite.glsl numbers what colours bodies, behind ColourBy.
constexpr int one_unit_each = 6, dust_of_bodies = 7;

// In distances of what the camera looks at: where dust begins, how deep it reaches, and how thin
// its layer is at least.
constexpr float dust_begins = 0.4F, dust_reaches = 1.2F, thinnest_dust = 0.004F;

} // namespace

void apply_eye(const ShaderProgram& program, const Camera& camera, const PicturePart& part,
               const glm::dvec3& image) {
    // The eye as a pair of floats: a body's distance from it is exact however far both are from
    // the origin. It moves the other way than what it sees.
    const glm::dvec3 eye = camera.pose().eye() - image;
    const glm::vec3 eye_high(eye);
    program.set("eye_high", eye_high);
    program.set("eye_low", glm::vec3(eye - glm::dvec3(eye_high)));
    program.set("to_eye", glm::mat3(glm::dmat3(camera.view())));

    const glm::dvec2 whole(part.whole.width, part.whole.height);
    const glm::dvec2 corner(part.left, part.below);
    const glm::dmat4 projection = camera.projection(whole.x / whole.y);
    program.set("focal_length",
                glm::vec2(projection[0][0] * whole.x / 2, projection[1][1] * whole.y / 2));
    program.set("picture_size", glm::vec2(part.size.width, part.size.height));
    program.set("picture_centre", glm::vec2(0.5 * whole * (1.0 + camera.open.centre)));
    program.set("whole_size", glm::vec2(whole));
    program.set("part_corner", glm::vec2(corner));
    program.set("reference_depth", static_cast<float>(camera.pose().distance));
}

void apply_depth(const ShaderProgram& program, const Camera& camera, Extent whole) {
    const glm::dmat4 projection =
        camera.projection(static_cast<double>(whole.width) / whole.height);
    program.set("depth_terms", glm::vec2(-projection[2][2], projection[3][2]));
}

void apply_holes(const ShaderProgram& program, const BodyStyle& style, Extent whole) {
    std::array<int, most_holes> runs{};
    int count = 0;
    for (const std::size_t run : hole_runs(style)) {
        runs[static_cast<std::size_t>(count++)] = static_cast<int>(run);
    }
    program.set("hole_count", count);
    program.set("holes", std::span<const int>(runs));
    program.set("hole_size", style.hole_size);
    program.set("least_scale", static_cast<float>(whole.height) / height_of_least_radii);
}

bool SpriteView::dusty() const {
    return style.dust && style.colour_by == ColourBy::natural &&
           style.sprite == BodyStyle::Sprite::glow && lights.has_dust() && bodies.count() > 0;
}

std::vector<glm::dvec3> SpriteView::images() const {
    std::vector<glm::dvec3> images{{0, 0, 0}};
    const glm::dvec3 edges(style.box);
    if (!(edges.x > 0 && edges.y > 0 && edges.z > 0)) {
        return images;
    }
    for (int place = 0; place < 27; ++place) {
        const glm::dvec3 steps(place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1);
        if (place != 13) { // the middle
            images.push_back(steps * edges);
        }
    }
    return images;
}

bool SpriteView::misty() const {
    return lights.has_mist() && style.sprite == BodyStyle::Sprite::glow && bodies.count() > 0;
}

void SpriteView::apply_to(const ShaderProgram& program) const {
    apply_eye(program, camera, part);
    apply_depth(program, camera, part.whole);
    lights.apply_to(program);
    apply_holes(program, style, part.whole);
    program.set("layer", static_cast<int>(layer));
    program.set("balls", balls ? 1 : 0);
    program.set("mist_size", mist_size);
    program.set("usual", sizes.usual);
    program.set("smallest", sizes.smallest);
    program.set("largest", sizes.largest);

    program.set("colour_source", count_only  ? one_unit_each
                                 : dust_only ? dust_of_bodies
                                             : static_cast<int>(style.colour_by));
    const auto distance = static_cast<float>(camera.pose().distance);
    program.set("dusty", dusty() && !dust_only ? 1 : 0);
    program.set("dust_depths",
                glm::vec3(dust_begins * distance, dust_reaches * distance, thinnest_dust));
    program.set("scalar_low", style.scale_low());
    program.set("scalar_high", style.scalar_high);
    program.set("contrast", style.contrast);
    program.set("slab", style.slab);
    program.set("logarithmic", style.logarithmic ? 1 : 0);
    program.set("component_colours", component_colours);
    program.set("brushed", bodies.gl_marks() != 0 ? 1 : 0);
}

} // namespace orrery
