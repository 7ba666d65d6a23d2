#include "render/scene_measure.hpp"

#include "render/gl_messages.hpp"

#include <GL/glew.h>

#include <algorithm>

namespace orrery {
namespace {

constexpr GLuint measured_binding = 0;
constexpr GLuint parts_binding = 2;
constexpr int parts = 64; // of a picture, measured at once
constexpr GLsizeiptr parts_bytes = (256 + 4 * parts) * sizeof(float);

} // namespace

SceneMeasure::SceneMeasure(const ShaderFolder& folder)
    : brightness_(folder, {"measure_brightness.comp"}), measured_(GlBuffer::create()),
      parts_(GlBuffer::create()) {
    const float nothing[5] = {1, 8, 1, 1e-6F, 0};
    glNamedBufferStorage(measured_.name(), measured_bytes, nothing, 0);
    glNamedBufferStorage(parts_.name(), parts_bytes, nullptr, 0);
    const GLuint zero = 0;
    glClearNamedBufferData(parts_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    gl_check("allocating memory for measurements");
}

void SceneMeasure::measure_brightness(GLuint texture, Of of) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, measured_binding, measured_.name());
    glBindTextureUnit(0, texture);
    brightness_.set("of_density", of == Of::density ? 1 : 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, parts_binding, parts_.name());
    brightness_.set("parts", parts);
    brightness_.use();
    for (const int groups : {parts, 0}) {
        brightness_.set("groups", groups);
        glDispatchCompute(static_cast<GLuint>(std::max(groups, 1)), 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
}

} // namespace orrery
