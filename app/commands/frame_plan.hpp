#pragma once

#include "app/record/frame_output.hpp"

#include <filesystem>
#include <memory>
#include <optional>

namespace orrery {

// What `orrery render` writes: numbered pictures, a video, or pictures on standard output.
struct FramePlan {
    std::filesystem::path output = "orrery.png"; // .png, a video's ending, or - for standard output
    std::optional<std::size_t> frames;           // unset: one, or ten seconds of video
    std::optional<double> frames_per_second;     // of a video; unset: 30
    bool hdr = false;                            // pictures with light beyond white
    bool timed = false; // pictures, too, are so many a second: those of a tour

    std::size_t frame_count() const;
    double rate() const; // pictures a second
};

// Throws bad_input for an output that cannot be written as asked.
void require_frame_output(const FramePlan& plan);

std::unique_ptr<FrameOutput> make_frame_output(const FramePlan& plan, Extent size);

} // namespace orrery
