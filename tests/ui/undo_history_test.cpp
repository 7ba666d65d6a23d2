#include "app/state/undo_history.hpp"

#include "app/state/default_actions.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "tests/patience.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <thread>

namespace orrery {
namespace {

std::shared_ptr<const Timeline> timeline(std::size_t count) {
    Checkpoint moment;
    moment.image = make_host_image(Bodies<double>(count));
    moment.system = std::make_shared<const System>();
    return std::make_shared<const Timeline>(std::make_shared<const Checkpoint>(std::move(moment)));
}

class UndoHistoryTest : public testing::Test {
protected:
    UndoHistoryTest() { undo_.observe(settings_, look_); }
    void look() { undo_.observe(settings_, look_); }

    Settings settings_;
    Look look_;
    UndoHistory undo_;
};

TEST_F(UndoHistoryTest, TakesBackChangesInTurnAndDoesThemAgain) {
    const std::string before = settings_.algorithm;
    settings_.algorithm = "cpu.aos";
    look();
    look_.style.bloom = false;
    look();
    EXPECT_EQ(undo_.undo_words(), "Bloom");
    EXPECT_TRUE(undo_.undo().look.style.bloom);
    EXPECT_EQ(undo_.undo_words(), "algorithm cpu.aos");
    EXPECT_EQ(undo_.undo().settings.algorithm, before);
    EXPECT_FALSE(undo_.can_undo());
    EXPECT_EQ(undo_.redo().settings.algorithm, "cpu.aos");
    EXPECT_FALSE(undo_.redo().look.style.bloom);
    EXPECT_FALSE(undo_.can_redo());
}

TEST_F(UndoHistoryTest, CallsNothingAChangeThatGoesOnByItself) {
    settings_.running = false;
    settings_.count_interactions = true;
    look_.layer = Layer::stage;
    look_.camera = CameraPose{};
    look_.style.scalar_high = 7; // the colours follow the bodies
    look();
    EXPECT_FALSE(undo_.can_undo());
}

TEST_F(UndoHistoryTest, CallsAnEditOfTheBodiesByItsWords) {
    undo_.timeline_replaced({.timeline = timeline(10), .by_load = false, .words = "delete Mars"});
    EXPECT_EQ(undo_.undo_words(), "delete Mars");
    EXPECT_NE(undo_.undo().timeline, nullptr);
    undo_.timeline_replaced({.timeline = timeline(9)}); // what was there instead
    EXPECT_EQ(undo_.redo_words(), "delete Mars");
    EXPECT_NE(undo_.redo().timeline, nullptr);
}

TEST_F(UndoHistoryTest, KeepsTheTimelineThatAChangeThrewAway) {
    settings_.bodies = 2048;
    look();
    const auto old = timeline(1024);
    undo_.timeline_replaced({.timeline = old});
    const UndoPoint back = undo_.undo();
    EXPECT_EQ(back.timeline, old);
    EXPECT_EQ(back.settings.bodies, 0U);
    const auto newer = timeline(2048);
    undo_.timeline_replaced({.timeline = newer}); // by going back
    EXPECT_EQ(undo_.redo().timeline, newer);
}

TEST_F(UndoHistoryTest, KnowsAResetByTheBodiesThatItThrewAway) {
    const auto old = timeline(1024);
    undo_.timeline_replaced({.timeline = old});
    EXPECT_EQ(undo_.undo_words(), "reset");
    EXPECT_EQ(undo_.undo().timeline, old);
}

TEST_F(UndoHistoryTest, ForgetsWhatWasUndoneWhenSomethingElseIsDone) {
    settings_.algorithm = "cpu.aos";
    look();
    settings_ = undo_.undo().settings;
    look();
    EXPECT_TRUE(undo_.can_redo());
    settings_.precision = Precision::fp64;
    look();
    EXPECT_FALSE(undo_.can_redo());
    EXPECT_EQ(undo_.undo_words(), "precision fp64");
}

TEST_F(UndoHistoryTest, DropsTheOldestBodiesFirstWhereTheyAreTooMany) {
    undo_ = UndoHistory(2 * timeline(1000)->bytes());
    look();
    for (int change = 1; change <= 3; ++change) {
        settings_.seed = static_cast<std::uint64_t>(change) + 1;
        look();
        undo_.timeline_replaced({.timeline = timeline(1000)});
    }
    EXPECT_EQ(undo_.bytes(), 2 * timeline(1000)->bytes());
    EXPECT_NE(undo_.undo().timeline, nullptr);
    EXPECT_NE(undo_.undo().timeline, nullptr);
    EXPECT_EQ(undo_.undo().timeline, nullptr) << "made anew from its scene";
}

TEST_F(UndoHistoryTest, GoesBackNoFurtherThanToTheBeginningOfATourStep) {
    settings_.algorithm = "cpu.soa";
    look();
    settings_.algorithm = "cpu.simd";
    settings_.seed = 9; // the step's own doing, with what it loads
    undo_.begin_step(settings_, look_, true);
    look();
    undo_.timeline_replaced({.timeline = timeline(8)});
    EXPECT_FALSE(undo_.can_undo());
    EXPECT_EQ(undo_.undo_words(), "");

    settings_.bodies = 77;
    look();
    const auto thrown_away = timeline(9);
    undo_.timeline_replaced({.timeline = thrown_away});
    ASSERT_TRUE(undo_.can_undo());
    const UndoPoint before = undo_.undo();
    EXPECT_EQ(before.settings.seed, 9U);
    EXPECT_EQ(before.timeline, thrown_away);
    EXPECT_FALSE(undo_.can_undo());

    undo_.end_steps();
    EXPECT_EQ(undo_.undo_words(), "algorithm cpu.soa") << "outside of the tour";
}

TEST_F(UndoHistoryTest, KeepsTheNewestTimelineHoweverLarge) {
    undo_ = UndoHistory(1);
    look();
    undo_.timeline_replaced({.timeline = timeline(1000)});
    EXPECT_NE(undo_.undo().timeline, nullptr);
}

TEST_F(UndoHistoryTest, KeepsTheFutureThatABranchThrewAway) {
    const auto old = timeline(64);
    undo_.timeline_replaced({.timeline = old, .by_load = false, .from = {30, 7.5}});
    EXPECT_EQ(undo_.undo_words(), "continuing from t = 7.50");
    EXPECT_EQ(undo_.undo().timeline, old);
    const auto branch = timeline(65);
    undo_.timeline_replaced({.timeline = branch});
    EXPECT_EQ(undo_.redo().timeline, branch);
}

TEST_F(UndoHistoryTest, TakesTheProgramsOwnDoingForNoChange) {
    settings_.bodies = 5000;
    undo_.rebase(settings_, look_);
    look();
    EXPECT_FALSE(undo_.can_undo());
}

// The thread's part: the bodies come back to the last bit, at their time.
class Restoring : public testing::Test {
protected:
    bool becomes(const std::function<bool(const SimulationStatus&)>& true_of) {
        return wait_for([&] { return true_of(simulation_.status()); });
    }
    SimulationThread simulation_;
};

TEST_F(Restoring, BringsBackTheBodiesThatALoadThrewAway) {
    Settings settings;
    settings.source = "plummer";
    settings.bodies = 256;
    settings.running = false;
    simulation_.set(settings);
    ASSERT_TRUE(becomes([](const auto& status) { return status.loaded; }));
    EXPECT_EQ(simulation_.take_replaced().at(0).timeline, nullptr);
    for (int step = 0; step < 3; ++step) {
        simulation_.step_once(false);
    }
    ASSERT_TRUE(becomes([](const auto& status) { return status.steps == 3; }));
    const System was = simulation_.snapshot();

    Settings other = settings;
    other.bodies = 512;
    simulation_.set(other);
    ASSERT_TRUE(becomes([](const auto& status) { return status.count == 512; }));
    const auto replaced = simulation_.take_replaced();
    ASSERT_EQ(replaced.size(), 1U);
    ASSERT_NE(replaced[0].timeline, nullptr);

    simulation_.restore(replaced[0].timeline, settings);
    ASSERT_TRUE(becomes([](const auto& status) { return status.count == 256; }));
    const System now = simulation_.snapshot();
    EXPECT_EQ(now.time, was.time);
    EXPECT_EQ(simulation_.status().steps, 3U) << "and what had come before is still there";
    EXPECT_EQ(simulation_.status().travel.first.step, 0U);
    for (std::size_t i = 0; i < 256; ++i) {
        ASSERT_EQ(now.bodies.position.x[i], was.bodies.position.x[i]);
        ASSERT_EQ(now.bodies.velocity.z[i], was.bodies.velocity.z[i]);
    }
    EXPECT_EQ(simulation_.status().suggested.time_step, load_source(settings).time_step);
}

} // namespace
} // namespace orrery
