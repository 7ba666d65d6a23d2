// orrery render of a tour: the whole talk as a film.

#include "render/image.hpp"
#include "render/offscreen.hpp"
#include "render/png_file.hpp"
#include "render/record/video_file.hpp"
#include "sim/base/error.hpp"
#include "tests/app/orrery_program.hpp"
#include "tests/read_png.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr const char* talk = R"(title = "Two stars"
[[step]]
title = "Around each other"
words = "An ellipse for each"
do = ["scene kepler", "pace 60", "algorithm cpu.soa", "bloom off"]
[[step]]
title = "And a picture alone"
do = ["layer nothing"]
then = "after"
seconds = 0.5
)";

bool can_film() {
    try {
        const OffscreenContext context;
        return VideoFile::unavailable().empty() && fs::exists("/usr/bin/ffprobe");
    } catch (const Error&) {
        return false;
    }
}

class TourFilm : public testing::Test {
protected:
    void SetUp() override {
        if (!can_film()) {
            GTEST_SKIP() << "nothing can be drawn or encoded here";
        }
        write_bytes(folder_ / "talk.toml", talk);
    }

    Finished film(std::vector<std::string> arguments, Launch launch = {}) const {
        const std::vector<std::string> first{"render", "talk.toml", "--size", "320x180"};
        arguments.insert(arguments.begin(), first.begin(), first.end());
        launch.folder = folder_.path();
        return run_orrery(arguments, launch);
    }
    // "320,180,15": what ffprobe counts in a file that plays.
    std::string probe(const std::string& file) const {
        Launch launch;
        launch.folder = folder_.path();
        launch.program = "/usr/bin/ffprobe";
        return run_orrery({"-v", "error", "-count_frames", "-show_entries",
                           "stream=width,height,nb_read_frames", "-of", "csv=p=0", file},
                          launch)
            .output;
    }
    Image picture(const std::string& name) const { return read_png(folder_.path() / name); }
    fs::path file(const std::string& name) const { return folder_.path() / name; }

private:
    TemporaryFolder folder_;
};

// How light the corner is in which a stage has its title.
double title_light(const Image& image) {
    double sum = 0;
    for (int y = 4; y < 24; ++y) {
        for (int x = 4; x < 100; ++x) {
            const std::uint8_t light =
                image.rgb[3 * static_cast<std::size_t>(y * image.size.width + x)];
            sum += light > 140 ? 1 : 0;
        }
    }
    return sum;
}

TEST_F(TourFilm, HasAFrameForEveryMomentOfTheTalk) {
    const Finished run = film({"--fps", "10", "--wait", "1", "-o", "talk.mp4"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(probe("talk.mp4"), "320,180,15\n");
    EXPECT_NE(run.output.find("saved talk.mp4"), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("15 frames: 1.5 s"), std::string::npos) << run.output;
}

TEST_F(TourFilm, ShowsTheWordsAndIsTheSameEachTime) {
    ASSERT_EQ(film({"--fps", "10", "--wait", "0.5", "-o", "a-%02d.png"}).exit_code, 0);
    ASSERT_EQ(film({"--fps", "10", "--wait", "0.5", "-o", "b-%02d.png"}).exit_code, 0);
    ASSERT_TRUE(fs::exists(file("a-09.png")));
    EXPECT_FALSE(fs::exists(file("a-10.png")));
    EXPECT_GT(title_light(picture("a-00.png")), 50);
    EXPECT_LT(title_light(picture("a-09.png")), 20);
    EXPECT_NE(picture("a-05.png").rgb, picture("a-09.png").rgb) << "stars stand still";
    EXPECT_EQ(picture("a-09.png").rgb, picture("b-09.png").rgb);
}

TEST_F(TourFilm, ShowsThePictureOfACard) {
    Image red{{64, 32}, std::vector<std::uint8_t>(3 * 64 * 32, 0)};
    for (std::size_t i = 0; i < red.rgb.size(); i += 3) {
        red.rgb[i] = 230;
    }
    write_png(file("red.png"), red);
    write_bytes(file("talk.toml"), R"(title = "T"
[[step]]
title = "A picture beside the tour"
card = ["and a line"]
picture = "red.png"
)");
    ASSERT_EQ(film({"--fps", "10", "--wait", "0.2", "-o", "a-%02d.png"}).exit_code, 0);
    const Image frame = picture("a-01.png");
    long shown = 0;
    for (std::size_t i = 0; i < frame.rgb.size(); i += 3) {
        shown += frame.rgb[i] > 200 && frame.rgb[i + 1] < 30 && frame.rgb[i + 2] < 30 ? 1 : 0;
    }
    EXPECT_GT(shown, 320 * 180 / 10);
    write_bytes(file("red.png"), "not a picture at all");
    const Finished refused = film({"--fps", "10", "-o", "b-%02d.png"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.errors.find("talk.toml, line 5"), std::string::npos) << refused.errors;
    EXPECT_NE(refused.errors.find("is no PNG file"), std::string::npos) << refused.errors;
}

// The stage says "Time reversed", in orange letters in a corner.
TEST_F(TourFilm, GoesToTheMomentThatAStepNeedsAndRunsBackFromThere) {
    write_bytes(file("talk.toml"), R"(title = "T"
[[step]]
title = "Back"
do = ["scene uniform_cube", "bodies 64", "algorithm cpu.simd", "time step 1/64", "backwards on", "pace 30"]
from = 0.5
)");
    ASSERT_EQ(film({"--fps", "4", "--wait", "3", "-o", "a-%02d.png"}).exit_code, 0);
    const auto letters = [this](const char* name) {
        const Image frame = picture(name);
        int orange = 0;
        for (int y = 0; y < 30; ++y) {
            for (int x = 220; x < 320; ++x) {
                const std::uint8_t* const rgb =
                    &frame.rgb[3 * static_cast<std::size_t>(y * frame.size.width + x)];
                orange += rgb[0] > 180 && rgb[2] < 120 ? 1 : 0;
            }
        }
        return orange;
    };
    EXPECT_EQ(letters("a-01.png"), 0) << "on its way there";
    EXPECT_GT(letters("a-11.png"), 8);
}

TEST_F(TourFilm, StepsRacersByTheirRatesAndIsTheSameEachTime) {
    write_bytes(file("talk.toml"), R"(title = "T"
[[step]]
title = "S"
do = ["scene kepler", "bloom off"]
race = ["cpu.aos", "cpu.soa"]
rates = [10, 80]
)");
    ASSERT_EQ(film({"--fps", "10", "--wait", "1", "-o", "a-%02d.png"}).exit_code, 0);
    const Finished again = film({"--fps", "10", "--wait", "1", "-o", "b-%02d.png"});
    ASSERT_EQ(again.exit_code, 0) << again.errors;
    EXPECT_EQ(again.errors.find("rates ="), std::string::npos) << "they are told, not measured";
    const Image last = picture("a-09.png");
    EXPECT_EQ(last.rgb, picture("b-09.png").rgb);
    // From frame to frame the quick one, at the right, moves more than the slow one.
    const Image before = picture("a-08.png");
    std::array<long, 2> moved{};
    for (int y = 40; y < 130; ++y) {
        for (int x = 0; x < 320; ++x) {
            const auto at = 3 * static_cast<std::size_t>(y * 320 + x);
            moved[x < 160 ? 0 : 1] += std::abs(int{last.rgb[at]} - int{before.rgb[at]});
        }
    }
    EXPECT_GT(moved[1], 2 * moved[0]);
}

// Counts in a part of a picture: pixels in the colour of the kepler scene's light body, and in the
// grey of exact orbits.
struct Lines {
    long blue = 0, grey = 0;
};
Lines lines_in(const Image& image, double from, double to) {
    Lines lines;
    const int width = image.size.width, height = image.size.height;
    for (int y = height / 4; y < height * 3 / 4; ++y) {
        for (int x = static_cast<int>(from * width); x < static_cast<int>(to * width); ++x) {
            const std::uint8_t* const pixel =
                &image.rgb[3 * static_cast<std::size_t>(y * width + x)];
            lines.blue += pixel[2] > pixel[0] + 25 && pixel[2] > 50 ? 1 : 0;
            lines.grey += pixel[2] < pixel[0] + 20 && pixel[0] < pixel[2] + 20 && pixel[0] > 50;
        }
    }
    return lines;
}

TEST_F(TourFilm, HasTrailsAndTheExactOrbitInTheViewOfEveryRacer) {
    const auto of_race = [&](const std::string& racers) {
        write_bytes(file("talk.toml"), R"(title = "T"
[[step]]
title = "S"
do = ["scene kepler", "bloom off", "pace 300"]
race = [)" + racers + "]\n");
        Launch launch;
        launch.folder = file("").parent_path();
        EXPECT_EQ(run_orrery({"render", "talk.toml", "--size", "960x540", "--fps", "10", "--wait",
                              "1.5", "-o", "a-%02d.png"},
                             launch)
                      .exit_code,
                  0);
        return picture("a-14.png");
    };
    const Image two = of_race(R"("euler", "leapfrog")");
    for (const Lines& lines : {lines_in(two, 0.02, 0.48), lines_in(two, 0.52, 0.98)}) {
        EXPECT_GT(lines.blue, 350) << "450 steps are more than one orbit";
        EXPECT_GT(lines.grey, 12);
    }
    const Image three = of_race(R"("euler", "leapfrog", "rk4")");
    for (const double from : {0.01, 0.343, 0.677}) {
        EXPECT_GT(lines_in(three, from, from + 0.3).blue, 250) << "from " << from;
    }
}

TEST_F(TourFilm, MeasuresHowFastRacersAreWhereNobodySays) {
    write_bytes(file("talk.toml"), "title = \"T\"\n[[step]]\ntitle = \"S\"\n"
                                   "do = [\"scene plummer\", \"bodies 256\"]\n"
                                   "race = [\"cpu.aos\", \"cpu.soa\"]\n");
    const Finished run = film({"--frames", "2", "--fps", "10", "-o", "a-%02d.png"});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find("rates = ["), std::string::npos) << run.errors;
}

TEST_F(TourFilm, PlaysAlsoWhenItWasStopped) {
    Launch launch;
    launch.interrupt_after = std::chrono::milliseconds(1200);
    const Finished run = film({"--wait", "3000", "-o", "talk.mp4"}, launch);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.errors.find("stopped after"), std::string::npos) << run.errors;
    const std::string counted = probe("talk.mp4");
    EXPECT_EQ(counted.substr(0, 8), "320,180,") << counted;
    EXPECT_GT(std::stoi("0" + counted.substr(std::min<std::size_t>(8, counted.size()))), 0);
}

// Of each tour that comes along, whole: few frames, and few steps in each.
class EachTourAsFilm : public TourFilm, public testing::WithParamInterface<const char*> {};

TEST_P(EachTourAsFilm, IsMadeByOneCommand) {
    Launch launch;
    launch.folder = file("").parent_path();
    const std::string name = GetParam();
    const fs::path tour = source_folder() / "assets/tours" / (name + ".toml");
    // That one is a scene as well.
    const std::string called = name == "cosmic_web" ? tour.string() : name;
    const Finished run =
        run_orrery({"render", called, "--size", "320x180", "--fps", "1", "--wait", "2",
                    "--steps-per-frame", "1", "--language", "en", "-o", "film.mp4"},
                   launch);
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const std::string counted = probe("film.mp4");
    ASSERT_EQ(counted.substr(0, 8), "320,180,") << counted;
    const int frames = std::stoi(counted.substr(8));
    std::ifstream written(tour);
    const std::string text(std::istreambuf_iterator<char>(written), {});
    int steps = 0; // but for those of chapters that not every machine has
    for (std::size_t at = text.find("\n[[step]]"); at != std::string::npos;
         at = text.find("\n[[step]]", at + 1)) {
        ++steps;
    }
    EXPECT_GE(frames, 2 * steps) << run.output;
    EXPECT_NE(run.output.find(std::to_string(frames) + " frames"), std::string::npos) << run.output;
}

INSTANTIATE_TEST_SUITE_P(Whole, EachTourAsFilm,
                         testing::Values("ladder", "n_log_n", "galaxies", "chaos", "trust",
                                         "cosmic_web", "welcome"));

TEST_F(TourFilm, RefusesWhatTheTourSaysItself) {
    const Finished run = film({"--algorithm", "cpu.soa", "-o", "talk.mp4"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("--algorithm"), std::string::npos) << run.errors;
    EXPECT_EQ(film({}).exit_code, 2) << "a talk in one picture";
    EXPECT_FALSE(fs::exists(file("talk.mp4")));
}

TEST_F(TourFilm, FailsWhereSomethingCannotBeDoneHere) {
    write_bytes(file("talk.toml"), "title = \"T\"\n[[step]]\ntitle = \"S\"\n"
                                   "do = [\"scene kepler\", \"simulation.fall_back\"]\n");
    const Finished run = film({"--frames", "2", "-o", "talk.mp4"});
    EXPECT_EQ(run.exit_code, 1) << run.output << run.errors;
    EXPECT_NE(run.errors.find("cannot be done here"), std::string::npos) << run.errors;
    EXPECT_EQ(probe("talk.mp4"), "320,180,2\n");
}

} // namespace
} // namespace orrery
