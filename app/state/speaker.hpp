#pragma once

#include <optional>
#include <string>

namespace orrery {

// The speaker's window, besides the one that the audience sees: what panels and actions know of it.
struct SpeakerStatus {
    bool open = false;                      // refreshed every frame
    std::optional<double> minutes = {};     // that the talk is to last, whatever its tour says
    std::optional<double> timer_began = {}; // seconds since the program's window opened
};

// How a talk stands with its time.
enum class TalkMood { calm, hurry, over };
struct TalkTime {
    std::string gone; // "12:07"
    std::string left; // "32:53 left", "1:20 over"; "" where nobody said how long it is to last
    float share = 0;  // of the planned time, at most 1
    TalkMood mood = TalkMood::calm;
};

// In the last five minutes there is hurry; of a talk of less than twenty, in its last quarter.
TalkTime talk_time(double seconds, std::optional<double> planned_minutes);

// "9:05", "1:02:33"
std::string as_clock(double seconds);

} // namespace orrery
