#pragma once

#include "render/gl_object.hpp"
#include "render/shader_program.hpp"

namespace orrery {

// Measures of the picture's content, taken on the GPU and read there only: shaders that declare the
// buffer `Measured` at binding 0 see them. Nothing waits for the processor.
class SceneMeasure {
public:
    explicit SceneMeasure(const ShaderFolder& folder);

    // How bright a picture is where it is bright: gives the curve that shows it, or Measured.crowd.
    enum class Of { picture, density };
    void measure_brightness(unsigned int texture, Of of);

    // The buffer `Measured`.
    const GlBuffer& measured() const { return measured_; }
    static constexpr std::size_t measured_bytes = 5 * sizeof(float);

private:
    ShaderProgram brightness_;
    GlBuffer measured_;
    GlBuffer parts_; // of what is being measured
};

} // namespace orrery
