#pragma once

#include "app/state/app_state.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace orrery {

// A number in the largest type on the stage, with what it is a number of: "45 ×", "faster than Two
// loops". Its text is made of the figures that stand beside it.
struct Headline {
    std::string text;
    std::string words;
    double value = 0;                               // that counts up; 0: it does not
    std::string (*written)(double value) = nullptr; // as in the text
};

// Whether what runs is what is wanted: not while another system is loaded or another algorithm is
// to come, whose numbers are those of the step before.
bool is_in_force(const AppState& app);

// Of the simulation that runs; none: not known, or not asked for.
std::optional<Headline> headline_of(const AppState& app, StageNumber number);

// "force error 6.7·10⁻⁴ (target 10⁻³, limit 2·10⁻³)"; "" where it is not known of these forces.
std::string error_words(const AppState& app);
// "45 × Two loops", and what that would take where it is of another kind; "": not known, or it is
// the reference itself.
std::string factor_words(const AppState& app, const std::string& algorithm);

// A sentence of a tour with what is measured in place of names in braces:
//
//   {factor} {factor.cpu.simd}   times as fast as the reference, or as that algorithm
//   {time} {time.cpu.aos}        of a step of the algorithm that runs, or of that one
//   {ratio.4x}                   times as long as with a fourth of the bodies
//   {bodies} {rate} {error} {energy} {growth} {cells} {terms} {moment}
//
// What is not known yet is "…".
std::string with_measurements(const AppState& app, std::string_view sentence);
// The same before anything is measured.
std::string without_measurements(std::string_view sentence);
// Throws bad_input for a name in braces that is none of these.
void check_measurements(std::string_view sentence);

} // namespace orrery
