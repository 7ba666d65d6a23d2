// The window while the choice of an algorithm waits for one whose first evaluation takes
// long, as a GPU's does while its driver compiles the kernels.
#include "app/state/default_actions.hpp"
#include "app/window/simulation_link.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "sim/solver.hpp"
#include "tests/ui/child_process.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace orrery {
namespace {

// Bodies do not pull. The first evaluation after `close` waits, whoever wants it stopped.
class ClosedAtFirst final : public Solver {
public:
    static const SolverInfo described;

    static void close() {
        opened_ = false;
        entered_ = false;
        most_bodies_ = 0;
    }
    static void open() {
        opened_ = true;
        opened_.notify_all();
    }
    static bool entered() { return entered_; }
    static std::size_t most_bodies() { return most_bodies_; }

    const SolverInfo& info() const override { return described; }
    Outcome prepare(const ForceSources<float>&, Execution&) override { return Outcome::complete; }
    Outcome prepare(const ForceSources<double>&, Execution&) override { return Outcome::complete; }
    Outcome evaluate(const ForceTargets<float>& targets, Execution&) override {
        return pull(targets);
    }
    Outcome evaluate(const ForceTargets<double>& targets, Execution&) override {
        return pull(targets);
    }

private:
    template <class Real>
    static Outcome pull(const ForceTargets<Real>& targets) {
        entered_ = true;
        opened_.wait(false);
        most_bodies_ = std::max(most_bodies_.load(), targets.targets.count);
        targets.result.for_each(
            [&](Real* array) { std::fill_n(array, targets.targets.count, Real(0)); });
        return Outcome::complete;
    }

    static inline std::atomic<bool> opened_ = true, entered_ = false;
    static inline std::atomic<std::size_t> most_bodies_ = 0;
};

// Its time is that of the clock, not of its thread.
constexpr SolverInfo ClosedAtFirst::described{.id = "test.closed",
                                              .title = "Closed at first",
                                              .idea = "waits",
                                              .source = "this test",
                                              .multithreaded = true};

Settings of_a_closed_one() {
    Settings settings;
    settings.algorithm = ClosedAtFirst::described.id;
    return settings;
}

TEST(SlowStart, DoesNotCountAsTheTimeOfAStepNorAsTimeForTrying) {
    ClosedAtFirst::close();
    const std::jthread opener([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(400)); // nobody tries for so long
        ClosedAtFirst::open();
    });
    EXPECT_GT(find_smooth_count(of_a_closed_one(), {}).bodies, 1024U);
    EXPECT_GT(ClosedAtFirst::most_bodies(), 1024U) << "measured, not reckoned";

    ClosedAtFirst::close();
    const std::jthread second_opener([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
        ClosedAtFirst::open();
    });
    const auto speed = measure_step(of_a_closed_one(), 4096, {});
    ASSERT_TRUE(speed);
    EXPECT_LT(speed->step_milliseconds, 200);
}

// A window's frames without a window.
class SlowChoice : public testing::Test {
protected:
    SlowChoice() {
        ClosedAtFirst::close();
        add_default_actions(app_);
        app_.settings.source = "plummer";
        app_.settings.algorithm = "cpu.simd";
    }
    ~SlowChoice() override { ClosedAtFirst::open(); } // before the link waits for its job

    // `bodies`: 0: open.
    void choose(std::size_t bodies, Clock::duration patience) {
        app_.settings.bodies = bodies;
        link_.emplace(app_.settings, OpenChoice{.algorithms = {"test.closed", "cpu.simd"},
                                                .bodies = bodies == 0,
                                                .patience = patience});
    }
    void frame() {
        link_->look(app_);
        link_->send_settings(app_, false);
        app_.now += 0.005;
        app_.drop_old_toasts();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    bool becomes(const std::function<bool()>& condition) {
        for (int frames = 0; frames < 200 * patience && !condition(); ++frames) {
            frame();
        }
        return condition();
    }
    bool says(const std::string& words) const {
        return std::ranges::any_of(app_.toasts, [&](const Toast& toast) {
            return toast.text.find(words) != std::string::npos;
        });
    }
    bool moves() const { return app_.status.loaded && app_.status.steps > 2; }

    SimulationThread simulation_;
    AppState app_{.simulation = simulation_, .settings = {}};
    std::optional<SimulationLink> link_;
};

constexpr Clock::duration none{0};

TEST_F(SlowChoice, OfANumberOfBodiesIsNotWaitedForByAFewThatMove) {
    choose(0, none);
    ASSERT_TRUE(becomes([&] { return moves() && ClosedAtFirst::entered(); }));
    EXPECT_EQ(app_.status.settings.algorithm, "cpu.simd");
    EXPECT_EQ(app_.status.count, 4096U);
    EXPECT_EQ(app_.settings.bodies, 4096U) << "as the panels say";
    EXPECT_TRUE(says("What runs smoothly here is being measured"));
    ClosedAtFirst::open();
    ASSERT_TRUE(becomes([&] { return app_.status.settings.algorithm == "test.closed"; }));
    EXPECT_TRUE(becomes([&] { return app_.status.count > 4096U && moves(); }));
    EXPECT_TRUE(says("what test.closed runs smoothly here"));
    EXPECT_FALSE(says("is being measured"));
}

TEST_F(SlowChoice, OfAnAlgorithmIsNotWaitedForByTheBodiesThatAreThere) {
    choose(10'000, none);
    ASSERT_TRUE(becomes([&] { return moves() && ClosedAtFirst::entered(); }));
    EXPECT_EQ(app_.status.settings.algorithm, "cpu.simd");
    EXPECT_EQ(app_.status.count, 10'000U);
    const std::uint64_t loads = app_.status.load_serial;
    ClosedAtFirst::open();
    ASSERT_TRUE(becomes([&] { return app_.status.settings.algorithm == "test.closed"; }));
    EXPECT_EQ(app_.status.load_serial, loads) << "the bodies go on from where they are";
}

TEST_F(SlowChoice, IsWaitedForWhileThereIsPatience) {
    choose(0, std::chrono::hours(1));
    ASSERT_TRUE(becomes([&] { return ClosedAtFirst::entered(); }));
    frame();
    EXPECT_TRUE(app_.toasts.empty());
    EXPECT_FALSE(app_.status.loaded);
    ClosedAtFirst::open();
    EXPECT_TRUE(becomes([&] { return moves(); }));
    EXPECT_EQ(app_.status.settings.algorithm, "test.closed");
}

TEST_F(SlowChoice, IsTakenAlsoIfThePaceHasBeenChangedMeanwhile) {
    choose(0, none);
    ASSERT_TRUE(becomes([&] { return moves() && ClosedAtFirst::entered(); }));
    app_.settings.steps_per_second = 7;
    ASSERT_TRUE(becomes([&] { return app_.status.settings.steps_per_second == 7; }));
    ClosedAtFirst::open();
    ASSERT_TRUE(becomes([&] { return app_.status.settings.algorithm == "test.closed"; }));
    EXPECT_EQ(app_.status.settings.steps_per_second, 7);
}

TEST_F(SlowChoice, IsDroppedAtOnceWhenTheUserHasChosen) {
    choose(0, none);
    ASSERT_TRUE(becomes([&] { return moves() && ClosedAtFirst::entered(); }));
    app_.settings.bodies = 300;
    ASSERT_TRUE(becomes([&] { return app_.status.count == 300 && moves(); })) << "not held up";
    ClosedAtFirst::open();
    ASSERT_TRUE(becomes([&] { return !link_->choosing(); }));
    frame();
    EXPECT_EQ(app_.settings.bodies, 300U);
    EXPECT_EQ(app_.settings.algorithm, "cpu.simd");
    EXPECT_TRUE(becomes([&] { return app_.toasts.empty(); }));
}

void register_closed_at_first() {
    register_solver({ClosedAtFirst::described, []() -> std::unique_ptr<Solver> {
                         return std::make_unique<ClosedAtFirst>();
                     }});
}

} // namespace
} // namespace orrery

// This program's own: the algorithm is added before the list is first read.
int main(int count, char** arguments) {
    orrery::register_closed_at_first();
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}
