#include "render/scene_measure.hpp"

#include "render/gl_messages.hpp"

namespace orrery {
namespace {

constexpr GLuint measured_binding = 0;
constexpr GLuint bodies_binding = 1;
constexpr GLsizeiptr measured_bytes = 4 * sizeof(float);

} // namespace

SceneMeasure::SceneMeasure(const ShaderFolder& folder)
    : bodies_(folder, {"measure_bodies.comp"}), brightness_(folder, {"measure_brightness.comp"}),
      measured_(GlBuffer::create()) {
    const float nothing[4] = {1, 0, 0, 0};
    glNamedBufferStorage(measured_.name(), measured_bytes, nothing, 0);
    gl_check("making room for measurements");
}

void SceneMeasure::measure_bodies(const BodyBuffer& bodies) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, measured_binding, measured_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, bodies_binding, bodies.gl_buffer());
    bodies_.set("count", static_cast<int>(bodies.count()));
    bodies_.use();
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void SceneMeasure::measure_brightness(GLuint texture, Of of) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, measured_binding, measured_.name());
    glBindTextureUnit(0, texture);
    brightness_.set("of_density", of == Of::density ? 1 : 0);
    brightness_.use();
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

} // namespace orrery
