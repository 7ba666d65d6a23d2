#pragma once

#include "render/camera.hpp"
#include "render/context.hpp"
#include "sim/body_target.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// A ring of persistently mapped GL buffers that the newest bodies are written into while the GPU
// still draws from older ones. Owned by the thread that owns the context.
class BodyBuffer {
public:
    BodyBuffer();
    ~BodyBuffer();
    // Room for `count` bodies; throws failure when graphics memory does not suffice.
    void resize(std::size_t count);
    std::size_t capacity() const;
    // A place to write to that the GPU does not read any more (waits for a fence if it must).
    BodyTarget map();
    // What was written becomes what is drawn.
    void unmap(std::size_t count);
    std::size_t count() const;      // bodies in the newest complete buffer
    unsigned int gl_buffer() const; // the newest complete one; 0 before the first
    // The newest complete one as the processor sees it: x y z s of each body. For clicks and
    // framing, not for every frame; valid until the next map or resize.
    std::span<const float> newest() const;
    std::size_t bytes() const; // of graphics memory

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

enum class ColourBy { scalar, density, single, component };

// Perceptual colour maps, by id: "inferno", "viridis", "ice", "ember" …
struct ColourMap {
    const char* id;
    const char* title;
    std::vector<float> rgb; // 256 x 3, sRGB's primaries, linear light
};
const std::vector<ColourMap>& colour_maps();

// How bodies look.
struct BodyStyle {
    enum class Sprite { glow, points, discs };
    Sprite sprite = Sprite::glow;
    float size = 1;       // of a sprite, relative to the automatic one
    float brightness = 1; // of a body, relative to the automatic exposure
    float exposure = 0;   // stops
    bool bloom = true;
    float bloom_strength = 0.6F;
    ColourBy colour_by = ColourBy::scalar;
    float scalar_low = 0, scalar_high = 1; // what the ends of the colour map stand for
    bool logarithmic = true;               // the scalar's scale; four decades at most
    std::string colour_map = "inferno";
    bool operator==(const BodyStyle&) const = default;
};

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

    // Recompiles shaders whose files changed since the last call (asked at most a few times a
    // second). Returns the compiler's words if one failed; the last good one stays in use.
    std::optional<std::string> reload_changed_shaders();

    double gpu_milliseconds() const; // of the last finished draw, by timer query; never waits

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

// The camera's ray through a pixel picks the body nearest to it; nullopt when none is within
// `pixels`. Reads the positions back: for clicks, not for every frame.
std::optional<std::size_t> pick_body(const BodyBuffer& bodies, const Camera& camera, Extent size,
                                     glm::dvec2 pixel, double pixels);

// Where a body that was picked is. Reads it back, like picking.
glm::dvec3 body_position(const BodyBuffer& bodies, std::size_t body);

// Centre and radius of a sphere that holds 95 % of the bodies. Samples the buffer: for "frame all".
struct Sphere {
    glm::dvec3 centre{0, 0, 0};
    double radius = 1;
};
std::optional<Sphere> bounding_sphere(const BodyBuffer& bodies);

} // namespace orrery
