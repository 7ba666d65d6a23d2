// A tour that is edited: its file keeps the parts that were not touched.
#include "app/features/tour/tour_editor.hpp"
#include "app/state/tour_status.hpp"

#include "app/features/tour/tour.hpp"
#include "app/features/tour/tour_director.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "sim/base/error.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace orrery {
namespace {

using What = TourEdit::What;
namespace fs = std::filesystem;

constexpr const char* file_text = R"(# My talk, for students.
title = "A talk"      # theirs
minutes = 30

# The first one.
[[step]]
title = "Größe «one»" # a comment
words = """
Two lines
of words"""
do = [ "scene plummer", 'bodies 256' ]

[[step.view]]
azimuth = 30
elevation = 20
distance = 3

[[step]]
title = "Left out"
needs = "gpu.that_nobody_has"

# The second one.
[[step]]
title = 'Two'
notes = "Say # this" # not that

[[chapter]]
title = "Inside"

[[chapter.step]]
title = "Three"
)";

// Tests of one program may run side by side.
fs::path folder_of_this_process(const std::string& name) {
    return fs::temp_directory_path() / (name + std::to_string(getpid()));
}

class EditedTour : public testing::Test {
protected:
    EditedTour() { add_default_actions(app_); }

    TourEditor editor(const std::string& text = file_text) const {
        return {"talk.toml", TourEditor::Owner::user, text, app_.actions};
    }
    // The file after an edit.
    std::string text_after(const TourEdit& edit) const {
        TourEditor edited = editor();
        edited.edit(edit, 0, app_.actions);
        const fs::path before = fs::current_path();
        const fs::path folder = folder_of_this_process("orrery-tour-editor-");
        fs::create_directories(folder);
        fs::current_path(folder);
        edited.save();
        std::ifstream in("talk.toml");
        const std::string text(std::istreambuf_iterator<char>(in), {});
        fs::current_path(before);
        fs::remove_all(folder);
        return text;
    }
    static std::string replaced(std::string text, const std::string& part, const std::string& by) {
        return text.replace(text.find(part), part.size(), by);
    }

    SimulationThread simulation_; // idle
    AppState app_{.simulation = simulation_, .settings = {}};
    Frame frame_{app_, 0.1};
};

TEST_F(EditedTour, ChangesOneValueAndLeavesEveryOtherLetter) {
    const std::string text = file_text;
    EXPECT_EQ(text_after({What::title, 0, "Smaller \"one\""}),
              replaced(text, "\"Größe «one»\"", "\"Smaller \\\"one\\\"\""));
    EXPECT_EQ(text_after({What::words, 0, "One line"}),
              replaced(text, "\"\"\"\nTwo lines\nof words\"\"\"", "\"One line\""));
    EXPECT_EQ(text_after({What::notes, 1, "Nothing"}),
              replaced(text, "\"Say # this\" # not", "\"Nothing\" # not"));
    EXPECT_EQ(text_after({What::notes, 2, "New"}), text + "notes = \"New\"\n")
        << "behind the title";
    EXPECT_EQ(text_after({What::words, 1, "New"}),
              replaced(text, "title = 'Two'\n", "title = 'Two'\nwords = \"New\"\n"));
}

TEST_F(EditedTour, IsSavedBesideAFileThatOthersHaveChanged) {
    const fs::path folder = folder_of_this_process("orrery-tour-editor-");
    fs::create_directories(folder);
    const auto content = [](const fs::path& file) {
        std::ifstream in(file);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    const fs::path file = folder / "talk.toml";
    std::ofstream(file) << file_text;
    TourEditor edited(file, TourEditor::Owner::user, file_text, app_.actions);
    edited.edit({What::title, 0, "Mine"}, 0, app_.actions);
    std::ofstream(file, std::ios::app) << "# theirs\n";
    const fs::path saved = edited.save();
    EXPECT_EQ(saved, folder / "talk-2.toml");
    EXPECT_EQ(content(file), std::string(file_text) + "# theirs\n");
    EXPECT_NE(content(saved).find("Mine"), std::string::npos);
    edited.edit({What::title, 0, "Mine again"}, 0, app_.actions);
    EXPECT_EQ(edited.save(), saved) << "which is its own from here on";
    edited.edit({What::title, 0, "Not saved"}, 0, app_.actions);
    EXPECT_EQ(edited.save_copy(), folder / "talk-2-2.toml");
    EXPECT_NE(content(folder / "talk-2-2.toml").find("Not saved"), std::string::npos);
    EXPECT_TRUE(edited.changed());
    fs::remove_all(folder);
}

TEST_F(EditedTour, TakesKeyframesAsTheViewsOfAStep) {
    const std::vector<CameraFlight> views{{pose_from_angles({0, 0, 0}, 5, 10, 20), 0},
                                          {pose_from_angles({1, 0, 0}, 2, 40, 20), 3}};
    for (const std::size_t step : {0U, 1U, 2U}) {
        TourEditor edited = editor();
        const Tour before = edited.tour();
        edited.edit({.what = What::views, .step = step, .text = {}, .views = views}, 0,
                    app_.actions);
        Tour expected = before;
        expected.steps[step].views = edited.tour().steps[step].views;
        EXPECT_EQ(edited.tour(), expected) << "nothing else changes";
        const auto& now = edited.tour().steps[step].views;
        ASSERT_EQ(now.size(), 2U);
        EXPECT_EQ(now[1].seconds, 3);
        EXPECT_NEAR(now[0].pose.distance, 5, 1e-12);
        EXPECT_NEAR(std::abs(glm::dot(now[1].pose.orientation, views[1].pose.orientation)), 1,
                    1e-12);
    }
    const std::string text =
        text_after({.what = What::views, .step = 0, .text = {}, .views = views});
    EXPECT_EQ(text.find("azimuth"), std::string::npos) << "instead of the old one";
    EXPECT_NE(text.find("# The second one.\n[[step]]"), std::string::npos);
    EXPECT_NE(text_after({.what = What::views, .step = 2, .text = {}, .views = views})
                  .find("[[chapter.step.view]]"),
              std::string::npos);
}

TEST_F(EditedTour, MovesAndRemovesStepsWithTheirCommentsAndViews) {
    TourEditor edited = editor();
    ASSERT_EQ(edited.tour().steps.size(), 3U);
    // The present step goes along.
    EXPECT_EQ(edited.edit({What::later, 0}, 0, app_.actions), 1U);
    EXPECT_EQ(edited.tour().steps[0].title, "Two");
    EXPECT_EQ(edited.tour().steps[1].title, "Größe «one»");
    EXPECT_EQ(edited.tour().steps[1].views.size(), 1U);
    EXPECT_EQ(edited.tour().minutes, 30);
    EXPECT_EQ(edited.edit({What::remove, 0}, 1, app_.actions), 0U);
    EXPECT_EQ(edited.tour().steps.size(), 2U);
    edited.edit({What::take_back}, 0, app_.actions);
    edited.edit({What::take_back}, 0, app_.actions);
    EXPECT_EQ(edited.tour().steps[0].title, "Größe «one»");
    const std::string moved = text_after({What::earlier, 1});
    EXPECT_LT(moved.find("# The second one.\n[[step]]\ntitle = 'Two'"),
              moved.find("# The first one.\n[[step]]"));
    EXPECT_NE(moved.find("Left out"), std::string::npos);
    EXPECT_EQ(text_after({What::remove, 1}).find("Two'"), std::string::npos);
}

TEST_F(EditedTour, RefusesWhatCannotBeDoneAndStaysAsItWas) {
    TourEditor edited = editor();
    EXPECT_THROW(edited.edit({What::later, 1}, 0, app_.actions), Error) << "another chapter";
    EXPECT_THROW(edited.edit({What::remove, 7}, 0, app_.actions), Error);
    TourEditor alone = editor("title = \"T\"\n[[step]]\ntitle = \"Alone\"");
    EXPECT_THROW(alone.edit({What::remove, 0}, 0, app_.actions), Error);
    alone.edit({What::notes, 0, "x"}, 0, app_.actions);
    EXPECT_EQ(alone.tour().steps[0].notes, "x");
    TourEditor inline_steps = editor("title = \"T\"\nstep = [{title = \"A\"}, {title = \"B\"}]\n");
    EXPECT_THROW(inline_steps.edit({What::title, 0, "C"}, 0, app_.actions), Error);
    EXPECT_EQ(inline_steps.tour().steps[0].title, "A");
}

TEST_F(EditedTour, OfTheProgramIsSavedAsACopyInTheWorkingFolder) {
    const fs::path before = fs::current_path();
    const fs::path folder = folder_of_this_process("orrery-tour-copy-");
    fs::create_directories(folder / "shipped");
    std::ofstream(folder / "shipped" / "talk.toml") << file_text;
    fs::current_path(folder);
    TourDirector director(folder / "shipped");
    director.start(app_, "talk");
    director.update(frame_);
    EXPECT_EQ(app_.get<TourStatus>().tour->steps.size(), 3U);
    app_.requests.add(TourEdit{What::title, 0, "Mine"});
    director.update(frame_);
    EXPECT_EQ(stage_facts(app_).title, "Mine") << "at once, on the picture";
    EXPECT_EQ(app_.get<TourStatus>().tour->steps[0].title, "Mine");
    EXPECT_TRUE(app_.get<TourStatus>().editing.changed);
    app_.requests.add(SaveTour{});
    director.update(frame_);
    EXPECT_FALSE(app_.get<TourStatus>().editing.changed);
    EXPECT_EQ(app_.get<TourStatus>().editing.file, "talk.toml");
    EXPECT_EQ(read_tour(folder / "talk.toml", app_.actions).steps[0].title, "Mine");
    EXPECT_EQ(read_tour(folder / "shipped" / "talk.toml", app_.actions).steps[0].title,
              "Größe «one»");
    fs::current_path(before);
    fs::remove_all(folder);
}

TEST_F(EditedTour, ThatWasNotSavedIsKeptBesideItsFile) {
    const fs::path folder = folder_of_this_process("orrery-tour-kept-");
    fs::create_directories(folder);
    const fs::path file = folder / "talk.toml";
    std::ofstream(file) << file_text;
    {
        TourDirector director(folder / "shipped");
        director.start(app_, file.string());
        director.update(frame_);
        app_.requests.add(TourEdit{What::title, 0, "Mine"});
        director.update(frame_);
    }
    EXPECT_EQ(read_tour(file, app_.actions).steps[0].title, "Größe «one»");
    EXPECT_EQ(read_tour(folder / "talk-2.toml", app_.actions).steps[0].title, "Mine");
    fs::remove_all(folder);
}

TEST_F(EditedTour, GrowsByStepsBehindWhatItsAuthorHasWrittenMeanwhile) {
    const fs::path before = fs::current_path();
    const fs::path folder = folder_of_this_process("orrery-tour-grows-");
    fs::create_directories(folder);
    fs::current_path(folder);
    TourDirector director(folder / "shipped");
    const auto record = [&] {
        app_.requests.add(RecordStep{});
        director.update(frame_);
    };
    const auto recorded = [&](const char* file) { return read_tour(file, app_.actions); };
    app_.get<Followed>().what = Following::core;
    record();
    EXPECT_EQ(recorded("tour.toml").steps[0].commands.back().value, "core");
    std::string text = text_of_tour("tour.toml");
    text =
        replaced(text, "title = \"Step 1\"\n", "title = \"Mine\" # theirs\nnotes = \"Keep me\"\n");
    std::ofstream("tour.toml") << text;
    record();
    const Tour grown = recorded("tour.toml");
    ASSERT_EQ(grown.steps.size(), 2U);
    EXPECT_EQ(grown.steps[0].notes, "Keep me");
    EXPECT_EQ(grown.steps[1].title, "Step 2");
    EXPECT_EQ(text_of_tour("tour.toml").find(text), 0U) << "to the letter";
    std::ofstream("tour.toml") << "no tour any more";
    record();
    EXPECT_EQ(recorded("tour-2.toml").steps.size(), 3U);
    std::ifstream in("tour.toml");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "no tour any more");
    fs::current_path(before);
    fs::remove_all(folder);
}

} // namespace
} // namespace orrery
