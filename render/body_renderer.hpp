#pragma once

#include "render/camera.hpp"
#include "render/context.hpp"
#include "render/cuda_interop.hpp"
#include "sim/body_target.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// What is drawn from: a ring of GL buffers, so that the newest bodies are written while the GPU
// still draws older ones. The processor writes to buffers that are mapped for their life; CUDA, on
// the GPU that draws, to others that are shared with it and mapped only while they are written.
// Owned by the thread that owns the context.
class BodyBuffer {
public:
    explicit BodyBuffer(InteropOpener open_interop = open_cuda_interop);
    ~BodyBuffer();
    // Room for `count` bodies that come from `device`, the GPU as CUDA counts that has them, or
    // from the host; throws failure when graphics memory does not suffice.
    void resize(std::size_t count, std::optional<int> device = std::nullopt);
    std::size_t capacity() const;
    // A place to write to that the GPU does not read any more: on `device`, in the order of the
    // target's stream and without waiting, or else in host memory (after a fence if need be), also
    // where interop_unavailable() says so.
    BodyTarget map(std::optional<int> device = std::nullopt);
    // What was written becomes what is drawn. False when CUDA did not hand it over: then the older
    // bodies stay, and the next map gives host memory.
    bool unmap(std::size_t count);
    // What was written, if anything, is forgotten.
    void discard();
    std::size_t count() const;      // bodies in the newest complete buffer
    unsigned int gl_buffer() const; // the newest complete one; 0 before the first
    // The newest complete one as the processor sees it: x y z s of each body. For clicks and
    // framing, not for every frame; valid until the next map or resize.
    std::span<const float> newest() const;
    std::size_t bytes() const; // of graphics memory

    // The GPU that draws, as CUDA counts; nullopt while that is not known or where CUDA cannot
    // write to OpenGL's buffers.
    std::optional<int> cuda_device() const;
    // Why the last bodies that a GPU had were given host memory, and what to do about it: one
    // sentence. Empty when they were not.
    const std::string& interop_unavailable() const;
    // Of a publication on the GPU, by its clock, that finished lately; 0 when unknown. Never waits.
    double publish_gpu_milliseconds() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

// Bodies on their way into a buffer: what was written is forgotten unless it is kept.
class BodyWriting {
public:
    // As BodyBuffer::map.
    explicit BodyWriting(BodyBuffer& buffer, std::optional<int> device = std::nullopt)
        : buffer_(buffer), target_(buffer.map(device)) {}
    BodyWriting(const BodyWriting&) = delete;
    BodyWriting& operator=(const BodyWriting&) = delete;
    ~BodyWriting() {
        if (!handed_over_) {
            buffer_.discard();
        }
    }

    const BodyTarget& target() const { return target_; }
    // As BodyBuffer::unmap.
    bool keep(std::size_t count) {
        handed_over_ = true;
        return buffer_.unmap(count);
    }

private:
    BodyBuffer& buffer_;
    BodyTarget target_;
    bool handed_over_ = false;
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
    bool logarithmic = true;               // the scalar's scale
    std::string colour_map = "inferno";

    // Where the scale begins. A logarithmic one has four decades at most: where some bodies are at
    // rest, zero is no end of it.
    float scale_low() const {
        return logarithmic ? std::max(scalar_low, scalar_high / 1e4F) : scalar_low;
    }
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
