#pragma once

#include "sim/simulation/body_trace.hpp"
#include "sim/simulation/gpu_turns.hpp"
#include "sim/simulation/simulation_status.hpp"
#include "sim/simulation/time_gate.hpp"
#include "sim/simulation/time_travel.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace orrery {

// Tells when the next step is due, at a limited number of steps a second.
class StepPacer {
public:
    // 0: as fast as they come. The next one is due at once.
    void set_pace(double steps_per_second, Clock::time_point now) {
        period_ = steps_per_second > 0 ? std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(1 / steps_per_second))
                                       : Clock::duration::zero();
        next_ = now;
    }

    Clock::time_point due() const { return next_; }
    // A step begins. One that could not in time delays the next ones; it is not made up for by a
    // burst.
    void begin(Clock::time_point now) {
        next_ = period_ > Clock::duration::zero() ? std::max(next_ + period_, now) : now;
    }
    // How long it takes from a step to the next one where pictures come between them; else 0.
    Clock::duration slow_period() const {
        constexpr auto of_a_picture = std::chrono::milliseconds(25);
        return period_ > of_a_picture ? period_ : Clock::duration::zero();
    }

private:
    Clock::duration period_{};
    Clock::time_point next_;
};

// Runs a Simulation on a thread of its own. The window's thread sends it Settings (the newest win)
// and requests; every call returns at once. A change takes effect at a step boundary, and the step
// in flight is cancelled to get there.
class SimulationThread {
public:
    // `turns`: of simulations on one GPU, whose steps come one after the other; null: its own.
    // `ranks`: the processes that simulate with this one, the first, and follow it.
    explicit SimulationThread(std::shared_ptr<GpuTurns> turns = nullptr,
                              Communicator& ranks = one_process())
        : turns_(turns ? std::move(turns) : std::make_shared<GpuTurns>()),
          simulation_(Workers::Priority::background, ranks, RankCalls::by_first),
          thread_([this](const std::stop_token& quit) { run(quit); }) {}
    // Cancels and joins.
    ~SimulationThread() {
        thread_.request_stop();
        interrupt_and_wake([] {});
    }

    // Asks for these settings. A change of source, bodies or seed loads anew.
    void set(const Settings& settings);

    // Starts again from the initial conditions in force.
    void reset() {
        interrupt_and_wake([&] {
            mailbox_.drop_moves();
            mailbox_.reset = true;
        });
    }

    // Begins with these bodies instead of those that the settings name.
    void begin_with(std::shared_ptr<const System> system, const Settings& settings) {
        begin(settings, [&] { mailbox_.first = std::move(system); });
    }
    // Goes on from the end of a timeline of what these settings name, instead of making it anew.
    void restore(std::shared_ptr<const Timeline> timeline, const Settings& settings) {
        begin(settings, [&] { mailbox_.restored = std::move(timeline); });
    }

    // To a moment of the timeline: what is kept nearest is seen at once, and the very moment as
    // soon as it has been computed again. The newest wish counts. Whoever pauses it before sees it
    // stay there; what runs on from there begins another timeline.
    void go_to_step(std::uint64_t step) {
        interrupt_and_wake([&] { mailbox_.journey = Journey{.step = step}; });
    }
    void go_to_time(double time) {
        interrupt_and_wake([&] { mailbox_.journey = Journey{.time = time}; });
    }
    // As fast as steps come, until the clock has come to that time, and rests there until it is
    // paused: `arrivals` tells.
    void run_to(double time) {
        wake([&] { mailbox_.journey = Journey{.time = time, .new_steps = true}; });
    }
    // Ends such a journey.
    void stop_travel() {
        interrupt_and_wake([&] { mailbox_.journey = Journey{}; });
    }
    // Runs from one to the other of these steps of the timeline, again and again.
    void set_loop(std::optional<StepSpan> loop) {
        interrupt_and_wake([&] { mailbox_.loop = loop; });
    }
    // The bytes that its checkpoints may take; at first as many as checkpoint_budget says.
    void set_checkpoint_budget(std::size_t bytes) {
        wake([&] { mailbox_.budget = bytes; });
    }
    // The timeline's checkpoints, and its end.
    std::vector<TimelineMark> timeline_marks() const {
        return locked([&] { return board_.marks; });
    }

    // Changes the bodies at the next step boundary; a body that is not there becomes a notice.
    void edit(BodyEdit edit) {
        interrupt_and_wake([&] { mailbox_.edits.push_back(std::move(edit)); });
    }

    // One step, forwards or backwards, whether running or paused (a paused simulation stays
    // paused).
    void step_once(bool backwards) {
        wake([&] { mailbox_.single_steps.push_back(backwards); });
    }

    // Until everything that was asked for is done and, of a paused simulation, nothing is left to
    // do; false if asked to stop before.
    bool wait_until_idle(const std::stop_token& stop) const;

    // For whoever draws with the GPU that computes. May be used as long as this lives.
    GpuTurns& turns() { return *turns_; }
    // For another simulation on the same GPU.
    std::shared_ptr<GpuTurns> shared_turns() const { return turns_; }

    // From now on takes steps when `gate` lets its simulation `number` pass, if it runs; null: when
    // they are due.
    void keep_time_with(std::shared_ptr<TimeGate> gate, std::size_t number) {
        interrupt_and_wake([&] { lockstep_ = {std::move(gate), number}; });
    }

    // Measures the force error of the algorithm in force on `samples` bodies.
    void verify(std::size_t samples) {
        wake([&] { mailbox_.verify_samples = samples; });
    }

    // Clears the error banner; the simulation stays paused.
    void dismiss_error() {
        locked([&] { board_.status.error.reset(); });
    }

    SimulationStatus status() const {
        return locked([&] { return board_.status; });
    }

    // The step that is being computed; none: it waits for its time, or is paused.
    std::optional<StepInFlight> step_in_flight() const;

    // The steps finished since the last call, oldest first (at most a few thousand are kept).
    std::vector<StepReport> take_reports() {
        return locked([&] { return std::exchange(board_.reports, {}); });
    }

    // As BodyTrace::take.
    std::vector<TracePoint> take_trace(const std::vector<std::size_t>& bodies,
                                       std::uint64_t bodies_serial) {
        return locked([&] { return trace_.take(bodies, bodies_serial); });
    }

    // The newest complete state; version 0: nothing is loaded. None of these waits for a step.
    std::uint64_t version() const { return simulation_.version(); }
    Simulation::Written write_latest(const BodyTarget& target, BodyScalar scalar,
                                     std::span<const std::size_t> named = {}) const {
        return simulation_.write_latest(target, scalar, named);
    }
    BodyValues read(const ReadRequest& request) const { return simulation_.read(request); }
    // Of many ranks the thread fetches the bodies, at the end of the step in flight. Throws failure
    // where it cannot.
    System snapshot() const;
    // As Simulation::save, likewise.
    void save(const std::filesystem::path& file, const Settings& settings,
              const std::string& look) const;
    // The structure that the algorithm in force built, as Simulation::inspect tells it: waits for
    // the end of the step in flight, which does not wait for it. Null also if asked to stop, and if
    // the system or the algorithm was exchanged meanwhile.
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request,
                                               const std::stop_token& stop) const;
    // The timelines that loads and branches have replaced since the last call, oldest first.
    std::vector<Replaced> take_replaced() {
        return locked([&] { return std::exchange(board_.replaced, {}); });
    }
    // Copies of what came with the system that is loaded.
    Catalogue catalogue() const { return system()->catalogue; }
    Units units() const { return system()->units; }
    Viewpoint viewpoint() const { return system()->viewpoint; }
    PeriodicBox box() const { return system()->box; }
    std::optional<Cosmology> cosmology() const { return system()->cosmology; }

private:
    // The step or the time to go to. Neither: time stays.
    struct Journey {
        std::optional<std::uint64_t> step = {};
        std::optional<double> time = {};
        bool new_steps = false; // to a time that is not on the timeline yet
    };

    struct InspectOrder {
        InspectRequest request;
        std::promise<std::unique_ptr<InspectionReading>> answer;
    };

    struct Mailbox {
        bool any = false; // anything new
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
        std::vector<std::packaged_task<void()>> errands;
        std::vector<BodyEdit> edits;

        // Steps, journeys and edits of bodies that are about to be thrown away.
        void drop_moves() {
            edits.clear();
            single_steps.clear();
            journey.reset();
        }
    };

    // The simulations that this one keeps time with, and its number among them.
    struct Lockstep {
        std::shared_ptr<TimeGate> gate;
        std::size_t number = 0;
    };

    // ---- Any thread ----

    // Does it with the mutex held.
    template <class Work>
    std::invoke_result_t<Work> locked(const Work& work) const {
        const std::lock_guard lock(mutex_);
        return work();
    }
    // Changes the mailbox by `change`, cancels what is in flight and wakes the thread.
    template <class Change>
    void interrupt_and_wake(const Change& change) {
        wake([&] {
            change();
            interrupt_.request_stop();
        });
    }
    // Like interrupt_and_wake, but lets the step in flight finish.
    template <class Change>
    void wake(const Change& change) const {
        locked([&] {
            change();
            mailbox_.any = true;
        });
        woken_.notify_all();
    }
    // Does it now or, as only the simulation's thread speaks to other ranks, on that.
    void run_errand(const std::function<void()>& work) const;
    // Other bodies, which `change` names.
    template <class Change>
    void begin(const Settings& settings, const Change& change) {
        interrupt_and_wake([&] {
            mailbox_.settings_sent = Clock::now();
            mailbox_.settings = settings;
            mailbox_.drop_moves();
            change();
        });
    }
    std::shared_ptr<const System> system() const {
        return locked([&] { return board_.shown_system; });
    }
    // Nothing to do now; called with the mutex held.
    bool idle() const {
        return !mailbox_.any && !journey_ && !(runs() && Clock::now() >= pacer_.due());
    }

    // ---- The simulation's thread: takes what is in the mailbox, steps, and shows on the board how
    // far it has come ----

    void run(const std::stop_token& quit);
    bool runs() const { return loaded_ && in_force_.running && !rests_; }
    Mailbox take_mail(const std::stop_token& quit);
    void apply(const Settings& wanted, const Mailbox& mail);
    void load(const Settings& wanted, const Mailbox& mail);
    void set_pace(double steps_per_second);
    void change(const Settings& wanted);
    std::shared_ptr<const Timeline> kept();
    void change_bodies(const BodyEdit& wanted);
    void single_step(bool backwards);
    void running_step();
    void step_in_turn();
    Outcome next_step();
    // simulation_journeys.cpp
    void set_out(const Journey& journey);
    void go_on_with_journey();
    void look_at_goal();
    void look_for_today(double time_before);
    void arrive();
    void take_loop(const std::optional<StepSpan>& loop);
    void go_back_in_loop();
    void begin_branch(const Settings& settings);
    void publish_travel(bool jumped);
    void count_while_paused();
    void mark_step(bool begins);
    void trace_step();
    void measure_error(std::size_t samples);
    void answer(InspectOrder& order);
    void show_ranks_bodies();
    bool measurement_due() const;
    void publish_progress(bool stepped, bool measured);
    void stop_because(const Error& error);
    std::stop_token interruption() const {
        return locked([this] { return interrupt_.get_token(); });
    }

    mutable std::mutex mutex_; // guards everything down to `resting_`
    mutable std::condition_variable woken_;
    mutable Mailbox mailbox_; // for a question, too
    std::stop_source interrupt_;
    SimulationBoard board_;
    BodyTrace trace_;
    StepPacer pacer_;
    std::optional<Clock::time_point> step_began_; // of the step in flight
    Lockstep lockstep_;
    bool resting_ = false; // it waits for mail or for the time of a step
    mutable std::condition_variable rested_;

    const std::shared_ptr<GpuTurns> turns_;
    Simulation simulation_;

    // Only the simulation's thread uses these.
    Settings in_force_;
    bool loaded_ = false;
    bool keeps_going_ = false; // the failure was of a load, and the system before is still there
    bool evaluated_ = false;   // since the last load or edit: the initial energy is known
    Clock::time_point last_measurement_;
    std::uint64_t last_measured_step_ = 0;
    TimeTravel travel_{simulation_};
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
