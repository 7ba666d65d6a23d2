#pragma once

#include "render/body_buffer.hpp"
#include "render/body_style.hpp"
#include "render/camera.hpp"
#include "render/drawing_quality.hpp"
#include "render/graphics_context.hpp"
#include "render/pass_time.hpp"
#include "render/picture_part.hpp"
#include "render/still_picture.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orrery {

// Draws bodies: as light into RGBA16F, glare, tone mapping. No CPU work per body. Works off-screen
// and into a window alike.
class BodyRenderer {
public:
    // Shaders are read from `shader_folder`; throws failure that names the file and the compiler's
    // words. The pictures are the same whichever shaders are taken.
    explicit BodyRenderer(std::filesystem::path shader_folder, DrawnBy shaders_for = drawn_by());
    ~BodyRenderer();

    // Draws into the framebuffer object `target` (0: the window). `size` is in pixels.
    void draw(const BodyBuffer& bodies, const Camera& camera, const BodyStyle& style, Extent size,
              unsigned int target, const DrawingQuality& quality = {});

    // Likewise, of bodies that stand still: adds a drawing to `still` and shows the mean of all.
    // Whoever calls clears it when anything is another than in its first drawing.
    void refine(StillPicture& still, const BodyBuffer& bodies, const Camera& camera,
                const BodyStyle& style, Extent size, unsigned int target,
                const DrawingQuality& quality = {});
    // The mean as it is.
    void show_again(const StillPicture& still, const BodyBuffer& bodies, const Camera& camera,
                    const BodyStyle& style, unsigned int target,
                    const DrawingQuality& quality = {});

    // What bodies are coloured by that are coloured by values, one each; while there are not as
    // many as bodies, the picture is coloured by how crowded it is. Throws failure when graphics
    // memory does not suffice.
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

    // Recompiles shaders whose files changed since the last call (asked at most a few times a
    // second). Returns the compiler's words if one failed; the last good one stays in use.
    std::optional<std::string> reload_changed_shaders();
    // Grows whenever one of them was compiled anew.
    int times_loaded() const;

    double gpu_milliseconds() const; // of the last finished draw, by timer query; never waits

    // For benchmarks: of what is drawn from now on so much is measured.
    void watch_passes(PassDetail detail);
    // Of the last draw, in the order of its passes; of a whole one, "picture". Waits for it.
    std::vector<PassTime> pass_times();

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace orrery
