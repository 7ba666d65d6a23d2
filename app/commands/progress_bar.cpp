#include "app/commands/progress_bar.hpp"

#include "app/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace orrery {
namespace {

constexpr std::size_t bar_width = 30;

// Filled to an eighth of a cell.
std::string bar(double fraction) {
    static constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const auto filled = static_cast<std::size_t>(fraction * static_cast<double>(bar_width) * 8);
    std::string text;
    for (std::size_t cell = 0; cell < filled / 8; ++cell) {
        text += "█";
    }
    text += eighths[filled % 8];
    const std::size_t drawn = filled / 8 + (filled % 8 != 0 ? 1 : 0);
    return text + std::string(bar_width - drawn, ' ');
}

} // namespace

ProgressBar::ProgressBar(std::string label)
    : label_(std::move(label)), on_terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
    if (on_terminal_) {
        std::fputs("\r\x1b[K", stderr);
        std::fflush(stderr);
    }
}

void ProgressBar::show(double fraction, std::string_view note) {
    const auto now = std::chrono::steady_clock::now();
    if (!on_terminal_ || now - last_drawn_ < std::chrono::milliseconds(80)) {
        return;
    }
    last_drawn_ = now;
    const double done = std::clamp(fraction, 0.0, 1.0);
    const double spent = std::chrono::duration<double, std::milli>(now - start_).count();
    const std::string left =
        done > 0.02 && done < 1 ? as_milliseconds(spent / done - spent) + " left" : std::string();
    // Not fmt::print, which throws: a terminal that is gone must not end the run.
    std::fputs(
        fmt::format("\r\x1b[K{} ▕{}▏ {:3.0f} %  {}  {}", label_, bar(done), 100 * done, note, left)
            .c_str(),
        stderr);
    std::fflush(stderr);
}

} // namespace orrery
