#pragma once

#include "sim/simulation/settings.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// A field of Settings as people set it: by a name and a value in words, "softening 0.05". The rows
// are all that Ctrl+K, --do, tours, races, copied command lines and `orrery list settings` know of
// a setting; a new one is a row.
struct Property {
    enum class Kind { number, whole, flag, choice, text };

    struct Range {
        double minimum = -std::numeric_limits<double>::infinity();
        double maximum = std::numeric_limits<double>::infinity();
        bool above_minimum = false; // the minimum itself is too small
    };

    const char* id;      // "time_step": the key in sessions and reports
    const char* title;   // "time step": in Ctrl+K, --do, tours and races
    const char* tooltip; // one sentence
    const char* flag;    // "--dt": the same on the command line; "": it has none
    const char* example; // "1/64"
    Kind kind;
    Range range = {};        // of a number that is set
    const char* unset = "";  // the word for a value that the program chooses; "": there is none
    bool of_machine = false; // what suits this machine alone: no tour and no copied line sets it
    bool raced = false;      // racers can differ in it
    bool changes_result = false; // other values give other positions, beyond rounding and errors
    // The value in words; read() of them gives the same value.
    std::string (*text)(const Property& property, const Settings& settings);
    // Throws bad_input for words that are no value, and for one out of range.
    void (*read)(const Property& property, Settings& settings, const std::string& words);
    // Of a choice: the names to choose from.
    std::vector<std::string> (*choices)() = nullptr;

    void take(Settings& to, const Settings& from) const { read(*this, to, text(*this, from)); }
    // The values at the ends of the range, the choices, or those of a flag; for text the example.
    std::vector<std::string> samples() const;
};

// "number", "whole", "flag", "choice", "text"
const char* kind_name(Property::Kind kind);

// In the order in which they are set: a scene before its number of bodies.
std::span<const Property> properties();
const Property* find_property(std::string_view id_or_title); // null if there is none

// Options of the algorithm in force, which are set in the same way: "theta 0.3". Throws bad_input
// for an option that the algorithm does not have, and for a value that it cannot take.
void set_option(Settings& settings, std::string_view id, const std::string& words);

// Throws bad_input unless there is an algorithm that has this option and takes the value.
void check_option(std::string_view id, const std::string& words);

// A setting and its value in words: {"softening", "0.05"}, {"theta", "0.3"}.
struct PropertyValue {
    std::string id;
    std::string words;
    bool is_option = false; // of the algorithm
    bool operator==(const PropertyValue&) const = default;
};

// What has to be set to come from one to the other, in an order in which it can be; nothing that
// belongs to the machine. Options are those of the algorithm of `to`.
std::vector<PropertyValue> changes_between(const Settings& from, const Settings& to);

} // namespace orrery
