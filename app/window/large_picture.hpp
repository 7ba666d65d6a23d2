#pragma once

#include "app/job.hpp"
#include "app/state/app_state.hpp"
#include "app/window/body_view.hpp"
#include "app/window/stage_canvas.hpp"
#include "render/png_file.hpp"

#include <deque>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

// What the window shows as a picture that is too large to be drawn at once: part by part, one a
// call, so that the window goes on, and into its file row by row, so that it never is in memory as
// a whole. The bodies must stay as they are until it is done; everything else is that of the
// beginning.
class LargePicture {
public:
    struct Place {
        std::filesystem::path file;
        PngText text;
        std::filesystem::path resources; // shaders and fonts
    };

    // Whether a picture of this size is drawn so.
    static bool wanted_for(Extent size);

    // Of the window's bodies and those of its rivals in a race, all of which must outlive it.
    // Throws failure where there is no room for it.
    LargePicture(const Place& place, Extent size, std::span<const BodyBuffer* const> bodies,
                 AppState& app);
    ~LargePicture();

    const std::filesystem::path& file() const { return file_; }
    bool done() const { return done_; }
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
    std::deque<Lane> lanes_;
    std::optional<StageCanvas> words_;
    std::vector<Work> work_;
    std::size_t next_ = 0; // of work_
    std::vector<std::uint8_t> rows_;
    PngStream png_;
    Job<void> writing_; // gone before the file
    bool done_ = false;
};

} // namespace orrery
