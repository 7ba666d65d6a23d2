#pragma once

#include "render/camera.hpp"
#include "render/picture_part.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace orrery {

// The edges of a box whose faces lie along the axes.
struct LineBox {
    std::array<float, 3> low, high;
    std::array<std::uint8_t, 4> colour; // sRGB, and how strong
    float smallest = 0; // on screen, pixels at scale 1: smaller ones fade away; 0: none does
};

// Draws boxes as thin lines over a finished picture, of which they hide nothing: what is brighter
// than a line stays as it is. One draw call for all.
class BoxRenderer {
public:
    // Throws failure that names the shader file and the compiler's words.
    explicit BoxRenderer(std::filesystem::path shader_folder);
    ~BoxRenderer();

    // What is drawn from now on. Throws failure when graphics memory does not suffice.
    void set_boxes(std::span<const LineBox> boxes);
    bool empty() const;

    // Draws a picture or a part of one into the framebuffer object `target` (0: the window); lines
    // are `width` pixels wide where the user interface's `scale` is 1.
    void draw(const Camera& camera, const PicturePart& part, float scale, float width,
              unsigned int target);

    // As BodyRenderer does.
    std::optional<std::string> reload_changed_shaders();

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace orrery
