#pragma once

#include "render/camera.hpp"
#include "render/graphics_context.hpp"
#include "render/picture_part.hpp"

#include <glm/vec3.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// A rectangle in space and what is to be seen on it.
struct Slice {
    glm::vec3 centre{0}, right{0}, up{0}; // of it, and from there to its edges
    int columns = 0, rows = 0;
    std::vector<float> shade; // 0 … 1 on the colour scale, rows upwards; empty: there is none
    float decades = 3;        // that the scale spans
};

// Draws a slice over a finished picture, more opaque where it is brighter.
class SliceRenderer {
public:
    // Throws failure that names the shader file and the compiler's words.
    explicit SliceRenderer(std::filesystem::path shader_folder);
    ~SliceRenderer();

    // What is drawn from now on. Throws failure when graphics memory does not suffice.
    void set_slice(const Slice& slice);

    // Draws a picture or a part of one into the framebuffer object `target` (0: the window).
    void draw(const Camera& camera, const std::string& colour_map, const PicturePart& part,
              unsigned int target);

    // As BodyRenderer does.
    std::optional<std::string> reload_changed_shaders();

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace orrery
