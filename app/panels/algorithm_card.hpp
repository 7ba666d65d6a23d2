#pragma once

#include "app/state/app_state.hpp"

#include <string>

namespace orrery {

// "31 ×" for one that takes a 31st of the reference's time, "≈ 31 ×" where one of the two is not
// measured well; "" where one is unknown.
std::string cost_factor(const AppState& app, const std::string& algorithm);

// "N² / 2 interactions"
std::string pair_count(const SolverInfo& info);

// "1.94 T/s · 43 % · 31 ×": how fast an algorithm is, as far as that is known.
std::string step_figures(const AppState& app, const SolverEntry& entry);

// How long the bars of a list of algorithms are: on a logarithmic scale, on which a tenfold time is
// as much longer everywhere, from a half of the shortest step to the longest.
class StepBars {
public:
    void include(double milliseconds);
    float share(double milliseconds) const; // of a row's width; 0 where nothing is known

private:
    double shortest_ = 0, longest_ = 0;
};

// A line of the list, `height` pixels high: the algorithm, what a step of it costs, as a number and
// as a bar, and how many times the reference. True when it was chosen by a click.
bool algorithm_row(AppState& app, const SolverEntry& entry, const StepBars& bars, float height);

// The same of the one that runs, as a heading: its name, its id and what a step takes.
void running_heading(const AppState& app, const SolverEntry& entry);

} // namespace orrery
