#include "app/commands/frame_plan.hpp"

#include "app/commands/result_files.hpp"
#include "app/commands/text_output.hpp"
#include "app/record/numbered_path.hpp"
#include "app/record/video_file.hpp"
#include "render/png_file.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <string>
#include <unistd.h>
#include <vector>

namespace orrery {
namespace {

constexpr double standard_frames_per_second = 30;
constexpr double standard_seconds = 10;

// Numbered pictures that find another place where the wanted one fails.
class RescuedPictures : public NumberedPictures {
public:
    explicit RescuedPictures(const std::filesystem::path& pattern)
        : NumberedPictures(pattern, [this](const std::filesystem::path& wanted,
                                           const Image& frame) {
              return results_.write(wanted, ".png", [&frame](const std::filesystem::path& file) {
                  write_png(file, frame);
              });
          }) {}

    bool as_wanted() const override { return results_.exit_code() == ExitCode::done; }

private:
    ResultFiles results_;
};

// PNG after PNG, which `ffmpeg -f image2pipe -i -` reads.
class PictureStream : public FrameOutput {
public:
    bool add(const Image& frame) override {
        constexpr const char* stream = "standard output";
        write_png(stdout, stream, frame);
        if (std::fflush(stdout) != 0) { // whoever reads need not wait for the next one
            throw cannot_write("-", errno);
        }
        return true;
    }
    std::string name() const override { return ""; }
};

// Before hours of work.
void require_encoder(const std::filesystem::path& video) {
    if (const std::string reason = VideoFile::unavailable(); !reason.empty()) {
        throw bad_input("no video can be made: " + reason, video.string(),
                        "install it (Debian: ffmpeg), or write pictures: -o out-%05d.png");
    }
}

void require_hdr_pictures(const FramePlan& plan) {
    if (plan.hdr && plan.output.extension() != ".png") {
        throw bad_input("only .png files can be written in HDR", "--hdr",
                        "write pictures: -o out.png, or -o out-%05d.png");
    }
}

void require_frame_rate(const FramePlan& plan) {
    if (!plan.frames_per_second) {
        return;
    }
    if (!VideoFile::has_ending(plan.output) && !plan.timed) {
        throw bad_input("only a video has a frame rate", "--fps",
                        fmt::format("write one: {}", fmt::join(VideoFile::endings(), ", ")));
    }
    if (!(*plan.frames_per_second > 0 && *plan.frames_per_second <= 1000)) {
        throw bad_input(fmt::format("{:g} is out of range", *plan.frames_per_second), "--fps",
                        "it is above 0 and at most 1000");
    }
}

} // namespace

std::size_t FramePlan::frame_count() const {
    const bool video = VideoFile::has_ending(output);
    return frames.value_or(video ? static_cast<std::size_t>(standard_seconds * rate() + 0.5) : 1);
}

double FramePlan::rate() const {
    return frames_per_second.value_or(standard_frames_per_second);
}

void require_frame_output(const FramePlan& plan) {
    require_frame_rate(plan);
    require_hdr_pictures(plan);
    const std::filesystem::path& output = plan.output;
    if (output == "-") {
        if (isatty(STDOUT_FILENO) == 1) {
            throw bad_input("pictures cannot be shown in a terminal", "standard output",
                            "send them to a file or a pipe: | ffmpeg -f image2pipe -i - …");
        }
        return;
    }
    if (VideoFile::has_ending(output)) {
        require_encoder(output);
    } else if (output.extension() != ".png") {
        require_no_folder(output);
        throw bad_input(
            "the file name's extension is not a known format", output.string(),
            fmt::format("pictures are .png, videos {}", fmt::join(VideoFile::endings(), ", ")));
    } else if (plan.frame_count() > 1 && !NumberedPath(output).has_number()) {
        throw bad_input("several frames need numbered files or a video", output.string(),
                        "give a pattern, like -o out-%05d.png, or a video, -o out.mp4");
    }
    require_place(NumberedPath(output).at(0));
}

std::unique_ptr<FrameOutput> make_frame_output(const FramePlan& plan, Extent size) {
    if (plan.output == "-") {
        return std::make_unique<PictureStream>();
    }
    if (VideoFile::has_ending(plan.output)) {
        return std::make_unique<VideoFile>(plan.output, size, plan.rate());
    }
    return std::make_unique<RescuedPictures>(plan.output);
}

} // namespace orrery
