#pragma once

#include "app/state/guide_lines.hpp"
#include "app/state/paths.hpp"
#include "sim/simulation/settings.hpp"

#include <glm/vec3.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

class Timeline;

inline constexpr std::size_t min_racers = 2, max_racers = 4;

// Views of one start that differ in one setting, as a value.
struct Race {
    std::string scene = {}; // to begin with; empty: from the bodies that are there
    std::size_t bodies = 0; // of that scene; 0: as many as before
    std::string what;       // "algorithm", "time step": what differs
    std::vector<std::string> values;
    bool operator==(const Race&) const = default;
};

// A race that comes along, by its name.
struct ShippedRace {
    const char* name;
    const char* title;
    const char* idea;
    Race race;
};
std::span<const ShippedRace> shipped_races();

// "cpu.simd cpu.tree", "integrator euler leapfrog", "kepler euler leapfrog", "bodies 16k 64k" or
// the name of one that comes along. Throws bad_input that says what is wrong, and what would do.
Race read_race(std::string_view words);
std::string words_of(const Race& race);

// How a racer is called: "SIMD, threads", "16,384 bodies".
std::string racer_title(const Race& race, std::size_t number);

// The colour of a racer's bodies where all are seen in one view; linear light.
glm::vec3 racer_colour(std::size_t number);

// Whether racers are compared by where their bodies are, at the same simulated time, and not by how
// fast they get there.
bool compares_results(const Race& race);
// Whether each racer has other bodies, which it makes itself.
bool differs_in_bodies(const Race& race);
// Whether a step of each moves the same bodies by the same scheme, so that its time tells which is
// quicker.
bool same_work(const Race& race);

// `settings` with what is raced as racer `number` has it.
Settings with_racer(Settings settings, const Race& race, std::size_t number);
// Whether both have the same system, and the same of what is raced.
bool agree_on_race(const Settings& a, const Settings& b, const Race& race);
// Throws bad_input where a racer cannot compute what `settings` ask.
void check_race(const Race& race, const Settings& settings, double softening);

// What a racer has of the machine.
struct MachineShare {
    int threads = 0;          // 0: all
    std::string devices = {}; // empty: as set
    std::string words = {};   // "1 of 2 cores"
};

// A racer as the audience sees it.
struct RacerStatus {
    std::string title, algorithm;
    double time = 0;                               // simulated
    double steps_per_second = 0, milliseconds = 0; // 0: not known yet
    double factor = 0;                             // times as fast as the reference; 0: not known
    double seconds_in_step = 0;                    // of the one being computed
    bool ahead = false;                            // of all others
    std::optional<std::size_t> waits_for = {};     // the racer that is behind, for long
    std::optional<double> apart = {}; // from the first at the same time, of the system's size
    std::string trouble = {};         // why it stands still
};

// What is drawn of a rival besides its bodies.
struct RivalPicture {
    double time = 0;                // of the bodies on screen
    VectorArray<double> named = {}; // where labelled ones are, and behind them the one followed
    Paths paths = {};
    GuideLines guides = {};
};

// How far the eyes draw back from few bodies that leave their views.
struct RaceFraming {
    double reach = 1; // times the camera's distance
    bool begins = true;
    bool by_hand = false;                // the camera's distance was chosen: it stays
    std::optional<double> distance = {}; // of the camera, when last looked at
};

// The race that is under way.
struct RaceStatus {
    bool under_way = false;
    bool holds = false;       // nobody steps: all are to begin together
    bool equal_times = false; // else each is as fast as it can
    bool keeps_pace = false;  // of few bodies: they would be gone in no time
    Race race = {};
    double usual_pace = 0; // that was set before it began
    std::vector<MachineShare> shares = {};
    std::vector<RacerStatus> racers = {};
    std::vector<RivalPicture> pictures = {}; // of each rival
    std::vector<OrbitEllipse> exact = {};    // what the bodies would go along; none: not known
    RaceFraming framing = {};
    std::vector<double> rates = {}; // steps a second of each racer in a film; none: of a window
    // What the simulation had before it made other bodies for the race, and whether it just gets
    // that back.
    std::shared_ptr<const Timeline> replaced = {};
    bool gives_back = false;
};

// What racer `number` is to compute, where all wants `settings`; `settings` themselves where there
// is no race.
Settings racer_settings(const RaceStatus& race, std::size_t number, const Settings& settings);
// The other way round: what `in_force` for the first racer means for `settings` besides the race.
Settings settings_beside(const RaceStatus& race, const Settings& in_force,
                         const Settings& settings);

// What can be asked of who runs races.
struct StartRace {
    std::string words;
    std::vector<double> rates = {}; // of its racers in a film, steps a second; or none
};
struct EndRace {};
struct ResetRace {}; // all racers to the initial conditions
struct StepRivals {  // all racers but the first
    bool backwards = false;
};

} // namespace orrery
