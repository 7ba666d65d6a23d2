#pragma once

#include "app/features/race/race_figures.hpp"
#include "app/job.hpp"
#include "app/state/feature.hpp"
#include "sim/simulation/time_gate.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// Runs races: the window's own simulation is the first racer, the others are made from its bodies,
// all held until everybody is there. Nothing here waits for a step, a load or the end of a racer.
class RaceRun : public Feature {
public:
    ~RaceRun() override; // waits for all racers to end
    void update(Frame& frame) override { look(frame.app, frame.steps); }

    // Does what is asked for, tells the rivals the newest settings, and fills in app.race. `own`:
    // the newest steps of the window's own simulation.
    void look(AppState& app, const std::vector<StepReport>& own);
    // From now on nobody steps by itself, but as `step` says: for a film. Its racers have the rates
    // that the race was started with, or those that are measured as it begins.
    void go_by_steps() { by_steps_ = true; }
    // Whether the racers are not there yet.
    bool is_preparing() const { return phase_ != Phase::none && phase_ != Phase::running; }
    // After `own` steps of the first: the rivals' share of so many seconds of a film. Waits for
    // them; false: stopped.
    bool step_rivals(AppState& app, double seconds, const std::stop_token& stop);
    // Rates that were measured since the last call, in words for the tour's file.
    std::optional<std::string> take_measured() { return std::exchange(measured_, std::nullopt); }

    // All racers but the first, once they are made.
    std::span<const Racer> rivals() const {
        const bool made = !racers_.empty() && racers_.back().simulation;
        return made ? std::span(racers_).subspan(1) : std::span<const Racer>();
    }

private:
    enum class Phase {
        none,
        settling, // until the simulation is as the settings want it
        holding,  // until it stands still
        copying,  // its bodies
        loading,  // until all racers have them
        running
    };

    void take_wishes(AppState& app);
    void begin_if_settled(AppState& app);
    bool knows_gpus(AppState& app);
    void begin(AppState& app);
    void end(AppState& app);
    void make_rivals_when_held(AppState& app);
    void copy(AppState& app);
    Settings rival_settings(const AppState& app, std::size_t number) const;
    void make_rivals(AppState& app, const std::shared_ptr<const System>& start);
    void begin_anew(AppState& app);
    void go_when_all_are_there(AppState& app);
    void go(AppState& app);
    void measure_rates(AppState& app);
    void end_if_over(AppState& app);
    void listen(AppState& app, const std::vector<StepReport>& own);
    void send(const AppState& app);
    void keep_times(AppState& app);
    void remember_distances(const AppState& app);
    void remember_waits(AppState& app);
    void begin_pictures(AppState& app);
    void dismiss(std::vector<Racer> racers, std::shared_ptr<TimeGate> gate);

    Phase phase_ = Phase::none;
    Race wanted_;
    Settings base_;              // besides the race
    bool anew_ = false;          // racers begin from the initial conditions
    Layer layer_ = Layer::stage; // before
    double began_at_ = 0;        // simulated
    std::vector<Racer> racers_;
    Job<std::shared_ptr<const System>> start_;
    Job<std::vector<GpuDevice>> gpus_;
    std::shared_ptr<TimeGate> gate_;
    std::vector<BodyReader> readers_; // of all racers, where they have the same bodies
    Job<std::vector<std::optional<double>>> apart_; // uses them
    double apart_looked_at_ = 0;
    double looked_at_ = 0; // seconds since the window opened
    // Of films.
    bool by_steps_ = false;
    std::vector<double> rates_; // steps a second of each racer; none: not told
    std::shared_ptr<const System> begun_with_;
    std::optional<std::string> measured_;
    std::vector<Job<void>> leaving_; // that end the simulations of a race
};

} // namespace orrery
