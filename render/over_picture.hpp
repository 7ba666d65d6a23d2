#pragma once

#include "render/body_style.hpp"
#include "render/camera.hpp"
#include "render/capture.hpp"
#include "render/colour_target.hpp"
#include "render/picture_part.hpp"
#include "render/shader_program.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace orrery {

// Drawings over a finished picture or a part of one, each by a program of its own, into the
// framebuffer object `target` (0: the window).
class OverPicture {
public:
    // As BodyRenderer does.
    std::optional<std::string> reload_changed_shaders() { return shaders_.reload_changed(); }

    static void end();

protected:
    // Throws failure that names the shader file and the compiler's words.
    OverPicture(const ShaderFolder& shaders, std::vector<std::string> stages);

    // Between them is the draw call, whose colours are blended or, where `brightest`, hide nothing
    // that is brighter: the order of lines does not matter, nor how often a place is passed.
    void begin(const Camera& camera, const PicturePart& part, unsigned int target, bool brightest);

    const ShaderFolder shaders_;
    ShaderProgram program_;
    GlVertexArray array_;
};

// The edges of a box whose faces lie along the axes.
struct LineBox {
    std::array<float, 3> low, high;
    std::array<std::uint8_t, 4> colour; // sRGB, and how strong
    float smallest = 0; // on screen, pixels at scale 1: smaller ones fade away; 0: none does
};

// Draws boxes as thin lines. One draw call for all.
class BoxRenderer : public OverPicture {
public:
    explicit BoxRenderer(const ShaderFolder& shaders);

    // Replaces the boxes. Throws failure when graphics memory does not suffice.
    void set_boxes(std::span<const LineBox> boxes);
    bool empty() const { return count_ == 0; }

    // Lines are `width` pixels wide where the user interface's `scale` is 1.
    void draw(const Camera& camera, const PicturePart& part, float scale, float width,
              unsigned int target);

private:
    GlBuffer indices_;
    GrowingBuffer boxes_;
    std::size_t count_ = 0;
};

// A place that a line goes through. The strength of its colour fades along the way to the next; a
// line ends before a point of strength 0.
struct LinePoint {
    std::array<float, 3> place;
    std::array<std::uint8_t, 4> colour; // sRGB, and how strong
    bool operator==(const LinePoint&) const = default;
};

// Draws lines through points, thin and crisp. One draw call for all.
class LineRenderer : public OverPicture {
public:
    explicit LineRenderer(const ShaderFolder& shaders);

    // Replaces the points. Throws failure when graphics memory does not suffice.
    void set_points(std::span<const LinePoint> points);

    // Lines are as wide as the user interface's `scale` says. `glow`: of the light around them.
    // `fading`: those behind what the camera looks at are fainter. `bodies`: the style of those
    // drawn last, whose black holes bend what is behind them.
    void draw(const Camera& camera, const PicturePart& part, float scale, unsigned int target,
              const BodyStyle& bodies, bool fading = false, float glow = 0);

private:
    GrowingBuffer points_;
    std::size_t count_ = 0;
};

// Lays a finished picture over another one: each channel is that of the brighter of both.
class PictureOverlay {
public:
    explicit PictureOverlay(const ShaderFolder& shaders);
    // Into the framebuffer object `target` (0: the window's), its lower left corner there; that is
    // bound then.
    void draw(const Framebuffer& picture, unsigned int target, int left, int below) const;

private:
    ShaderProgram program_;
    GlVertexArray array_;
};

// A rectangle in space and what is to be seen on it.
struct Slice {
    glm::vec3 centre{0}, right{0}, up{0}; // of it, and from there to its edges
    int columns = 0, rows = 0;
    std::vector<float> shade; // 0 … 1 on the colour scale, rows upwards; empty: there is none
    float decades = 3;        // that the scale spans
};

// Draws a slice, more opaque where it is brighter.
class SliceRenderer : public OverPicture {
public:
    explicit SliceRenderer(const ShaderFolder& shaders);

    // Replaces the slice. Throws failure when graphics memory does not suffice.
    void set_slice(const Slice& slice);

    void draw(const Camera& camera, const std::string& colour_map, const PicturePart& part,
              unsigned int target);

private:
    ColourMapTexture colours_;
    GlTexture texture_;
    Slice slice_; // but for its shade
    bool shown_ = false;
};

} // namespace orrery
