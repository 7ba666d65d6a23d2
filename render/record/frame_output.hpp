#pragma once

#include "render/image.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace orrery {

// Where frames go, one after the other: numbered pictures, a video, a stream.
class FrameOutput {
public:
    FrameOutput() = default;
    FrameOutput(const FrameOutput&) = delete;
    FrameOutput& operator=(const FrameOutput&) = delete;
    virtual ~FrameOutput() = default;

    // False where there is no room for it anywhere: further ones would be drawn for nobody.
    virtual bool add(const Image& frame) = 0;
    // The frame that was added last, once more.
    virtual bool repeat(const Image& frame) { return add(frame); }
    // After the last frame, which may come early: whatever was added is kept.
    virtual void finish() {}
    // "out-00000.png … out-00249.png"; empty for standard output.
    virtual std::string name() const = 0;
    // Whether everything is where it was wanted.
    virtual bool as_wanted() const { return true; }
};

// A picture a frame: out-00000.png, out-00001.png and so on.
class NumberedPictures : public FrameOutput {
public:
    // Writes a picture to that file; where it went in the end, if anywhere.
    using Write = std::function<std::optional<std::filesystem::path>(
        const std::filesystem::path& wanted, const Image& frame)>;

    // Without `write`, a file that cannot be written throws.
    explicit NumberedPictures(const std::filesystem::path& pattern, Write write = {});

    bool add(const Image& frame) override;
    // Another name of the same file, where the disk has such: it is not compressed again.
    bool repeat(const Image& frame) override;
    std::string name() const override;

private:
    std::filesystem::path path_;
    Write write_;
    std::size_t added_ = 0;
    std::string first_, last_;
};

} // namespace orrery
