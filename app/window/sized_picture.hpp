#pragma once

#include "app/job.hpp"
#include "app/state/app_state.hpp"
#include "app/state/look.hpp"
#include "app/state/temporarily.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/picture.hpp"
#include "render/capture.hpp"
#include "render/image.hpp"
#include "render/picture_part.hpp"
#include "render/png_file.hpp"

#include <deque>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

struct ImGuiContext;

namespace orrery {

// Lines and names in a picture are as large as on a monitor of that height.
float picture_scale(Extent size);

// Names, chart and stage, drawn over a picture of any size apart from the window's: an ImGui
// context of its own, which takes no input and has the style of the current one. A layout holds
// for any number of frames.
class StageCanvas {
public:
    // Throws failure when ImGui's shaders do not compile.
    explicit StageCanvas(const std::filesystem::path& fonts);
    StageCanvas(const StageCanvas&) = delete;
    StageCanvas& operator=(const StageCanvas&) = delete;
    ~StageCanvas();

    // Names, chart and, `with_words`, the stage of a picture of `size` pixels.
    void lay_out(AppState& app, bool with_words, Extent size);
    // Draws them into the framebuffer object `target`, which shows all of the picture or a part.
    void draw_part(const PicturePart& part, unsigned int target);

private:
    ImGuiContext* const own_;
    float enlarged_ = 1; // what was laid out, in a picture that is larger than letters can be
};

// While it lives, the state is that of a picture of another size, which no panel covers; beside its
// plot, where it has one.
struct OtherSize {
    OtherSize(AppState& app, Extent size, VideoOf of);

    const bool stage; // is to be read in it
    const Temporarily<Extent> framebuffer;
    const Temporarily<ClearArea> open;
};

// What the window shows as a picture of its own size, without panels: for videos, for pictures
// larger than the window, and where there is no window.
class SizedPicture {
public:
    // Throws failure where there is no room for it. `channel_bits`: as Framebuffer has them.
    SizedPicture(const std::filesystem::path& resources, Extent size, VideoOf of,
                 int channel_bits = 8);

    // Makes what draws without a window now; else the first draw() does.
    void make_ready() { own_.emplace(shader_folder_); }
    // Draws it, or copies what the window, if there is one, drew where that is the same.
    const Framebuffer& draw(std::span<const BodyBuffer* const> bodies, const Picture* window,
                            AppState& app);
    Extent size() const { return target_.size(); }

private:
    const std::filesystem::path shader_folder_;
    const VideoOf of_;
    Framebuffer target_;
    std::optional<Picture> own_; // where the window's is of another size, or under panels
    std::optional<StageCanvas> words_;
};

// The window's contents as a picture that is too large to be drawn at once: one part per call, so
// that the window goes on, and written row by row, so that it never is in memory as a whole. The
// bodies must stay as they are until it is done; everything else is taken at the beginning.
class LargePicture {
public:
    // Whether a picture of this size is drawn so.
    static bool wanted_for(Extent size);

    // Takes the window's bodies and those of its rivals in a race, all of which must outlive it.
    // Throws failure where there is no room for it.
    LargePicture(const std::filesystem::path& file, const PngText& text,
                 const std::filesystem::path& resources, Extent size,
                 std::span<const BodyBuffer* const> bodies, AppState& app);
    ~LargePicture();

    const std::filesystem::path& file() const { return file_; }
    bool done() const { return next_ > work_.size(); }
    double share() const; // of the work that is done

    // Draws a part, unless the rows before it are still being written; `wait`: for them. Throws
    // what went wrong.
    enum class Wait { no, yes };
    void advance(Wait wait);

private:
    struct Lane;
    struct Work { // a part that is drawn in one call
        BodyRenderer::Pass pass;
        std::size_t lane; // of all lanes at once where it is shown
        PicturePart part;
        bool begins, ends; // the lane's pass
    };

    void plan_work();
    void show(const PicturePart& part);
    bool written(Wait wait);

    const std::filesystem::path file_;
    const Extent size_;
    OverBodies over_;
    PictureOverlay overlay_;
    std::deque<Lane> lanes_;
    std::optional<StageCanvas> words_;
    std::vector<Work> work_;
    std::size_t next_ = 0; // of work_, and behind it the end of the file
    std::vector<std::uint8_t> rows_;
    PngStream png_;
    Job<void> writing_; // gone before the file
};

// Pictures on their way into files while the window goes on: a large one takes seconds to compress,
// on a thread of its own, and one that is too large to be drawn at once is drawn part by part.
// Destruction finishes what is being written.
class SavedPictures {
public:
    explicit SavedPictures(std::filesystem::path resources) : resources_(std::move(resources)) {}

    // Under that name, or one like it where a picture of that name is still being written.
    void save(std::filesystem::path file, Image image, PngText text);
    // Draws the window's contents in that size, without panels; `bodies`: its own and its rivals'.
    void draw(Extent size, std::span<const BodyBuffer* const> bodies, const Picture& window,
              AppState& app);

    // Once a frame: draws a part of the large one, and tells what has been saved. Or waits for all
    // of them. What went wrong.
    using Wait = LargePicture::Wait;
    std::optional<Error> advance(AppState& app, Wait wait = Wait::no);

    bool busy() const { return large_ || !saving_.empty(); }
    // The bodies must stay as they are.
    bool hold_bodies() const { return large_.has_value(); }
    // The newest file.
    const std::string& last() const { return last_; }

private:
    void tell(AppState& app, const std::filesystem::path& file);

    struct Saving {
        std::filesystem::path file;
        Job<void> writing;
    };
    const std::filesystem::path resources_;
    std::deque<Saving> saving_; // the oldest first
    std::optional<LargePicture> large_;
    std::string last_;
};

} // namespace orrery
