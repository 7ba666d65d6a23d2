#include "app/commands/console.hpp"

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

void Console::note(std::string_view sentence) const {
    if (words != Words::few) {
        fmt::print(stderr, "orrery: {}\n", sentence);
    }
}

void Console::detail(std::string_view sentence) const {
    if (words == Words::many) {
        fmt::print(stderr, "orrery: {}\n", sentence);
    }
}

ProgressBar::Style ProgressBar::style(const Console& console) {
    const bool on_terminal = isatty(STDERR_FILENO) == 1;
    switch (console.progress) {
    case Console::Progress::never:
        return Style::none;
    case Console::Progress::always:
        return on_terminal ? Style::bar : Style::lines;
    case Console::Progress::automatic:
        break;
    }
    return on_terminal && console.words != Console::Words::few ? Style::bar : Style::none;
}

ProgressBar::ProgressBar(const Console& console, std::string label)
    : label_(std::move(label)), style_(style(console)) {
    if (style_ == Style::lines) {
        last_drawn_ = start_; // a bar appears at once
    }
}

ProgressBar::~ProgressBar() {
    if (style_ == Style::bar) {
        std::fputs("\r\x1b[K", stderr);
        std::fflush(stderr);
    }
}

void ProgressBar::show(double fraction, std::string_view note) {
    if (style_ == Style::none) {
        return;
    }
    const double done = std::clamp(fraction, 0.0, 1.0);
    const double spent = std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
    const std::string left =
        done > 0.02 && done < 1 ? as_milliseconds(spent / done - spent) + " left" : std::string();
    style_ == Style::bar ? draw_bar(done, note, left) : write_line(done, note, left);
}

void ProgressBar::draw_bar(double done, std::string_view note, const std::string& left) {
    const auto now = Clock::now();
    if (now - last_drawn_ < std::chrono::milliseconds(80)) {
        return;
    }
    last_drawn_ = now;
    // Not fmt::print, which throws: a terminal that is gone must not end the run.
    std::fputs(
        fmt::format("\r\x1b[K{} ▕{}▏ {:3.0f} %  {}  {}", label_, bar(done), 100 * done, note, left)
            .c_str(),
        stderr);
    std::fflush(stderr);
}

void ProgressBar::write_line(double done, std::string_view note, const std::string& left) {
    const auto tenth = static_cast<std::size_t>(done * 10);
    const auto now = Clock::now();
    if (tenth < next_tenth_ && now - last_drawn_ < std::chrono::seconds(10)) {
        return;
    }
    last_drawn_ = now;
    next_tenth_ = tenth + 1;
    std::fputs(fmt::format("{} {:3.0f} %  {}{}{}\n", label_, 100 * done, note,
                           left.empty() ? "" : "  ", left)
                   .c_str(),
               stderr);
    std::fflush(stderr);
}

} // namespace orrery
