#pragma once

#include "app/commands/command.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/window/window_app.hpp"

#include <functional>
#include <optional>
#include <string>

namespace orrery {

// What commands that open a window ask of it.
struct WindowArguments {
    SystemArguments system;
    LaunchOptions window;
    std::optional<double> after; // --after, as given
    std::string state;           // --state, as given
    std::string race;            // --race, in words
    // The run takes place here instead of in a window on this machine.
    std::function<void(LaunchOptions window)> run = {};
};

// Declares --fullscreen, --size …, and --screenshot, --state-json …
void add_window_arguments(Parser& parser, WindowArguments& request);

// Opens the window and stays until it is closed; without a display, draws the same off-screen.
// Throws bad_input for wishes that do not go together.
ExitCode open_window(const WindowArguments& request, const Console& console);

} // namespace orrery
