// orrery: the window; where there is no display, the same off-screen.

#include "app/commands/parser.hpp"
#include "app/commands/window_request.hpp"

#include <memory>

namespace orrery {
namespace {

std::function<ExitCode()> declare(Parser& parser, const Console& console) {
    const auto request = std::make_shared<WindowArguments>();
    add_source_arguments(parser, request->system, Settings{}.source);
    add_force_arguments(parser, request->system, UnnamedAlgorithm::fastest);
    add_motion_arguments(parser, request->system);
    add_window_arguments(parser, *request);
    add_script_arguments(parser, *request);
    return [request, &parser, &console] {
        request->window.bodies_given = parser.count("--bodies") > 0;
        return open_window(*request, console);
    };
}

} // namespace

extern const Subcommand window_command{
    "",
    "[SCENE|FILE] [options]\n  orrery COMMAND [arguments]",
    "gravitating bodies, in a window",
    "Opens a window with a scene or a file of bodies in motion; F1 shows the keys. By default a "
    "scene has as many bodies as this machine runs smoothly. Opening a picture saved by Orrery "
    "restores its scene, view and time.\n\nWithout a display, or with --off-screen, everything "
    "runs in memory: --screenshot, --state-json and --exit-after work as with a window, and "
    "without any of them four seconds of motion are drawn into orrery.png. The time of steps and "
    "frames is printed.",
    "orrery\norrery galaxy.bin\norrery plummer --bodies 64k --algorithm cpu.symmetric "
    "--fullscreen\n"
    "orrery disk_galaxy --off-screen --size 1920x1080 --after 5 --screenshot galaxy.png",
    declare,
};

} // namespace orrery
