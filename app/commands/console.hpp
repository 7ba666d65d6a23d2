#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace orrery {

// How much a command says beside its result. All of it goes to standard error: standard output is
// for results, which may be on their way into a pipe.
struct Console {
    enum class Words { few, usual, many };
    enum class Progress { automatic, always, never };

    Words words = Words::usual;
    Progress progress = Progress::automatic;

    // What the user should know: "orrery: …", a line; not with --quiet.
    void note(std::string_view sentence) const;
    // What was decided, and why; with --verbose only.
    void detail(std::string_view sentence) const;
};

// Shows on standard error how far a command is. On a terminal a bar, gone without a trace when it
// ends; elsewhere, as in a log, nothing or, where it is asked for, a line every tenth of the way
// and every ten seconds.
class ProgressBar {
public:
    ProgressBar(const Console& console, std::string label);
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar();

    // `fraction` from 0 to 1. Cheap: draws a few times a second at most.
    void show(double fraction, std::string_view note);

private:
    using Clock = std::chrono::steady_clock;
    enum class Style { none, bar, lines };

    static Style style(const Console& console);

    std::string label_;
    Style style_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_drawn_;
    std::size_t next_tenth_ = 1; // of the lines
};

} // namespace orrery
