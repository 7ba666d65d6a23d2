// What a command says and hears on its terminal.

#include "app/commands/command.hpp"

#include "app/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <unistd.h>

namespace orrery {
namespace {

// Filled to an eighth of a cell.
std::string bar(double fraction) {
    static constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    constexpr std::size_t width = 30;
    const auto filled = static_cast<std::size_t>(fraction * static_cast<double>(width * 8));
    std::string text;
    for (std::size_t cell = 0; cell < width; ++cell) {
        const std::size_t left = filled - std::min(filled, cell * 8);
        text += left >= 8 ? "█" : left == 0 ? " " : eighths[left];
    }
    return text;
}

} // namespace

void Console::note(std::string_view sentence) const {
    if (words != Words::few && speaks()) {
        fmt::print(stderr, "orrery: {}\n", sentence);
    }
}

void Console::detail(std::string_view sentence) const {
    if (words == Words::many && speaks()) {
        fmt::print(stderr, "orrery: {}\n", sentence);
    }
}

ProgressBar::ProgressBar(const Console& console, std::string label) : label_(std::move(label)) {
    using enum Console::Progress;
    const bool on_terminal = isatty(STDERR_FILENO) == 1;
    const bool wanted =
        console.progress == always ||
        (console.progress == automatic && on_terminal && console.words != Console::Words::few);
    style_ = !wanted || !console.speaks() ? Style::none : on_terminal ? Style::bar : Style::lines;
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
    const auto now = Clock::now();
    const double done = std::clamp(fraction, 0.0, 1.0);
    const auto tenth = static_cast<std::size_t>(done * 10);
    const bool due = style_ == Style::bar
                         ? now - last_drawn_ >= std::chrono::milliseconds(80)
                         : tenth >= next_tenth_ || now - last_drawn_ >= std::chrono::seconds(10);
    if (!due) {
        return;
    }
    last_drawn_ = now;
    next_tenth_ = tenth + 1;
    const double spent = std::chrono::duration<double, std::milli>(now - start_).count();
    const std::string left =
        done > 0.02 && done < 1 ? "  " + as_milliseconds(spent / done - spent) + " left" : "";
    // Not fmt::print, which throws: a terminal that is gone must not end the run.
    const std::string text =
        style_ == Style::bar ? fmt::format("\r\x1b[K{} ▕{}▏ {:3.0f} %  {}{}", label_, bar(done),
                                           100 * done, note, left)
                             : fmt::format("{} {:3.0f} %  {}{}\n", label_, 100 * done, note, left);
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

void ProgressBar::show_time(double fraction, double time) {
    show(fraction, fmt::format("t = {:.4g}", time));
}

StopSignals::StopSignals() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(&signals_, signal); // one that is ignored (nohup) stays so
        }
    }
    pthread_sigmask(SIG_BLOCK, &signals_, &previous_mask_);
    watcher_ = std::jthread([this](const std::stop_token& done) { watch(done); });
}

StopSignals::~StopSignals() {
    watcher_.request_stop();
    watcher_.join();
    pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

void StopSignals::watch(const std::stop_token& done) {
    const timespec pause{0, 20'000'000}; // 20 ms: soon enough for a finger, free for a CPU
    while (!done.stop_requested() && !source_.stop_requested()) {
        if (sigtimedwait(&signals_, nullptr, &pause) > 0) {
            source_.request_stop();
            // The next one finds the system's own handling in this thread.
            pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
        }
    }
    while (!done.stop_requested()) { // the thread must live for its mask to count
        nanosleep(&pause, nullptr);
    }
}

} // namespace orrery
