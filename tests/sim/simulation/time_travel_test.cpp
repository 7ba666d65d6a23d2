// Moments of the past come back to the last bit, whatever was changed on the way.

#include "sim/simulation/time_travel.hpp"

#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t traveller_count = 700;

struct Seen {
    double time = 0;
    Bodies<double> bodies;
};

bool same_bits(const HostArray<double>& a, const HostArray<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool same_moment(const Seen& a, const Seen& b) {
    const VectorArray<double>&p = a.bodies.position, &q = b.bodies.position;
    const VectorArray<double>&v = a.bodies.velocity, &w = b.bodies.velocity;
    return a.time == b.time && same_bits(p.x, q.x) && same_bits(p.y, q.y) && same_bits(p.z, q.z) &&
           same_bits(v.x, w.x) && same_bits(v.y, w.y) && same_bits(v.z, w.z);
}

class Travelling : public testing::Test {
protected:
    Travelling() {
        settings_.source = "galaxy_collision";
        settings_.bodies = traveller_count;
        settings_.algorithm = "cpu.tree";
    }

    void load() {
        simulation_.load(make_scene(find_scene(settings_.source), settings_.bodies, 1), settings_);
        travel_.begin();
        seen_.push_back(look());
    }
    Seen look() const {
        const System now = simulation_.snapshot();
        return {now.time, now.bodies};
    }
    void take_steps(int count) {
        for (int step = 0; step < count; ++step) {
            ASSERT_EQ(simulation_.step(), Outcome::complete);
            travel_.stepped();
            seen_.push_back(look());
        }
    }
    void change() {
        simulation_.apply(settings_);
        travel_.command(settings_);
        seen_.back() = look(); // another precision may have rounded it
    }
    void expect_moment(std::size_t step) {
        ASSERT_EQ(travel_.go_to(step, {}), Outcome::complete);
        EXPECT_EQ(simulation_.steps(), step);
        EXPECT_TRUE(same_moment(look(), seen_[step])) << "step " << step;
    }

    Settings settings_;
    Simulation simulation_;
    TimeTravel travel_{simulation_};
    std::vector<Seen> seen_; // by step
};

TEST_F(Travelling, FindsEachMomentAsItWas) {
    load();
    take_steps(40);
    for (const std::size_t step : {0, 39, 7, 16, 17, 33, 40, 1}) {
        expect_moment(step);
    }
}

TEST_F(Travelling, FindsEachMomentOfEveryAlgorithmThatRepeatsItself) {
    load();
    for (const SolverEntry& entry : solvers()) {
        if (entry.info.space == Space::host && entry.info.repeatable) {
            settings_.algorithm = entry.info.id;
            settings_.integrator = entry.info.has_jerk ? "hermite4" : "leapfrog";
            change();
            take_steps(3);
        }
    }
    const std::size_t end = simulation_.steps();
    for (std::size_t step = 0; step < end; ++step) {
        expect_moment(end * 7 * step / 9 % end);
    }
}

TEST_F(Travelling, FindsMomentsBehindChangesOfAllThatComputes) {
    load();
    take_steps(5);
    settings_.precision = Precision::fp64;
    change();
    take_steps(5);
    settings_.algorithm = "cpu.simd_threads";
    settings_.precision = Precision::fp32;
    change();
    take_steps(5);
    settings_.integrator = "rk4";
    settings_.reversed = true;
    change();
    take_steps(5);
    settings_.algorithm = "cpu.tree";
    settings_.softening = 0.3;
    change();
    take_steps(20);
    EXPECT_TRUE(travel_.timeline().exact());
    for (const std::size_t step : {40, 3, 5, 8, 10, 12, 15, 19, 20, 27, 39}) {
        expect_moment(step);
    }
}

TEST_F(Travelling, FindsMomentsThatRoundingThereAndBackHasChanged) {
    settings_.precision = Precision::fp64;
    load();
    take_steps(2);
    settings_.precision = Precision::fp32;
    change();
    settings_.precision = Precision::fp64;
    change();
    take_steps(3);
    expect_moment(1);
    expect_moment(4);
    expect_moment(2);
}

// A tree's sums follow the order of the bodies, which they are put in every 16 steps.
TEST_F(Travelling, FindsTheSameThoughAStepWasCancelled) {
    load();
    take_steps(16);
    std::stop_source stopped;
    stopped.request_stop();
    ASSERT_EQ(simulation_.step(stopped.get_token()), Outcome::cancelled);
    take_steps(20);
    expect_moment(10);
    expect_moment(36);
    expect_moment(17);
}

TEST_F(Travelling, FindsAdaptiveStepsAndTimes) {
    settings_.adaptive_step = true;
    settings_.step_accuracy = 0.03;
    load();
    take_steps(30);
    expect_moment(11);
    ASSERT_EQ(travel_.go_to_time(seen_[23].time, {}), Outcome::complete);
    EXPECT_EQ(simulation_.steps(), 23U);
    EXPECT_TRUE(same_moment(look(), seen_[23]));
}

TEST_F(Travelling, ShowsWhatIsNearestOnTheWay) {
    load();
    take_steps(20);
    ASSERT_EQ(travel_.go_to(0, {}), Outcome::complete);
    std::stop_source stop;
    const auto after_five = [&](double share) {
        if (share > 0.25) {
            stop.request_stop();
        }
    };
    ASSERT_EQ(travel_.go_to(18, stop.get_token(), after_five), Outcome::cancelled);
    EXPECT_TRUE(same_moment(look(), seen_[20])) << "the checkpoint two steps later";
    EXPECT_EQ(simulation_.steps(), 5U);
    ASSERT_EQ(travel_.go_to(18, {}), Outcome::complete) << "goes on from where it was";
    EXPECT_TRUE(same_moment(look(), seen_[18]));
}

TEST_F(Travelling, BranchesOffAndComesBackToWhatWouldHaveBeen) {
    load();
    take_steps(30);
    ASSERT_EQ(travel_.go_to(12, {}), Outcome::complete);
    settings_.softening = 1;
    const auto before = travel_.branch(settings_);
    EXPECT_FALSE(travel_.in_past());
    const std::vector<Seen> first_way = seen_;
    seen_.resize(13);
    take_steps(10);
    EXPECT_FALSE(same_moment(seen_[20], first_way[20]));
    expect_moment(8);
    expect_moment(20);

    travel_.resume(*before, settings_);
    EXPECT_TRUE(same_moment(look(), first_way[30]));
    seen_ = first_way;
    expect_moment(20);
}

class TimelineTest : public testing::Test {
protected:
    static std::shared_ptr<const Checkpoint> at(std::uint64_t step) {
        Checkpoint moment;
        moment.image = make_host_image(Bodies<double>(100));
        moment.system = std::make_shared<const System>();
        moment.steps = step;
        moment.time = 0.5 * static_cast<double>(step);
        return std::make_shared<const Checkpoint>(std::move(moment));
    }
};

TEST_F(TimelineTest, KeepsMostOfWhatHasJustBeen) {
    Timeline timeline(at(0));
    const std::size_t each = timeline.bytes();
    for (std::uint64_t step = 1; step <= 500; ++step) {
        timeline.reach({step, 0.5 * static_cast<double>(step)});
        timeline.keep(at(step), step == 100);
        timeline.fit(20 * each);
    }
    EXPECT_LE(timeline.bytes(), 20 * each);
    EXPECT_EQ(timeline.before(0).steps, 0U);
    EXPECT_EQ(timeline.before(100).steps, 100U) << "pinned";
    EXPECT_EQ(timeline.last()->steps, 500U);
    std::vector<TimelineMark> marks = timeline.marks();
    std::uint64_t widest_late = 0, widest_early = 0;
    for (std::size_t k = 1; k < marks.size(); ++k) {
        std::uint64_t& widest = marks[k].step > 450 ? widest_late : widest_early;
        widest = std::max(widest, marks[k].step - marks[k - 1].step);
    }
    EXPECT_LT(widest_late, widest_early);
    EXPECT_LT(widest_early, 250U);
}

TEST_F(TimelineTest, FindsWhatIsNearestInStepsAndTime) {
    Timeline timeline(at(0));
    timeline.reach({20, 10});
    timeline.keep(at(10));
    timeline.keep(at(20));
    EXPECT_EQ(timeline.before(9).steps, 0U);
    EXPECT_EQ(timeline.nearest(9).steps, 10U);
    EXPECT_EQ(timeline.nearest(14).steps, 10U);
    EXPECT_EQ(timeline.nearest(16).steps, 20U);
    EXPECT_EQ(timeline.step_before(2.5), 0U);
    EXPECT_EQ(timeline.step_before(7.5), 10U);
    EXPECT_EQ(timeline.step_before(99), 20U);
}

TEST_F(TimelineTest, ForgetsCheckpointsAndChangesBehindACut) {
    Timeline timeline(at(0));
    timeline.reach({20, 10});
    timeline.keep(at(10));
    timeline.keep(at(20));
    Settings other;
    other.algorithm = "cpu.aos";
    timeline.command(20, other);
    timeline.cut({15, 7.5});
    EXPECT_EQ(timeline.last()->steps, 10U);
    EXPECT_NE(timeline.settings_at(20).algorithm, "cpu.aos");
    EXPECT_EQ(timeline.end().step, 15U);
}

// Between two states bodies fly: at the ends where they were, in the middle beside the chord.
TEST(Flight, LeadsFromOneStateToTheNext) {
    Settings settings;
    settings.source = "kepler";
    settings.precision = Precision::fp64;
    settings.time_step = 0.3;
    Simulation simulation;
    simulation.load(make_scene(find_scene("kepler"), 0, 1), settings);
    simulation.set_flight(std::chrono::hours(1)); // it has just begun
    const System before = simulation.snapshot();
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const std::size_t bodies = simulation.count();
    std::vector<float> xyzs(4 * bodies);
    const std::vector<std::size_t> named{1};
    const auto written = simulation.write_latest({xyzs.data(), bodies}, BodyScalar::speed, named);
    EXPECT_TRUE(written.flying);
    for (std::size_t i = 0; i < bodies; ++i) {
        EXPECT_NEAR(xyzs[4 * i], before.bodies.position.x[i], 1e-4);
        EXPECT_NEAR(xyzs[4 * i + 1], before.bodies.position.y[i], 1e-4);
    }
    EXPECT_NEAR(written.named.y[0], before.bodies.position.y[1], 1e-4);
    EXPECT_NEAR(written.time, before.time, 1e-4);
    simulation.set_flight({});
    EXPECT_FALSE(simulation.write_latest({xyzs.data(), bodies}, BodyScalar::speed).flying);
    EXPECT_NEAR(xyzs[5], simulation.snapshot().bodies.position.y[1], 1e-6);

    const HermiteWeights middle = hermite_weights(0.5, 2);
    EXPECT_DOUBLE_EQ(middle.from + middle.to, 1);
    EXPECT_DOUBLE_EQ(middle.from_velocity, 0.25);
    EXPECT_DOUBLE_EQ(middle.to_velocity, -0.25);
}

} // namespace
} // namespace orrery
