#pragma once

#include "sim/simulation/gpu_turns.hpp"
#include "sim/simulation/simulation_status.hpp"
#include "sim/simulation/step_pacer.hpp"
#include "sim/simulation/time_gate.hpp"

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

    // Changes the mailbox by `change`, cancels what is in flight and wakes the thread.
    template <class Change>
    void interrupt_and_wake(const Change& change) {
        {
            const std::lock_guard lock(mutex);
            change();
            interrupt.request_stop();
        }
        woken.notify_all();
    }

    // Like interrupt_and_wake, but lets the step in flight finish.
    template <class Change>
    void wake(const Change& change) {
        {
            const std::lock_guard lock(mutex);
            change();
        }
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
        std::shared_ptr<const System> restored; // with `settings`
        std::deque<bool> single_steps;          // true: backwards
        std::size_t verify_samples = 0;
        std::vector<InspectOrder> inspections;
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
    Mailbox take_mail(const std::stop_token& quit);
    void apply(const Settings& wanted, const Mailbox& mail);
    void load(const Settings& wanted, const std::shared_ptr<const System>& restored = {});
    std::shared_ptr<const System> kept() const;
    void single_step(bool backwards);
    void running_step();
    bool keep_time();
    void step_in_turn();
    void count_while_paused();
    void mark_step(bool begins);
    void verify(std::size_t samples);
    void answer(InspectOrder& order);
    bool measurement_due() const;
    void publish_progress(bool stepped, bool measured);
    void stop_because(const Error& error);
    std::stop_token interruption() const {
        const std::lock_guard lock(mutex);
        return interrupt.get_token();
    }

    // Of the simulation's thread alone.
    Settings in_force_;
    bool loaded_ = false;
    bool keeps_going_ = false; // the failure was of a load, and the system before is still there
    bool evaluated_ = false;   // since the last load: the initial energy is known
    Clock::time_point last_measurement_;
    std::uint64_t last_measured_step_ = 0;

    std::jthread thread_; // last: it uses all of the above
};

} // namespace orrery
