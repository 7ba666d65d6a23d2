#pragma once

#include "sim/simulation/body_trace.hpp"
#include "sim/simulation/gpu_turns.hpp"
#include "sim/simulation/simulation_status.hpp"
#include "sim/simulation/step_pacer.hpp"
#include "sim/simulation/time_gate.hpp"
#include "sim/simulation/time_travel.hpp"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace orrery {

// Where time is to go to. Nothing: it stays.
struct Journey {
    std::optional<std::uint64_t> step = {};
    std::optional<double> time = {};
    bool new_steps = false; // to a time that is not on the timeline yet
};

// What the simulation's thread does: takes what is in its mailbox, steps, and shows on its board
// how far it has come. The other threads' side is SimulationThread.
class SimulationLoop {
public:
    // `turns`: null for its own.
    explicit SimulationLoop(std::shared_ptr<GpuTurns> shared_turns = nullptr)
        : turns(shared_turns ? std::move(shared_turns) : std::make_shared<GpuTurns>()),
          thread_([this](const std::stop_token& quit) { run(quit); }) {}

    ~SimulationLoop() {
        thread_.request_stop();
        interrupt_and_wake([] {});
    }

    // Does it with the mutex held.
    template <class Work>
    auto locked(const Work& work) const {
        const std::lock_guard lock(mutex);
        return work();
    }

    // Changes the mailbox by `change`, cancels what is in flight and wakes the thread.
    template <class Change>
    void interrupt_and_wake(const Change& change) {
        locked([&] {
            change();
            interrupt.request_stop();
        });
        woken.notify_all();
    }

    // Like interrupt_and_wake, but lets the step in flight finish.
    template <class Change>
    void wake(const Change& change) {
        locked(change);
        woken.notify_all();
    }

    struct InspectOrder {
        InspectRequest request;
        std::promise<std::unique_ptr<InspectionReading>> answer;
    };

    struct Mailbox {
        std::optional<Settings> settings;
        Clock::time_point settings_sent;
        bool reset = false;
        std::shared_ptr<const Timeline> restored; // with `settings`
        std::shared_ptr<const System> first;      // likewise
        std::optional<Journey> journey;           // the newest one
        std::optional<std::optional<StepSpan>> loop;
        std::optional<std::size_t> budget;
        std::deque<bool> single_steps; // true: backwards
        std::size_t verify_samples = 0;
        std::vector<InspectOrder> inspections;
        std::vector<BodyEdit> edits;

        // Steps, journeys and edits of bodies that are about to be thrown away.
        void drop_moves() {
            edits.clear();
            single_steps.clear();
            journey.reset();
        }
    };

    // The simulations that this one keeps time with, and its number among them.
    struct Company {
        std::shared_ptr<TimeGate> gate;
        std::size_t number = 0;
    };

    mutable std::mutex mutex; // guards everything down to `resting`
    std::condition_variable woken;
    Mailbox mailbox;
    std::stop_source interrupt;
    SimulationBoard board;
    BodyTrace trace;
    StepPacer pacer;
    std::optional<Clock::time_point> step_began; // of the step in flight
    Company company;
    bool resting = false; // it waits for mail or for the time of a step
    std::condition_variable rested;

    const std::shared_ptr<GpuTurns> turns;
    Simulation simulation{Workers::Priority::background};

    // Nothing to do now; called with the mutex held.
    bool idle() const;

private:
    void run(const std::stop_token& quit);
    bool runs() const { return loaded_ && in_force_.running && !rests_; }
    Mailbox take_mail(const std::stop_token& quit);
    void apply(const Settings& wanted, const Mailbox& mail);
    void load(const Settings& wanted, const Mailbox& mail);
    void set_pace(double steps_per_second);
    void change(const Settings& wanted);
    std::shared_ptr<const Timeline> kept();
    void edit(const BodyEdit& wanted);
    void single_step(bool backwards);
    void running_step();
    bool keep_time();
    void step_in_turn();
    Outcome next_step();
    // simulation_journeys.cpp
    void set_out(const Journey& journey);
    void go_on_with_journey();
    void look_at_goal();
    void take_loop(const std::optional<StepSpan>& loop);
    void go_back_in_loop();
    void begin_branch(const Settings& settings);
    void publish_travel(bool jumped);
    void count_while_paused();
    void mark_step(bool begins);
    void trace_step();
    void verify(std::size_t samples);
    void answer(InspectOrder& order);
    bool measurement_due() const;
    void publish_progress(bool stepped, bool measured);
    void stop_because(const Error& error);
    std::stop_token interruption() const {
        return locked([this] { return interrupt.get_token(); });
    }

    // Of the simulation's thread alone.
    Settings in_force_;
    bool loaded_ = false;
    bool keeps_going_ = false; // the failure was of a load, and the system before is still there
    bool evaluated_ = false;   // since the last load or edit: the initial energy is known
    Clock::time_point last_measurement_;
    std::uint64_t last_measured_step_ = 0;
    TimeTravel travel_{simulation};
    std::optional<Journey> journey_; // under way, on the timeline
    std::optional<double> goal_;     // of a journey beyond it
    bool rests_ = false;             // at the goal
    std::optional<StepSpan> loop_;
    bool repeating_ = false; // a loop was left, and its steps go on
    bool travelled_ = false; // the settings of the simulation may be those of another time
    Clock::time_point marks_shown_;

    std::jthread thread_; // last: it uses all of the above
};

} // namespace orrery
