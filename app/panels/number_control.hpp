#pragma once

#include "app/state/app_state.hpp"
#include "app/state/source_choice.hpp"
#include "sim/solver.hpp"

namespace orrery {

// How a number is offered: a slider for the hand and a field for exact values.
struct NumberRange {
    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool nought_at_left = false; // the left end of a logarithmic slider is 0, not `low`
    bool whole = false;
    // A typed value may lie outside of the slider's range, within these; unset: it is moved into
    // it.
    std::optional<Limits> beyond = {};
    const char* noun = "value";       // what a message calls it
    bool when_let_go = false;         // sliding changes the value only at its end
    std::optional<double> usual = {}; // marked on the slider; a double click goes there
    // How it is written, if not with three digits.
    bool count = false; // "65,536", and typed "64k"
    bool brief = false; // "3e-4"
    const char* unit = "";
    const char* low_words = nullptr; // instead of an end: "all cores"
    const char* high_words = nullptr;
};

// Takes the width that is left, less `space_after`. True when `value` has changed; what was typed
// and cannot be read becomes a toast.
bool number_control(AppState& app, const char* id, double& value, const NumberRange& range,
                    float space_after = 0);

// How the deck offers a solver's option that has no list of choices: by orders of magnitude where
// it spans at least two of them, so that the small values are not all at the slider's left end.
NumberRange option_range(const SolverOption& option);

} // namespace orrery
