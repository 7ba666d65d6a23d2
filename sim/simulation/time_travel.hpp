#pragma once

#include "sim/simulation/simulation.hpp"
#include "sim/simulation/timeline.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace orrery {

// Writes a simulation's timeline while it runs, and takes it to any moment of that: back to a
// checkpoint, and on from there by computing the steps again as they were computed then. Belongs to
// the simulation's thread.
class TimeTravel {
public:
    explicit TimeTravel(Simulation& simulation) : simulation_(simulation) {}

    // So many bytes checkpoints may take.
    void set_budget(std::size_t bytes) { budget_ = bytes; }

    // A new system has been loaded: its timeline begins.
    void begin();
    // Goes on with a timeline, from its end, under `settings`. Throws as Simulation::restore does.
    void resume(const Timeline& timeline, const Settings& settings);
    // Other settings are in force. In the past: the present moment is no more as it was.
    void command(const Settings& settings);
    // The bodies are others: the present moment, which is the end, is kept as it is now.
    void edited() { keep_present(true); }
    // A step has been taken that had not been taken before.
    void stepped();

    // Steps lie ahead that were taken already.
    bool in_past() const { return timeline_ && simulation_.steps() < timeline_->end().step; }
    bool begun() const { return timeline_.has_value(); }
    const Timeline& timeline() const { return *timeline_; }

    // To that step of the timeline. Readers see what is kept nearest to it until it is there.
    // `told` hears how much of the way is done. When cancelled it is somewhere on the way, and goes
    // on from there when asked again.
    using Told = std::function<void(double share)>;
    Outcome go_to(std::uint64_t step, const std::stop_token& stop, const Told& told = {});
    // To the step at which the clock is nearest to `time`.
    Outcome go_to_time(double time, const std::stop_token& stop, const Told& told = {});
    // Readers see where it is, also on the way.
    void show();
    // A step of the timeline once more, with what was done to the bodies behind it.
    Outcome repeat_step(const std::stop_token& stop);
    // Keeps the present moment for good: one comes here often.
    void pin();

    // From here on something else happens. The timeline as it was, with its future.
    std::shared_ptr<const Timeline> branch(const Settings& settings);
    // All of it, to be resumed. Null: there is none.
    std::shared_ptr<const Timeline> whole();

private:
    // From where it is, or from a checkpoint, to step `first` and on until `there` is true.
    Outcome travel(std::uint64_t first, const std::function<bool()>& there,
                   const std::stop_token& stop, const Told& told);
    void show_nearest(std::uint64_t step);
    bool due() const;
    void keep_present(bool pinned);
    std::uint64_t steps() const { return simulation_.steps(); }

    Simulation& simulation_;
    std::optional<Timeline> timeline_;
    std::size_t budget_ = checkpoint_budget();
    bool on_track_ = true; // the present moment is one of the timeline's
    Clock::time_point kept_at_;
    std::uint64_t shown_step_ = 0; // while readers see something else than the present
    bool showing_ = false;
};

} // namespace orrery
