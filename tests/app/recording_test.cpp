// Frames on their way into a video: handed over by who draws, written on another thread.

#include "render/png_file.hpp"
#include "render/record/recording.hpp"
#include "render/record/video_file.hpp"
#include "tests/app/orrery_program.hpp"
#include "tests/patience.hpp"
#include "tests/read_png.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <future>
#include <iterator>
#include <random>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace orrery {
namespace {

constexpr Extent one_pixel{1, 1};

RawPixels pixel(std::uint8_t red) {
    return {one_pixel, {red, 0, 0, 255}};
}

// The frames that reach the output, one number each; the disk is full after `room`.
struct Film {
    std::vector<int> frames;
    bool finished = false;
    std::size_t room = 1000;
    std::shared_future<void> may_begin;
};

class FilmOutput : public FrameOutput {
public:
    explicit FilmOutput(Film& film) : film_(film) {
        if (film_.may_begin.valid()) {
            film_.may_begin.wait();
        }
    }
    bool add(const Image& frame) override {
        if (film_.frames.size() == film_.room) {
            throw failure("the disk is full", "film.mp4", "");
        }
        film_.frames.push_back(frame.rgb.at(0));
        return true;
    }
    void finish() override { film_.finished = true; }
    std::string name() const override { return "film.mp4"; }

private:
    Film& film_;
};

Recording::Open opening(Film& film) {
    return [&film] { return std::make_unique<FilmOutput>(film); };
}

TEST(Recording, WritesFramesInTheirOrderAndRepeatsTheOneBefore) {
    Film film;
    Recording recording(opening(film), one_pixel);
    recording.add(pixel(1));
    recording.add(pixel(2), 2);
    recording.add(pixel(3));
    recording.close(1);
    recording.wait();
    EXPECT_EQ(film.frames, (std::vector<int>{1, 1, 1, 2, 3, 3}));
    EXPECT_TRUE(film.finished);
    EXPECT_EQ(recording.state().frames, 6U);
    EXPECT_EQ(recording.state().written, 6U);
    EXPECT_EQ(recording.state().name, "film.mp4");
}

TEST(Recording, FinishesWhatItHasWhenItsOwnerGoesAway) {
    Film film;
    {
        Recording recording(opening(film), one_pixel);
        recording.add(pixel(7));
    }
    EXPECT_EQ(film.frames, std::vector<int>{7});
    EXPECT_TRUE(film.finished);
}

TEST(Recording, SaysWhyItEndedAndLetsNobodyWait) {
    Film film;
    film.room = 2;
    Recording recording(opening(film), one_pixel);
    for (int i = 0; i < 100; ++i) {
        recording.add(pixel(1)); // more than may wait
    }
    recording.close();
    recording.wait();
    ASSERT_TRUE(recording.state().error);
    EXPECT_EQ(recording.state().error->problem(), "the disk is full");
    EXPECT_TRUE(recording.state().ended);
    EXPECT_FALSE(film.finished);
}

TEST(Recording, HasNoRoomWhileEncodingIsBehind) {
    Film film;
    std::promise<void> begin;
    film.may_begin = begin.get_future().share();
    Recording recording(opening(film), one_pixel);
    std::size_t added = 0;
    while (recording.has_room() && added < 1000) {
        recording.add(pixel(1));
        ++added;
    }
    EXPECT_LT(added, 1000U) << "memory is no film";
    EXPECT_GE(added, 2U);
    begin.set_value();
    recording.close();
    recording.wait();
    EXPECT_EQ(film.frames.size(), added);
}

// The processes that this one has started.
std::vector<pid_t> children() {
    std::ifstream list("/proc/self/task/" + std::to_string(getpid()) + "/children");
    return {std::istream_iterator<pid_t>(list), std::istream_iterator<pid_t>()};
}

TEST(VideoFile, IsKeptAsFarAsItWasWrittenWhenTheEncoderDies) {
    if (!VideoFile::unavailable().empty()) {
        GTEST_SKIP() << VideoFile::unavailable();
    }
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "talk.mp4";
    const Image frame{{64, 48}, std::vector<std::uint8_t>(std::size_t{64} * 48 * 3, 90)};
    VideoFile video(file, frame.size, 10, VideoFile::Effort::little);
    std::string sentence;
    try {
        for (int i = 0; i < 400; ++i) {
            video.add(frame);
        }
        const std::filesystem::path growing =
            folder / (".orrery-" + std::to_string(getpid()) + ".mp4");
        EXPECT_TRUE(wait_for([&] { return std::filesystem::file_size(growing) >= 4000; }));
        for (const pid_t encoder : children()) {
            kill(encoder, SIGKILL);
        }
        for (int i = 0; i < 100'000; ++i) {
            video.add(frame);
        }
    } catch (const Error& error) {
        sentence = error.what();
    }
    EXPECT_NE(sentence.find("signal 9"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("kept"), std::string::npos) << sentence;
    ASSERT_TRUE(std::filesystem::exists(file));
    const std::string count = "ffprobe -v quiet -count_frames -show_entries stream=nb_read_frames "
                              "-of csv=p=0 '" +
                              file.string() + "' > '" + (folder / "frames") + "'";
    ASSERT_EQ(std::system(count.c_str()), 0);
    EXPECT_GE(std::stoi(read_text(folder / "frames")), 10) << "a second at least";
}

// ffmpeg then ends as if all were well.
TEST(VideoFile, ThatMayNotGrowIsToldAndLeavesTheOneBefore) {
    if (!VideoFile::unavailable().empty()) {
        GTEST_SKIP() << VideoFile::unavailable();
    }
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "talk.gif";
    std::ofstream(file) << "a good film";
    rlimit usual{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &usual), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit tight = usual;
    tight.rlim_cur = 8192;
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &tight), 0);
    std::string sentence;
    try {
        VideoFile video(file, {64, 48}, 10, VideoFile::Effort::little);
        std::mt19937 random(1);
        for (int i = 0; i < 20; ++i) {
            Image noise{{64, 48}, std::vector<std::uint8_t>(std::size_t{64} * 48 * 3)};
            std::ranges::generate(noise.rgb, [&] { return static_cast<std::uint8_t>(random()); });
            video.add(noise);
        }
        video.finish();
    } catch (const Error& error) {
        sentence = error.what();
    }
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &usual), 0);
    std::signal(SIGXFSZ, handler);
    EXPECT_NE(sentence.find("ffmpeg failed"), std::string::npos) << sentence;
    EXPECT_EQ(read_text(file), "a good film");
}

TEST(NumberedPictures, SayWhichOnesTheyAre) {
    std::vector<std::filesystem::path> written;
    NumberedPictures pictures("a-%03d.png", [&](const std::filesystem::path& wanted, const Image&) {
        written.push_back(wanted);
        return std::optional(wanted);
    });
    pictures.add(as_image(pixel(1)));
    EXPECT_EQ(pictures.name(), "a-000.png");
    pictures.add(as_image(pixel(2)));
    EXPECT_EQ(pictures.name(), "a-000.png … a-001.png");
    EXPECT_EQ(written.size(), 2U);
}

TEST(NumberedPictures, AreRepeatedWithoutBeingMadeAgain) {
    const TemporaryFolder folder;
    NumberedPictures pictures(folder / "a-%d.png");
    pictures.add(as_image(pixel(1)));
    pictures.repeat(as_image(pixel(1)));
    pictures.add(as_image(pixel(2)));
    EXPECT_EQ(std::filesystem::hard_link_count(folder / "a-0.png"), 2U);
    EXPECT_EQ(read_png(folder / "a-1.png").rgb.at(0), 1);
    EXPECT_EQ(read_png(folder / "a-2.png").rgb.at(0), 2);
}

TEST(RawPixels, BecomeAnImageWithItsTopRowFirst) {
    const RawPixels pixels{{1, 2}, {1, 2, 3, 255, 4, 5, 6, 255}};
    EXPECT_EQ(as_image(pixels).rgb, (std::vector<std::uint8_t>{4, 5, 6, 1, 2, 3}));
}

} // namespace
} // namespace orrery
