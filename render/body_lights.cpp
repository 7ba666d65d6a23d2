#include "render/body_lights.hpp"

#include "render/body_style.hpp"
#include "render/gl_messages.hpp"

#include <GL/glew.h>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include <bit>

namespace orrery {
namespace {

constexpr GLuint lights_binding = 3;

// As lights.glsl has it (std430).
struct Entry {
    glm::vec4 colour;
    glm::vec4 bright_colour;
    glm::vec4 form;
    glm::uvec4 run;
    glm::vec4 dust;
};

Entry entry_of(const BodyLight& light, std::uint32_t first) {
    return {{light.colour, light.luminosity},
            {light.bright_colour, light.spread},
            {light.size, light.radius, light.min_radius, light.core},
            {light.end, static_cast<std::uint32_t>(light.kind), first,
             std::bit_cast<std::uint32_t>(light.mist)},
            {light.dust, light.hot, 0, 0}};
}

} // namespace

BodyLights::BodyLights() {
    upload({});
}

void BodyLights::use(const std::vector<BodyLight>& lights) {
    if (lights != lights_) {
        upload(lights);
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, lights_binding, buffer_.name());
}

void BodyLights::upload(const std::vector<BodyLight>& lights) {
    std::vector<Entry> entries;
    std::uint32_t first = 0;
    float largest = 0;
    occluder_ = -1;
    shining_ = -1;
    has_mist_ = false;
    has_dust_ = false;
    std::size_t holes = 0;
    for (BodyLight light : lights) {
        const bool hole = light.kind == BodyLight::Kind::black_hole;
        if (hole && ++holes > most_holes) {
            light.kind = BodyLight::Kind::light;
        }
        if (light.kind != BodyLight::Kind::light && !hole && light.radius >= largest) {
            largest = light.radius;
            occluder_ = static_cast<int>(first);
        }
        if (light.kind == BodyLight::Kind::shining) {
            shining_ = static_cast<int>(first);
        }
        has_mist_ = has_mist_ || (light.mist > 0 && light.luminosity > 0);
        has_dust_ = has_dust_ || (light.dust > 0 && light.luminosity > 0);
        entries.push_back(entry_of(light, first));
        first = light.end;
    }
    if (entries.empty()) {
        entries.push_back(entry_of({}, 0));
    }
    buffer_ = GlBuffer::create();
    glNamedBufferStorage(buffer_.name(), static_cast<GLsizeiptr>(entries.size() * sizeof(Entry)),
                         entries.data(), 0);
    gl_check("allocating memory for lights");
    count_ = entries.size();
    lights_ = lights;
}

void BodyLights::apply_to(const ShaderProgram& program) const {
    program.set("light_count", static_cast<int>(count_));
    program.set("occluder", occluder_);
    program.set("shining", shining_);
    // The direction to a distant Sun, which lights two thirds of a visible disk.
    program.set("sun", glm::normalize(glm::vec3(-0.62F, -0.72F, 0.3F)));
}

} // namespace orrery
