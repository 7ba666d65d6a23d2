#pragma once

#include "app/state/app_state.hpp"
#include "app/state/race.hpp"
#include "render/camera.hpp"
#include "sim/simulation/simulation_status.hpp"
#include "sim/simulation/simulation_thread.hpp"

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace orrery {

// How fast a racer is, by its newest steps.
class RacerClock {
public:
    void add(const std::vector<StepReport>& steps);
    // Steps of before count no more.
    void restart() { steps_.clear(); }

    // 0 before the second step; falls towards 0 while none comes.
    double steps_per_second(Clock::time_point now) const;
    double milliseconds() const; // of computing, of a usual step; 0 before the first

private:
    struct Step {
        Clock::time_point finished;
        std::uint64_t number;
        double milliseconds;
    };
    std::deque<Step> steps_; // of the newest second, and two at least
};

// A simulation that races, and what it last said of itself; the first is the window's own. Times
// are seconds since the window opened.
struct Racer {
    std::shared_ptr<SimulationThread> simulation = {}; // null: not made yet
    SimulationStatus status = {};
    Settings sent = {};
    // What it is to begin with is there when there are more; unset: what it has.
    std::optional<std::uint64_t> loads_before = {};
    std::uint64_t seen_error = 0;
    RacerClock clock = {};
    std::optional<double> apart = {}; // from the first, as last measured
    double apart_at = 0;
    std::optional<std::size_t> waits_for = {}; // as long as it does so again and again
    double waits_at = 0;
    double due = 0; // part of a step, in a film
};

// What the views say of the racers. `began_at`: the simulated time of their start.
std::vector<RacerStatus> racer_figures(const AppState& app, std::span<const Racer> racers,
                                       double began_at);

// The racer that factors are against: the one of the algorithm that costs are compared with, or the
// first.
std::size_t race_reference(const Race& race, const std::string& compared);

// The root mean square distance of the same bodies in two states, relative to that of the bodies
// from their common centre in the first.
double relative_distance(const VectorArray<double>& first, const VectorArray<double>& second);

// Distance of each racer from the first, at the same simulated time; none where no equal times are
// met within a few tries, nor at `began_at`, when all had the same bodies. There is one reader for
// each racer, called on the calling thread; all have `count` bodies, of which an evenly spread
// sample is read.
using BodyReader = std::function<BodyValues(const ReadRequest&)>;
std::vector<std::optional<double>> distances_apart(const std::vector<BodyReader>& racers,
                                                   std::size_t count, double began_at,
                                                   const std::stop_token& stop);

// What each of the racers wants where the first one has `settings`.
std::vector<Settings> wanted_by_all(const Race& race, const Settings& settings);

// The GPU that has a racer's bodies; -1: the host has them.
int home_gpu(const Settings& settings);

// Shares a machine fairly: those that compute on the processor have equally many threads; those on
// GPUs each one of its own, or take turns where there are fewer. `racers`: what each of them wants.
std::vector<MachineShare> machine_shares(const std::vector<Settings>& racers, const Race& race,
                                         int cores, int gpus);

// Once a frame: in a race of few bodies the eyes of all views draw back from what leaves them,
// within reason; what goes farther is let go. Not after a hand has chosen a distance.
void hold_in_frame(AppState& app, std::span<const Racer> racers, double seconds);

// The camera that views are seen by, before each is fitted to its part of the window.
Camera race_eye(const AppState& app);

// Where a racer is seen, in shares of the window's width and height from its upper left, and by
// which camera: the bodies stand clear of what is written there.
struct RaceView {
    double left = 0, top = 0, right = 1, bottom = 1;
    // Heights of the letters and of what stands above and below the bodies, in shares of its own.
    double type = 0, above = 0, below = 0;
    double open_aspect = 1; // of what is between these, width over height
    Camera camera = {};

    double width() const { return right - left; }
    double height() const { return bottom - top; }
};

// Two or three side by side, four in two rows, within what no panel covers; two or three in a
// window that is not wide one above the other. In one view all stand side by side, in letters that
// can be read from afar. `aspect`: of the window, width over height.
std::vector<RaceView> race_views(std::size_t count, const Camera& camera, double aspect,
                                 bool in_one = false);

// Where their pictures are: there or, in one view, all of them in the place of all.
std::vector<RaceView> picture_views(std::size_t count, const Camera& camera, double aspect,
                                    bool in_one);

// How many times as far off the eye of a view must be to see a place; 1 at least.
double reach_for(const RaceView& view, const glm::dvec3& place);

} // namespace orrery
