#pragma once

#include "app/commands/command.hpp"
#include "render/image.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace orrery {

// Where the frames of `orrery render` go: numbered pictures, a video, or standard output.
class FrameOutput {
public:
    virtual ~FrameOutput() = default;

    // False where there is no room for it anywhere: further ones would be drawn for nobody.
    virtual bool add(const Image& frame) = 0;
    // After the last frame, which may come early: whatever was added is kept.
    virtual void finish() {}
    // "out-00000.png … out-00249.png"; empty for standard output.
    virtual std::string name() const = 0;
    // Failed, if anything is not where it was wanted.
    virtual ExitCode exit_code() const { return ExitCode::done; }
};

struct FramePlan {
    std::filesystem::path output = "orrery.png"; // .png, a video's ending, or - for standard output
    std::optional<std::size_t> frames;           // unset: one, or ten seconds of video
    std::optional<double> frames_per_second;     // of a video; unset: 30

    std::size_t frame_count() const;
};

// Throws bad_input for an output that cannot be written as asked.
void require_frame_output(const FramePlan& plan);

std::unique_ptr<FrameOutput> make_frame_output(const FramePlan& plan, Extent size);

} // namespace orrery
