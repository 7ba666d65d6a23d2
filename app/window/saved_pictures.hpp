#pragma once

#include "app/job.hpp"
#include "app/window/picture.hpp"
#include "app/window/sized_picture.hpp"
#include "render/image.hpp"
#include "render/png_file.hpp"

#include <deque>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace orrery {

// Pictures on their way into files while the window goes on: a large one takes seconds to compress,
// on a thread of its own, and one that is too large to be drawn at once is drawn part by part.
// Destruction finishes what is being written.
class SavedPictures {
public:
    explicit SavedPictures(std::filesystem::path resources) : resources_(std::move(resources)) {}

    // Under that name, or one like it where a picture of that name is still being written.
    void save(std::filesystem::path file, Image image, PngText text);
    // What the window shows, of that size and without panels; `bodies`: its own and its rivals'.
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
