#pragma once

#include "render/body_buffer.hpp"
#include "render/body_style.hpp"
#include "render/camera.hpp"
#include "render/graphics_context.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace orrery {

// Draws bodies: instanced point sprites, additive into RGBA16F, bloom, tone mapping. One draw call
// and no CPU work per body. Works off-screen and into a window alike.
class BodyRenderer {
public:
    // Shaders are read from `shader_folder`; throws failure that names the file and the compiler's
    // words.
    explicit BodyRenderer(std::filesystem::path shader_folder);
    ~BodyRenderer();

    // Draws into the framebuffer object `target` (0: the window). `size` is in pixels.
    void draw(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style, Extent size,
              unsigned int target);

    // What bodies are coloured by that are coloured by values, one each; while there are not as
    // many as bodies, the picture is coloured by how crowded it is. Throws failure when graphics
    // memory does not suffice.
    void set_values(std::span<const float> values);

    // Recompiles shaders whose files changed since the last call (asked at most a few times a
    // second). Returns the compiler's words if one failed; the last good one stays in use.
    std::optional<std::string> reload_changed_shaders();

    double gpu_milliseconds() const; // of the last finished draw, by timer query; never waits

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace orrery
