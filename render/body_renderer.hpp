#pragma once

#include "render/black_holes.hpp"
#include "render/bloom.hpp"
#include "render/body_buffer.hpp"
#include "render/body_lights.hpp"
#include "render/body_sampling.hpp"
#include "render/body_sprites.hpp"
#include "render/body_style.hpp"
#include "render/camera.hpp"
#include "render/graphics_context.hpp"
#include "render/pass_clock.hpp"
#include "render/picture_part.hpp"
#include "render/scene_measure.hpp"
#include "render/still_picture.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orrery {

// Draws bodies: as light into RGBA16F, glare, tone mapping. No CPU work per body. Works off-screen
// and into a window alike.
class BodyRenderer {
public:
    // Throws failure that names the shader's file and the compiler's words. The pictures are the
    // same whichever shaders are taken.
    explicit BodyRenderer(ShaderFolder shaders, DrawnBy shaders_for = drawn_by());

    // Draws into the framebuffer object `target` (0: the window). `size` is in pixels. For bodies
    // that stand still: adds a drawing to `still` and shows the mean of all. Whoever calls clears
    // it when anything is another than in its first drawing.
    void draw(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style, Extent size,
              unsigned int target, const DrawingQuality& quality = {},
              StillPicture* still = nullptr);
    void refine(StillPicture& still, const BodyBuffer& bodies, const Camera& camera,
                const BodyStyle& style, Extent size, unsigned int target,
                const DrawingQuality& quality = {}) {
        draw(bodies, camera, style, size, target, quality, &still);
    }
    // The mean as it is.
    void show_again(const StillPicture& still, const BodyBuffer& bodies, const Camera& camera,
                    const BodyStyle& style, unsigned int target,
                    const DrawingQuality& quality = {});

    // The values that colour the bodies, one each. With fewer values than bodies the picture is
    // coloured by density instead. Throws failure when graphics memory does not suffice.
    void set_values(std::span<const float> values);

    // The same picture in parts, for sizes that graphics memory or the driver has no room for. All
    // parts are drawn in each pass, because what they are shown with is of the whole picture:
    //   begin_parts, then for each pass: draw_part for all, end_pass.
    // Only the last pass has a `target`. Nothing of the bodies may change on the way.
    enum class Pass { light, glare, show };
    static std::vector<Pass> passes(const BodyStyle& style);
    void begin_parts(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style,
                     Extent whole);
    void draw_part(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style,
                   const PicturePart& part, Pass pass, unsigned int target);
    void end_pass(Pass pass);

    // As ShaderFolder::reload_changed, of its own.
    std::optional<std::string> reload_changed_shaders() { return shaders_.reload_changed(); }
    // Grows whenever one of them was compiled again.
    int times_loaded() const { return shaders_.reloads(); }

    // GPU time of the last finished draw, by timer query. Does not block.
    double gpu_milliseconds() const { return timer_.milliseconds(); }

    // For benchmarks: the detail measured in later draws.
    void watch_passes(PassDetail detail) { clock_.watch(detail); }
    // Pass times of the last draw, in order; a whole one is called "picture". Waits for the draw.
    std::vector<PassTime> pass_times() { return clock_.read(); }

private:
    // The part of a picture that is drawn next.
    SpriteView begin(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& wanted,
                     const PicturePart& part, const DrawingQuality& quality,
                     const BodySampling& sampling);
    static void end();
    void draw_light(const SpriteView& view);
    // What needs to know how bright that is: balls and black holes, and what is before these.
    void add_to_light(const SpriteView& view);
    void halve(const SpriteView& view, const PicturePart& own, Bloom::Of of);
    void end_light();
    void end_glare();
    void show_whole(const SpriteView& view, const ColourTarget& light, unsigned int target);
    void show(const SpriteView& view, const ColourTarget& light, const PicturePart& own,
              unsigned int target);
    const FullscreenPass& screen_for(unsigned int target);

    const ShaderFolder shaders_;
    FullscreenPass screen_;
    std::optional<FullscreenPass> screen_of_window_; // for what the former cannot fill
    FullscreenPass mean_;
    SceneMeasure measure_;
    BodySprites sprites_;
    BodyLights lights_;
    Bloom bloom_;
    std::optional<BlackHoles> holes_; // once there are some
    FrameTimer timer_;
    PassClock clock_;
    GlVertexArray empty_array_;
    BodyStyle style_; // of what is drawn
    ColourMapTexture colour_map_;
    GrowingBuffer values_;
    std::size_t value_count_ = 0;
    std::optional<ColourTarget> light_; // the picture as light, of the size drawn last
};

} // namespace orrery
