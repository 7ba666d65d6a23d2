// The actions' requests, and the features' part of the state of the app.
#include "app/features/features.hpp"
#include "app/features/tour/tour_director.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orrery {
namespace {

struct Open {
    std::string file;
};
struct Close {};

TEST(Requests, AreTakenOnceByWhoDoesSuchThings) {
    Requests requests;
    requests.add(Open{"a"});
    EXPECT_TRUE(requests.has<Open>());
    EXPECT_FALSE(requests.has<Close>() || requests.take<Close>());
    EXPECT_EQ(requests.take<Open>()->file, "a");
    EXPECT_FALSE(requests.has<Open>() || requests.take<Open>());
}

TEST(Requests, AreVoidWhenANewerOneOfTheirKindIsTaken) {
    Requests requests;
    requests.add(Open{"a"});
    requests.add(Close{});
    requests.add(Open{"b"});
    EXPECT_EQ(requests.newest<Open>()->file, "b");
    EXPECT_EQ(requests.take<Open>()->file, "b");
    EXPECT_FALSE(requests.has<Open>());
    EXPECT_TRUE(requests.has<Close>()) << "of another kind";
}

TEST(Requests, CanBeTakenOneAfterTheOther) {
    Requests requests;
    for (const char* file : {"a", "b", "c"}) {
        requests.add(Open{file});
    }
    EXPECT_EQ(requests.take_first<Open>()->file, "a");
    EXPECT_EQ(requests.take_first<Open>()->file, "b");
    requests.drop<Open>();
    EXPECT_FALSE(requests.take_first<Open>());
}

TEST(ByType, MakesAValueOfEachTypeAndKeepsIt) {
    const ByType values;
    EXPECT_EQ(values.get<int>(), 0);
    values.get<int>() = 3;
    values.get<std::string>() = "three";
    EXPECT_EQ(values.get<int>(), 3);
    EXPECT_EQ(values.get<std::string>(), "three");
}

TEST(Features, DemandNothingWhereNothingIsWanted) {
    SimulationThread simulation;
    AppState app{.simulation = simulation, .settings = {}};
    const Features features({.tours = source_folder() / "assets/tours"});
    Frame frame{app};
    features.all(&Feature::act, frame);
    EXPECT_EQ(features.demand(app), FrameDemand::nothing);
    EXPECT_EQ(&features.get<TourDirector>(), &features.get<TourDirector>());
}

TEST(Features, DeclareTheirActionsWithoutAWindow) {
    SimulationThread simulation;
    AppState app{.simulation = simulation, .settings = {}};
    declare_actions(app);
    EXPECT_NE(app.actions.find_action("race.rival"), nullptr);
    EXPECT_TRUE(app.actions.run("file.quit"));
}

} // namespace
} // namespace orrery
