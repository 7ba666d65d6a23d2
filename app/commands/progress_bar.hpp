#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace orrery {

// A line on standard error that shows how far a command is; draws nothing where that is no
// terminal. Gone without a trace when it ends.
class ProgressBar {
public:
    explicit ProgressBar(std::string label);
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar();

    // `fraction` from 0 to 1. Cheap: redraws a few times a second at most.
    void show(double fraction, std::string_view note);

private:
    std::string label_;
    bool on_terminal_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point last_drawn_;
};

} // namespace orrery
