#include "app/state/tour_status.hpp"

#include "app/commands/provenance.hpp"
#include "app/features/tour/tour.hpp"
#include "app/features/tour/tour_director.hpp"
#include "app/features/tour/tour_stage.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/time_view.hpp"
#include "app/state/window_requests.hpp"
#include "sim/base/error.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace orrery {
namespace {

class Tours : public testing::Test {
protected:
    Tours() { add_default_actions(app_); }

    Tour read(const std::string& text) {
        return read_tour_text(text, "talk.toml", app_.actions).tour;
    }
    std::string refusal(const std::string& text) {
        try {
            read(text);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    SimulationThread simulation_; // idle
    AppState app_{.simulation = simulation_, .settings = {}};
    Frame frame_{app_, 0.1};
};

constexpr const char* talk = R"(title = "A talk"
author = "Somebody"

[[step]]
title = "One"
words = "Look"
notes = "Say something"
do = ["scene plummer", "bodies 256", "algorithm cpu.simd"]

[[step]]
title = "Two"
do = ["colour density", "octree boxes on"]
then = "after"
seconds = 2

[[chapter]]
title = "Inside"

[[chapter.step]]
title = "Three"
race = ["cpu.simd", "cpu.tree"]
then = "loop"
seconds = 5.5

[[chapter.step.view]]
azimuth = 30
elevation = 20
distance = 3
seconds = 1.5

[[chapter.chapter]]
title = "Further inside"
needs = "gpu.that_nobody_has"

[[chapter.chapter.step]]
title = "Left out"
do = ["algorithm gpu.that_nobody_has"]

[[chapter]]
title = "Again outside"

[[chapter.step]]
title = "Four"
chart = ["cpu.aos", "cpu.simd"]
measure_error = true
then = "loop"
seconds = 3
until = 7.5
from = 2.5
)";

TEST_F(Tours, AreReadWithTheirChaptersInOrder) {
    const Tour tour = read(talk);
    EXPECT_EQ(tour.author, "Somebody");
    ASSERT_EQ(tour.steps.size(), 4U) << "without what does not run here";
    EXPECT_EQ(tour.steps[0].commands.at(1), (Command{"simulation.bodies", "256"}));
    EXPECT_EQ(tour.steps[0].notes, "Say something");
    EXPECT_EQ(tour.steps[1].end, StepEnd::after);
    EXPECT_EQ(tour.steps[2].chapters, std::vector<std::string>{"Inside"});
    EXPECT_EQ(tour.steps[2].views.at(0).seconds, 1.5);
    EXPECT_EQ(tour.steps[2].race, "algorithm cpu.simd cpu.tree");
    EXPECT_EQ(tour.steps[3].title, "Four");
    EXPECT_EQ(tour.steps[3].chart, (std::vector<std::string>{"cpu.aos", "cpu.simd"}));
    EXPECT_TRUE(tour.steps[3].measures_error);
    EXPECT_EQ(tour.steps[3].until, 7.5);
    EXPECT_EQ(tour.steps[3].from, 2.5);
}

TEST_F(Tours, SayWhichLineOfAFileIsWrong) {
    const struct {
        const char* from;
        const char* to;
        const char* place;
        const char* words;
    } slips[] = {{"cpu.simd\"]", "cpu.smd\"]", "line 8,", "cpu.simd"},
                 {"bodies 256", "bodes 256", "line 8,", "bodies"},
                 {"then = \"after\"", "then = \"later\"", "line 13,", "wait, loop, after"},
                 {"seconds = 5.5", "", "line 19,", "seconds"},
                 {"\"cpu.tree\"]\nthen", "\"cpu.tre\"]\nthen", "line 21,", "cpu.tree"},
                 {"distance = 3", "distance = -3", "line 28,", "distance"},
                 {"notes =", "note =", "line 7,", "note"},
                 {"words = \"Look\"", "words = Look", "line 6,", ""}};
    for (const auto& slip : slips) {
        std::string text = talk;
        text.replace(text.find(slip.from), std::string(slip.from).size(), slip.to);
        const std::string said = refusal(text);
        EXPECT_NE(said.find(slip.place), std::string::npos) << slip.to << ": " << said;
        EXPECT_NE(said.find(slip.words), std::string::npos) << slip.to << ": " << said;
    }
    EXPECT_NE(refusal("title = \"Nothing\"\n"), "");
    const std::string turned = refusal("title = \"T\"\n[[step]]\ntitle = \"One\"\n[[step.view]]\n"
                                       "distance = 3.0\norientation_w = 0.5\n"
                                       "orientation_xyz = [0.0, 0.0, 0.0]\n");
    EXPECT_NE(turned.find("not a rotation"), std::string::npos) << turned;
}

// Two scenes; the first step has two views.
constexpr const char* views_of_two_scenes = R"(title = "Views"
[[step]]
title = "One"
do = ["scene plummer"]
then = "loop"
seconds = 5.0
[[step.view]]
distance = 3.0
azimuth = 10.0
elevation = 20.0
[[step.view]]
distance = 4.0
azimuth = 10.0
elevation = 20.0
seconds = 2.0
[[step]]
title = "Two"
do = ["scene kepler"]
)";

TEST_F(Tours, BringAStepsViewsToItsOwnScene) {
    const Tour tour = read(views_of_two_scenes);
    const std::vector<CameraFlight> own = {{pose_from_angles({9, 9, 9}, 9, 9, 9), 3}};
    app_.settings.source = "kepler";
    take_views_of_source(app_);
    app_.view.keyframes = own;
    enter_step(app_, tour, 0, false);
    take_views_of_source(app_);
    EXPECT_EQ(app_.view.keyframes, tour.steps[0].views);
    enter_step(app_, tour, 1, false);
    take_views_of_source(app_);
    EXPECT_TRUE(app_.view.keyframes.empty()) << "the step has none";
}

TEST_F(Tours, KeepADrawingOnTheStepItWasMadeIn) {
    TourDirector director(source_folder() / "assets/tours");
    app_.status.loaded = true;
    std::vector<Annotation>& drawn = app_.view.annotations.drawn;
    const auto go_to = [&](std::size_t step) {
        app_.requests.add(GoToStep{step});
        director.update(frame_);
    };
    app_.actions.run("tour.start");
    director.update(frame_);
    const Annotation arrow{.points = {{0, 0}, {0.1F, 0}}};
    drawn.push_back(arrow);
    go_to(1);
    EXPECT_TRUE(drawn.empty());
    go_to(0);
    EXPECT_EQ(drawn, std::vector{arrow});
    app_.view.frozen = true;
    go_to(1);
    EXPECT_EQ(drawn, std::vector{arrow}) << "of the frozen picture";
    app_.view.frozen = false;
    director.update(frame_);
    EXPECT_TRUE(drawn.empty());
}

TEST_F(Tours, FollowABodyOfABodySetThatIsStillToCome) {
    const Tour tour = read(R"(title = "Follow"
[[step]]
title = "One"
do = ["scene solar_system", "follow Jupiter"]
)");
    enter_step(app_, tour, 0, false);
    EXPECT_EQ(app_.get<Followed>().wish, "Jupiter");
}

TEST_F(Tours, LeaveKeyframesAloneWhenAStepBeginsAgain) {
    const Tour tour = read(views_of_two_scenes);
    enter_step(app_, tour, 0, false);
    app_.view.keyframes.push_back({app_.camera.pose(), 3});
    enter_step(app_, tour, 0, true);
    EXPECT_EQ(app_.view.keyframes.size(), 3U);
    ASSERT_TRUE(app_.requests.has<BeginAt>()) << "the loop begins where the step does";
    EXPECT_EQ(app_.requests.newest<BeginAt>()->pose, tour.steps[0].views[0].pose);
}

TEST_F(Tours, AreWrittenAsTheyAreRead) {
    const Tour tour = read(talk);
    EXPECT_EQ(read(tour_to_toml(tour, app_.actions)), tour);
}

TEST_F(Tours, GoOnByThemselvesLoopAndWait) {
    TourPlayer player(read(talk));
    player.advance(1000);
    EXPECT_EQ(player.position(), 0U) << "waits";
    player.next();
    player.advance(1.5);
    EXPECT_EQ(player.position(), 1U);
    player.advance(0.6);
    EXPECT_EQ(player.position(), 2U);
    const std::size_t entered = player.entered();
    player.advance(5.6);
    EXPECT_EQ(player.position(), 2U);
    EXPECT_EQ(player.entered(), entered + 1) << "begins again";
    EXPECT_TRUE(player.next());
    EXPECT_FALSE(player.next()) << "there it ends";
    EXPECT_FALSE(player.go_to(4));
    EXPECT_TRUE(player.go_to(0));
    EXPECT_FALSE(player.go_to(player.position() - 1));
}

TEST_F(Tours, BeginAgainWhenTheBodiesHaveComeToATimeHoweverLongThatTakes) {
    TourPlayer player(read("title = \"T\"\n[[step]]\ntitle = \"One\"\nthen = \"loop\"\n"
                           "seconds = 2\nuntil = 5.0"));
    player.advance(60, 4.9);
    EXPECT_EQ(player.entered(), 1U) << "a slow machine";
    player.advance(0.1, 5.1);
    EXPECT_EQ(player.entered(), 2U);
    player.advance(0.1, 5.1);
    EXPECT_EQ(player.entered(), 2U) << "the bodies are on their way back";
    player.advance(0.1, 0);
    player.advance(0.1, 5);
    EXPECT_EQ(player.entered(), 3U);
    EXPECT_NE(refusal("title = \"T\"\n[[step]]\ntitle = \"One\"\nuntil = 5.0"), "");
}

TEST_F(Tours, AreAtAStepWhatTheyAreHoweverOneCameThere) {
    const Tour tour = read(talk);
    for (std::size_t position = 0; position < 3; ++position) {
        enter_step(app_, tour, position, false);
    }
    const Settings settings = app_.settings;
    const Look look = app_.view;
    EXPECT_EQ(settings.bodies, 256U);
    EXPECT_TRUE(look.tree.boxes);
    app_.settings.algorithm = "cpu.aos"; // the user turned knobs meanwhile
    app_.view.style.bloom = false;
    enter_step(app_, tour, 0, false);
    EXPECT_FALSE(app_.view.tree.boxes);
    enter_step(app_, tour, 2, false);
    EXPECT_EQ(app_.settings, settings);
    EXPECT_EQ(static_cast<const Look&>(app_.view), look);
}

TEST_F(Tours, ComputeTheMomentThatAStepNeedsWhenOneLeapsToIt) {
    const Tour tour = read("title = 'T'\n[[step]]\ntitle = 'One'\ndo = ['scene plummer']\n"
                           "[[step]]\ntitle = 'Two'\ndo = ['backwards on']\nfrom = 1.5");
    enter_step(app_, tour, 0, false);
    enter_step(app_, tour, 1, false); // the bodies go on
    const TimeView& time = app_.get<TimeView>();
    EXPECT_TRUE(app_.settings.reversed && !time.wanted);
    app_.settings.source = "shells";
    enter_step(app_, tour, 1, false);
    EXPECT_FALSE(app_.settings.reversed) << "until then";
    EXPECT_EQ(time.wanted, 1.5);
    ASSERT_TRUE(time.begins);
    EXPECT_TRUE(time.begins->reversed);
    enter_step(app_, tour, 0, false);
    EXPECT_FALSE(time.wanted || time.begins) << "of the step that was left";
}

TEST_F(Tours, TakeThePaceOfTheirFirstSceneAndRecordWhereAnotherWasSet) {
    enter_step(app_, read("title = 'Web'\n[[step]]\ntitle = 'One'\ndo = ['scene cosmic_web']"), 0,
               false);
    EXPECT_EQ(app_.settings.steps_per_second, 8);
    Settings before = app_.settings;
    before.source = "plummer";
    before.steps_per_second = 60;
    Settings wanted = before;
    wanted.source = "solar_system"; // whose own is 240
    const std::vector<Command> commands = commands_between(before, app_.view, wanted, app_.view);
    app_.settings = before;
    for (const Command& command : commands) {
        EXPECT_TRUE(app_.actions.run(command)) << command.id;
    }
    EXPECT_EQ(app_.settings.steps_per_second, 60);
}

TEST_F(Tours, AreRecordedAsWhatChanged) {
    const Tour tour = read(talk);
    enter_step(app_, tour, 0, false);
    const Settings before = app_.settings;
    const Look saw = app_.view;
    for (const char* words : {"bodies 512", "colour density", "octree boxes on", "pace 10"}) {
        ASSERT_TRUE(app_.actions.run(spoken_command(app_.actions, words)));
    }
    const Settings wanted = app_.settings;
    const Look look = app_.view;
    const std::vector<Command> commands = commands_between(before, saw, wanted, look);
    EXPECT_EQ(commands.size(), 4U);
    app_.settings = before;
    static_cast<Look&>(app_.view) = saw;
    for (const Command& command : commands) {
        EXPECT_TRUE(app_.actions.run(command)) << command.id;
    }
    EXPECT_EQ(app_.settings, wanted);
    EXPECT_EQ(static_cast<const Look&>(app_.view), look);
}

// The clicker's keys, by their actions.
TEST_F(Tours, LastSoLongWithoutASpeaker) {
    const Tour timed = timed_tour(read(talk), 4);
    EXPECT_EQ(duration(timed), 4 + 2 + 5.5 + 3);
    EXPECT_EQ(duration(timed_tour(read(talk), 1)), 1 + 2 + 5.5 + 3);
    TourPlayer player(timed);
    player.advance(4.1);
    EXPECT_EQ(player.position(), 1U) << "nobody says go on";
    Tour flight = read(talk);
    flight.steps[0].views = {{{}, 3}, {{}, 2}};
    EXPECT_EQ(timed_tour(flight, 1).steps[0].seconds, 6) << "the camera arrives";
}

TEST_F(Tours, AreRehearsedBesideTheWindow) {
    const auto rehearsed = [&](const std::string& commands) {
        Rehearsal rehearsal;
        rehearsal.start(read("title = \"T\"\n[[step]]\ntitle = \"One\"\ndo = [" + commands + "]"));
        app_.toasts.clear();
        while (rehearsal.under_way()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            rehearsal.poll(app_);
        }
        std::string said;
        for (const Toast& toast : app_.toasts) {
            said += toast.text + ".";
        }
        return said;
    };
    EXPECT_EQ(rehearsed(R"("scene kepler")"), "Every step runs here: 1 step.");
    const std::string refused = rehearsed(R"("scene kepler", "simulation.fall_back")");
    EXPECT_NE(refused.find("'simulation.fall_back' cannot be done here."), std::string::npos)
        << refused;
    EXPECT_NE(refused.find("Some of the tour does not run here."), std::string::npos) << refused;
    const std::string quits = rehearsed(R"("scene kepler", "quit")");
    EXPECT_NE(quits.find("'file.quit' cannot be done here."), std::string::npos) << quits;
    EXPECT_FALSE(app_.requests.has<Quit>());
}

// Steps before a step are gone through for what they set.
TEST_F(Tours, SayOnlyWhatTheirStepDoes) {
    const Tour tour = read("title = \"T\"\n"
                           "[[step]]\ntitle = \"One\"\ndo = [\"follow core\", \"path ahead on\"]\n"
                           "[[step]]\ntitle = \"Two\"\ndo = [\"scene kepler\"]\n");
    enter_step(app_, tour, 0, false);
    EXPECT_FALSE(app_.toasts.empty()) << "no body is selected, whose path it could be";
    app_.toasts.clear();
    enter_step(app_, tour, 1, false);
    for (const Toast& toast : app_.toasts) {
        ADD_FAILURE() << toast.text;
    }
}

TEST_F(Tours, AreGivenLeftAndGoneOnWithByTheirActions) {
    TourDirector director(source_folder() / "assets/tours");
    app_.status.loaded = true;
    const auto act = [&](const char* id) {
        app_.actions.run(id);
        director.update(frame_);
    };
    director.update(frame_);
    EXPECT_FALSE(app_.actions.run("tour.next")) << "no tour is given";
    const Settings before = app_.settings;
    act("tour.start");
    ASSERT_TRUE(app_.get<TourStatus>().given);
    EXPECT_EQ(app_.view.layer, Layer::stage);
    EXPECT_EQ(stage_facts(app_).title, app_.get<TourStatus>().step().title);
    act("tour.next");
    EXPECT_EQ(app_.get<TourStatus>().position, 1U);
    act("tour.black");
    EXPECT_EQ(app_.view.curtain, Curtain::black);
    EXPECT_FALSE(app_.actions.run("tour.leave")) << "Esc first opens the curtain";
    app_.view.curtain = Curtain::open;
    app_.view.keyframes.push_back({app_.camera.pose(), 1}); // as a step brings them
    act("tour.leave");
    EXPECT_TRUE(app_.view.keyframes.empty());
    EXPECT_FALSE(app_.get<TourStatus>().given);
    EXPECT_EQ(app_.view.layer, Layer::panels);
    EXPECT_NE(stage_facts(app_).title, app_.get<TourStatus>().step().title);
    act("tour.start");
    EXPECT_EQ(app_.get<TourStatus>().position, 1U) << "where it was left";
    act("tour.last");
    EXPECT_EQ(app_.get<TourStatus>().position + 1, app_.get<TourStatus>().tour->steps.size());
    app_.requests.add(GoToStep{2});
    director.update(frame_);
    EXPECT_EQ(app_.get<TourStatus>().position, 2U);
    EXPECT_EQ(app_.settings.algorithm, "cpu.aos");
    EXPECT_EQ(before.source, "galaxy_collision");
}

TEST_F(Tours, AreNotAFolderOfTheirName) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "orrery_tours";
    std::filesystem::create_directories(folder / "shipped");
    std::ofstream(folder / "shipped" / (folder.filename().string() + ".toml")) << "title = \"T\"\n";
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.parent_path());
    EXPECT_EQ(tour_file("orrery_tours", folder / "shipped"),
              folder / "shipped" / "orrery_tours.toml");
    std::filesystem::current_path(before);
    std::filesystem::remove_all(folder);
}

// The shipped tours run on a laptop, and are the same each time.
class ShippedTours : public Tours, public testing::WithParamInterface<const char*> {};

TEST_P(ShippedTours, AreTheSameToTheLastBitEachTimeTheyAreReplayed) {
    Tour tour = read_tour(source_folder() / "assets/tours" / (std::string(GetParam()) + ".toml"),
                          app_.actions);
    EXPECT_FALSE(tour.license.empty());
    for (TourStep& step : tour.steps) {
        EXPECT_FALSE(step.words.empty()) << step.title;
        for (Command& command : step.commands) {
            if (command.id == "simulation.bodies") {
                command.value = "512"; // the same steps, in a moment
            }
        }
    }
    std::vector<std::string> marks[2];
    for (auto& seen : marks) {
        SimulationThread idle;
        AppState app{.simulation = idle, .settings = {}};
        add_default_actions(app);
        const auto look = [&](const RehearsedStep&, const System& system) {
            seen.push_back(state_mark(system));
        };
        const RehearsalResult result = rehearse(tour, app, {}, look, 2);
        EXPECT_TRUE(result.whole) << testing::PrintToString(result.refused);
    }
    EXPECT_EQ(marks[0].size(), tour.steps.size());
    EXPECT_EQ(marks[0], marks[1]);
}

// A talk of eight to twelve minutes in either language: what stands on the stage and what the notes
// say, at a hundred words a minute as one speaks to a hall, and a quarter of a minute of each step
// to look and to wait. A step that goes on by itself lasts as long as it says.
class ShippedTalks : public Tours, public testing::WithParamInterface<const char*> {};

double spoken_minutes(const Tour& tour) {
    constexpr double words_a_minute = 100, minutes_to_look = 0.25;
    double minutes = 0;
    for (const TourStep& step : tour.steps) {
        if (step.end == StepEnd::after) {
            minutes += step.seconds / 60;
            continue;
        }
        std::string text = step.title + ' ' + step.words + ' ' + step.notes;
        for (const std::string& line : step.card.lines) {
            text += ' ' + line;
        }
        std::istringstream all(text);
        const auto words = std::distance(std::istream_iterator<std::string>(all), {});
        minutes += static_cast<double>(words) / words_a_minute + minutes_to_look;
    }
    return minutes;
}

TEST_P(ShippedTalks, LastEightToTwelveMinutesInEitherLanguage) {
    for (const char* folder : {"assets/tours", "assets/tours/de"}) {
        const Tour tour =
            read_tour(source_folder() / folder / (std::string(GetParam()) + ".toml"), app_.actions);
        const double minutes = spoken_minutes(tour);
        EXPECT_GE(minutes, 8) << folder;
        EXPECT_LE(minutes, 12) << folder;
        ASSERT_TRUE(tour.minutes) << folder;
        EXPECT_NEAR(minutes, *tour.minutes, 2) << folder << ": the speaker's timer";
    }
}

TEST_P(ShippedTalks, SayWhatAStepIsAboutInWordsThatAreReadInFiveSeconds) {
    constexpr std::ptrdiff_t most_letters = 80;
    for (const char* folder : {"assets/tours", "assets/tours/de"}) {
        const Tour tour =
            read_tour(source_folder() / folder / (std::string(GetParam()) + ".toml"), app_.actions);
        for (const TourStep& step : tour.steps) {
            const auto letters = std::ranges::count_if(step.words, [](char byte) {
                return (static_cast<unsigned>(byte) & 0xc0U) != 0x80U;
            });
            EXPECT_LE(letters, most_letters) << folder << ": " << step.words;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, ShippedTalks,
                         testing::Values("ladder", "n_log_n", "galaxies", "chaos", "trust",
                                         "cosmic_web"),
                         [](const auto& named) { return std::string(named.param); });

INSTANTIATE_TEST_SUITE_P(, ShippedTours,
                         testing::Values("ladder", "n_log_n", "galaxies", "chaos", "trust",
                                         "welcome", "cosmic_web"),
                         [](const auto& named) { return std::string(named.param); });

} // namespace
} // namespace orrery
