#include "app/state/speaker.hpp"

#include "app/language/tr.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/window_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orrery {

std::string as_clock(double seconds) {
    const auto whole = static_cast<long>(std::floor(std::max(seconds, 0.0)));
    const long hours = whole / 3600;
    return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, whole / 60 % 60, whole % 60)
                     : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

TalkTime talk_time(double seconds, std::optional<double> planned_minutes) {
    TalkTime time;
    time.gone = as_clock(seconds);
    if (!planned_minutes) {
        return time;
    }
    constexpr double usual_hurry = 5 * 60;
    const double planned = 60 * *planned_minutes;
    const double left = planned - std::floor(seconds);
    time.share = static_cast<float>(std::clamp(seconds / planned, 0.0, 1.0));
    time.left =
        left >= 0 ? tr_format("{} left", as_clock(left)) : tr_format("{} over", as_clock(-left));
    time.mood = left < 0                                     ? TalkMood::over
                : left <= std::min(usual_hurry, planned / 4) ? TalkMood::hurry
                                                             : TalkMood::calm;
    return time;
}

void add_speaker_actions(AppState& app) {
    add_action(app, "Tour", "speaker.window", "Speaker's window",
               "Opens a second window with panels, notes, timer and preview; this one is for the "
               "audience and moves to a second monitor",
               "F8", [&app] { app.requests.add(ToggleSpeaker{}); })
        .shows([&app] { return app.get<SpeakerStatus>().open; });
    add_action(app, "Tour", "speaker.timer", "Restart the timer",
               "Sets the talk's timer back to zero", "",
               [&app] { app.get<SpeakerStatus>().timer_began = app.now; })
        .only_if([&app] { return app.get<SpeakerStatus>().open; });
}

} // namespace orrery
