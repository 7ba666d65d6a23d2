#pragma once

#include "render/record/frame_output.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace orrery {

// A video, encoded by the program ffmpeg, which reads the frames from a pipe. Written beside its
// final place; `finish` moves it there, and without it nothing remains, unless ffmpeg dies over a
// recording. Every method throws an Error that names the file.
class VideoFile : public FrameOutput {
public:
    // .mp4, .gif and so on: what there is an encoder for.
    static bool has_ending(const std::filesystem::path& file);
    static std::vector<std::string> endings();
    // Empty, or why no video can be made on this machine.
    static std::string unavailable();

    // `little` of it where frames come as fast as they are seen: larger files of the same look.
    // What was seen does not come again: such a file is written in pieces of a second, and if
    // ffmpeg dies those that are complete are kept under the file's name, which the Error says.
    // `comment`: stands in the file, where its format has a place for one.
    enum class Effort { usual, little };

    VideoFile(const std::filesystem::path& file, Extent size, double frames_per_second,
              Effort effort = Effort::usual, const std::string& comment = "");
    ~VideoFile() override;

    bool add(const Image& frame) override;
    void finish() override;
    std::string name() const override { return file_.string(); }

private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    int wait(); // until ffmpeg has ended; its status
    long complaints();
    std::string complaint(int status); // what ffmpeg said last
    [[noreturn]] void give_up(int status);
    void join_pieces();
    void close_pipe() noexcept;

    std::filesystem::path file_;
    std::filesystem::path temporary_; // empty once moved
    Extent size_;
    bool in_pieces_;
    std::unique_ptr<std::FILE, CloseFile> messages_; // what ffmpeg says
    pid_t encoder_ = -1;
    int pipe_ = -1;
};

} // namespace orrery
