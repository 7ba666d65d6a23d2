#pragma once

#include "app/job.hpp"
#include "render/image.hpp"
#include "render/png_file.hpp"
#include "sim/base/error.hpp"

#include <deque>
#include <filesystem>
#include <optional>

namespace orrery {

// Writes pictures on threads of their own: a large one takes seconds to compress, and the window
// goes on meanwhile. Destruction finishes what is being written.
class PictureFiles {
public:
    struct Saved {
        std::filesystem::path file;
        std::optional<Error> error;
    };

    // Under that name, or one like it where a picture of that name is still being written.
    void save(std::filesystem::path file, Image image, PngText text);
    // One that has been written, or could not be; nothing: none is ready.
    std::optional<Saved> poll();
    bool busy() const { return !saving_.empty(); }
    // Waits for the oldest, if there is one.
    std::optional<Saved> finish_one();

private:
    struct Saving {
        std::filesystem::path file;
        Job<Saved> result;
    };
    std::deque<Saving> saving_; // the oldest first
};

} // namespace orrery
