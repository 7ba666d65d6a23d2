// orrery serve: the window in a browser.

#include "app/commands/parser.hpp"
#include "app/commands/window_command.hpp"
#include "app/numbers.hpp"
#include "app/resources.hpp"
#include "app/serve/serve.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"

#include <filesystem>

namespace orrery {
namespace {

struct ServeArguments {
    WindowArguments window;
    ServeOptions serve;
};

// A talk's file, or the name of a built-in one that no scene has, too.
bool names_tour(const std::string& source) {
    namespace fs = std::filesystem;
    return source.ends_with(".toml") ||
           (known_scene(source) == nullptr && !fs::exists(source) &&
            fs::exists(resource_folder() / "assets" / "tours" / (source + ".toml")));
}

ExitCode serve_window(ServeArguments request, const Console& console) {
    if (const std::string reason = serving_unavailable(); !reason.empty()) {
        serve(request.window.window, request.serve); // throws: it says what to do
    }
    LaunchOptions& window = request.window.window;
    std::string& source = request.window.system.source;
    if (names_tour(source)) {
        window.tour = source;
        window.bodies_given = true; // by the tour
        source = Settings{}.source;
        request.window.system.source_given = false;
    }
    request.serve.say = [&console](const std::string& sentence) { console.note(sentence); };
    request.window.run = [&request](LaunchOptions asked) {
        serve(std::move(asked), request.serve);
    };
    return open_window(request.window, console);
}

void declare(Parser& parser, ServeArguments& request) {
    WindowArguments& window = request.window;
    add_source_arguments(parser, window.system, Settings{}.source);
    add_force_arguments(parser, window.system, UnnamedAlgorithm::fastest);
    add_motion_arguments(parser, window.system);
    parser.group("Serving")
        .option("--port NUMBER", into(request.serve.port, count_within("ports", 0, 65535)),
                "port to listen on; 0: any that is free (default: 8686)")
        .option("--listen ADDRESS", request.serve.listen,
                "address to listen on (default: 127.0.0.1, for this machine alone); with another, "
                "everybody in the network who knows the printed address can steer the program, and "
                "nothing is encrypted")
        .option("--encode-by gpu|processor|fastest",
                into(request.serve.encoded_by, parse_encoded_by),
                "who makes JPEGs of the pictures: the GPU, by compute shaders; the processor, by "
                "libjpeg-turbo; or who is faster here, measured on the first picture (default)");
    add_window_arguments(parser, window);
}

} // namespace

extern const Subcommand serve_command{
    "serve",
    "[SCENE|FILE|TOUR] [options]",
    "show the window in a browser",
    "Runs the window off-screen and shows it in a browser, for a machine with a GPU and without a "
    "screen: it prints an address, and the ssh command that leads there. The first viewer steers "
    "with mouse, keys and touch, as in the window; up to 32 see the same. Only this machine is "
    "listened to unless --listen says otherwise, and a viewer needs the whole address.",
    "orrery serve\norrery serve galaxy.tipsy --algorithm gpu.tree --size 1920x1080\n"
    "orrery serve ladder --port 9000",
    declared<ServeArguments, serve_window>,
    true,
};

} // namespace orrery
