#include "render/scene_measure.hpp"

#include "render/gl_messages.hpp"

namespace orrery {
namespace {

constexpr GLuint measured_binding = 0;

} // namespace

SceneMeasure::SceneMeasure(const ShaderFolder& folder)
    : brightness_(folder, {"measure_brightness.comp"}), measured_(GlBuffer::create()) {
    const float nothing[5] = {1, 8, 1, 1e-6F, 0};
    glNamedBufferStorage(measured_.name(), measured_bytes, nothing, 0);
    gl_check("making room for measurements");
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
