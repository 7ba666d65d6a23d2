// Races: started by their words, by a key, and what is done while one is under way.

#include "app/state/default_actions.hpp"
#include "app/state/race_requests.hpp"
#include "app/state/source_choice.hpp"
#include "sim/solver.hpp"

#include <algorithm>

namespace orrery {
namespace {

std::vector<Choice::Option> race_options() {
    std::vector<Choice::Option> options;
    for (const ShippedRace& shipped : shipped_races()) {
        options.push_back({shipped.name, shipped.title, shipped.idea});
    }
    return options;
}

// The next algorithm of the list that does not take part yet; "" where all do.
std::string next_rival(const Settings& settings, const std::vector<std::string>& racers) {
    Settings candidate = settings;
    for (std::size_t i = 0; i < solvers().size(); ++i) {
        candidate.algorithm = neighbouring_algorithm(candidate, 1);
        if (std::find(racers.begin(), racers.end(), candidate.algorithm) == racers.end()) {
            return candidate.algorithm;
        }
    }
    return "";
}

// Against the algorithm that costs are compared with; once more: a further one.
void add_rival(AppState& app) {
    const Race& present = app.race.race;
    const bool goes_on = app.race.under_way && present.what == "algorithm";
    Race race{"", 0, "algorithm", {app.settings.algorithm}};
    if (goes_on) {
        race.values = present.values;
    }
    if (race.values.size() == max_racers) {
        app.announce("race", "At most four racers");
        return;
    }
    const std::string& reference = app.view.reference;
    const bool against_reference = race.values.size() == 1 && reference != race.values.front() &&
                                   why_not(find_solver(reference), app.settings).empty();
    const std::string rival = against_reference ? reference : next_rival(app.settings, race.values);
    if (rival.empty()) {
        app.announce("race", "No other algorithm runs here");
        return;
    }
    race.values.push_back(rival);
    app.requests.add(StartRace{words_of(race)});
}

} // namespace

void add_race_actions(AppState& app) {
    const auto racing = [&app] { return app.race.under_way; };
    app.actions.add({.id = "race.rival",
                     .menu = "Simulation",
                     .label = "Race against a rival",
                     .tooltip = "Runs this algorithm beside the reference on the same bodies; "
                                "press again to add another",
                     .shortcut = "X",
                     .run = [&app] { add_rival(app); },
                     .enabled = [&app] { return app.status.loaded; },
                     .needs = still_loading});
    app.actions.add(
        {.id = "race.equal_times",
         .menu = "Simulation",
         .label = "Race at equal times",
         .tooltip =
             "Keeps all racers at the same simulated time; otherwise each runs as fast as it can",
         .shortcut = "Shift+X",
         .run = [&app] { app.race.equal_times = !app.race.equal_times; },
         .enabled = racing,
         .checked = [&app] { return app.race.equal_times; },
         .needs = tr_noop("No race is running: X starts one")});
    app.actions.add(
        {.id = "race.end",
         .menu = "Simulation",
         .label = "End the race",
         .tooltip = "Continues with the first racer alone, on the whole machine; so does Esc",
         .shortcut = "",
         .run = [&app] { app.requests.add(EndRace{}); },
         .enabled = racing});
    app.actions.add(
        {.id = "race.start",
         .kind = "race",
         .options = race_options,
         .choose = [&app](const std::string& words) { app.requests.add(StartRace{words}); },
         .check = [](const std::string& words) { read_race(words); },
         .example = "cpu.simd cpu.tree"});
}

} // namespace orrery
