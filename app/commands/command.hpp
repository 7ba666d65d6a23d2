#pragma once

#include "sim/communicator.hpp"

#include <chrono>
#include <csignal>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace orrery {

class Parser;

// How much a command says beside its result. All of it goes to standard error: standard output is
// for results, which may be on their way into a pipe.
struct Console {
    enum class Words { few, usual, many };
    enum class Progress { automatic, always, never };

    Words words = Words::usual;
    Progress progress = Progress::automatic;
    // The processes that run the command together, of which the first speaks, and how many of them
    // are on this machine.
    Communicator& ranks = one_process();
    std::size_t ranks_here = 1;
    std::size_t rank_here = 0; // which of these this one is

    bool speaks() const { return ranks.rank() == 0; }

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
    void show_time(double fraction, double time); // "t = 1.25"

private:
    using Clock = std::chrono::steady_clock;
    enum class Style { none, bar, lines };

    std::string label_;
    Style style_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_drawn_;
    std::size_t next_tenth_ = 1; // of the lines
};

// Turns Ctrl+C (SIGINT; and SIGTERM, and the SIGHUP of a connection that is lost) into a stop token
// while it lives, so that a command can finish what it is at and write what it has. A signal that
// is ignored when it is made stays ignored, as nohup wants it. A second Ctrl+C ends the program at
// once. Make it before any other thread: threads inherit the signal mask.
class StopSignals {
public:
    StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    ~StopSignals();

    std::stop_token token() const { return source_.get_token(); }
    bool interrupted() const { return source_.stop_requested(); }

private:
    void watch(const std::stop_token& done);

    sigset_t signals_{};
    sigset_t previous_mask_{};
    std::stop_source source_;
    std::jthread watcher_; // last: uses the others
};

// What a finished command hands to the shell; bad input is thrown as an Error instead and
// becomes 2.
enum class ExitCode { done = 0, failed = 1, bad_input = 2 };

// A word after `orrery`. One described constant a command, in <name>_command.cpp; the help, the
// dispatch and the suggestions for a mistyped name read it.
struct Subcommand {
    const char* name;        // "bench"; "" for plain `orrery`, the window
    const char* arguments;   // "[SCENE|FILE] [options]"
    const char* summary;     // one line
    const char* description; // paragraphs, separated by empty lines
    const char* examples;    // one a line
    // Declares the command's arguments on `parser`. The returned function runs the command, once
    // they are parsed; `console` outlives it, and by then knows how much to say.
    std::function<ExitCode()> (*declare)(Parser& parser, const Console& console);
    bool on_ranks = false; // many processes may run it together
};

// Subcommand::declare of a command whose `Arguments` are declared by declare(parser, arguments),
// which stands beside them, and run by run(arguments, console).
template <class Arguments, auto run>
std::function<ExitCode()> declared(Parser& parser, const Console& console) {
    const auto arguments = std::make_shared<Arguments>();
    declare(parser, *arguments);
    return [arguments, &console] { return run(*arguments, console); };
}

// Every command, the window first: app/commands/commands.cpp.
std::span<const Subcommand* const> commands();

// Null if there is none of that name.
const Subcommand* find_command(std::string_view name);
// Throws bad_input if there is none, with the nearest name.
const Subcommand& command_called(std::string_view name);

} // namespace orrery
