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

// A place that a line goes through. The strength of its colour fades along the way to the next; a
// line ends before a point of strength 0.
struct LinePoint {
    std::array<float, 3> place;
    std::array<std::uint8_t, 4> colour; // sRGB, and how strong
    bool operator==(const LinePoint&) const = default;
};

// Draws lines through points, thin and crisp, over a finished picture, of which they hide nothing:
// what is brighter than a line stays as it is. One draw call for all.
class LineRenderer {
public:
    // Throws failure that names the shader file and the compiler's words.
    explicit LineRenderer(std::filesystem::path shader_folder);
    ~LineRenderer();

    // What is drawn from now on. Throws failure when graphics memory does not suffice.
    void set_points(std::span<const LinePoint> points);

    // Draws a picture or a part of one into the framebuffer object `target` (0: the window); lines
    // are as wide as the user interface's `scale` says. `fading`: those behind what the camera
    // looks at are fainter.
    void draw(const Camera& camera, const PicturePart& part, float scale, unsigned int target,
              bool fading = false);

    // As BodyRenderer does.
    std::optional<std::string> reload_changed_shaders();

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace orrery
