// orrery: the window; where there is no display, a picture.

#include "app/commands/chosen_system.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/parse_extent.hpp"
#include "app/commands/rendering.hpp"
#include "app/numbers.hpp"
#include "app/resources.hpp"
#include "app/window/session_files.hpp"
#include "app/window/window_app.hpp"
#include "sim/closest_names.hpp"
#include "sim/error.hpp"
#include "sim/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace orrery {
namespace {

struct Request {
    SystemArguments system;
    WindowRequest window;
    std::string remember = "yes";
    bool no_ui = false;
};

// A first word that is nothing at all is most likely a mistyped command, so those are suggested
// too.
void require_source(const std::string& source) {
    std::vector<std::string> names;
    for (const Scene& scene : scenes()) {
        names.emplace_back(scene.id);
    }
    for (const Command* command : commands().subspan(1)) {
        names.emplace_back(command->name);
    }
    std::error_code ignored;
    const bool is_scene = std::find(names.begin(), names.end(), source) != names.end();
    if (!is_scene && !std::filesystem::exists(source, ignored)) {
        throw bad_input(fmt::format("'{}' is neither a command, a scene nor a file", source), "",
                        did_you_mean(source, names, "orrery --help"));
    }
}

ExitCode draw_instead(const Request& request) {
    constexpr double seconds = 4;
    RenderPlan plan;
    ChosenSystem from = choose_system(request.system);
    plan.settings = std::move(from.chosen.settings);
    plan.system = std::move(from.system);
    plan.style.size = request.window.size.value_or(plan.style.size);
    fmt::print(stderr,
               "orrery: there is no display; drawing {} seconds of motion off-screen into {}\n",
               seconds, plan.output.string());
    return render_for(std::move(plan), seconds);
}

ExitCode open_window(const Request& request) {
    require_source(request.system.source);
    const auto display = connect_display();
    if (!display) {
        return draw_instead(request);
    }
    WindowRequest window = request.window;
    if (is_session_file(request.system.source)) {
        window.settings.source = request.system.source;
        window.settings_of_session = [arguments = request.system](const Settings& saved) {
            const ChosenSettings chosen =
                choose_settings(arguments, SavedSettings{saved, Origin::session, arguments.source});
            tell(chosen);
            return chosen.settings;
        };
    } else {
        const ChosenSettings chosen = choose_settings(request.system);
        tell(chosen);
        window.settings = chosen.settings;
    }
    window.resources = resource_folder();
    window.remember = request.remember == "yes";
    window.show_ui = !request.no_ui;
    return run_window(window) == 0 ? ExitCode::done : ExitCode::failed;
}

void add_seconds(CLI::App& parser, const char* flag, double& value, const char* meaning) {
    parser
        .add_option_function<std::string>(
            flag,
            [&value, flag](const std::string& text) {
                value = parse_number(text, flag);
                if (value < 0) {
                    throw bad_input(fmt::format("'{}' is negative", text), flag, "");
                }
            },
            meaning)
        ->type_name("SECONDS")
        ->group("Scripted use");
}

void add_window_arguments(CLI::App& parser, Request& request) {
    WindowRequest& window = request.window;
    parser.add_flag("--fullscreen", window.fullscreen, "begin in full screen; F11 switches")
        ->group("Window");
    parser
        .add_option_function<std::string>(
            "--size", [&window](const std::string& text) { window.size = parse_extent(text); },
            "of the window; as it was last left unless given")
        ->type_name("WIDTHxHEIGHT")
        ->group("Window");
    parser
        .add_option_function<std::string>(
            "--ui-scale",
            [&window](const std::string& text) {
                const double scale = parse_number(text, "--ui-scale");
                if (scale < 0.5 || scale > 4) {
                    throw bad_input(fmt::format("{} is out of range", text), "--ui-scale",
                                    "it goes from 0.5 to 4");
                }
                window.ui_scale = static_cast<float>(scale);
            },
            "size of the panels, times that of the monitor; 1 is usual")
        ->type_name("FACTOR")
        ->group("Window");
    parser
        .add_flag("--no-ui", request.no_ui, "begin with the picture alone; Tab brings the panels")
        ->group("Window");
    parser
        .add_option("--remember", request.remember,
                    "no: neither read nor write layout, size and recent files")
        ->type_name("yes|no")
        ->group("Window");
}

void add_script_arguments(CLI::App& parser, WindowRequest& window) {
    parser
        .add_option("--state-json", window.state_json,
                    "write what the window shows to this file, a few times a second and at the end")
        ->type_name("FILE")
        ->group("Scripted use");
    parser
        .add_option("--screenshot", window.screenshot,
                    "save the window, panels included, to this .png, and quit")
        ->type_name("FILE")
        ->group("Scripted use");
    add_seconds(parser, "--after", window.screenshot_after_seconds,
                "of motion before the screenshot; 3 unless given");
    add_seconds(parser, "--exit-after", window.exit_after_seconds,
                "quit then; 0, the default, stays open");
}

std::function<ExitCode()> declare(CLI::App& parser) {
    const auto request = std::make_shared<Request>();
    add_source_arguments(parser, request->system, Settings{}.source);
    add_force_arguments(parser, request->system);
    add_motion_arguments(parser, request->system);
    add_window_arguments(parser, *request);
    add_script_arguments(parser, request->window);
    return [request, &parser] {
        if (request->remember != "yes" && request->remember != "no") {
            throw bad_input(fmt::format("'{}' is neither yes nor no", request->remember),
                            "--remember", "");
        }
        request->window.bodies_given = parser.count("--bodies") > 0;
        if (parser.count("--after") > 0 && !request->window.screenshot) {
            throw bad_input("it says when a screenshot is taken", "--after",
                            "give --screenshot FILE, too");
        }
        return open_window(*request);
    };
}

} // namespace

const Command window_command{
    "",
    "[SCENE|FILE] [options]\n  orrery COMMAND [arguments]",
    "gravitating bodies, in a window",
    "Opens a window on a scene or a file of bodies in motion; F1 shows what the keys do. The "
    "number "
    "of bodies of a scene suits this machine unless it is given.\n\n"
    "Where there is no display, simulates a few seconds off-screen instead, leaves the picture in "
    "orrery.png and prints what steps and frames cost.",
    "orrery\norrery galaxy.bin\norrery plummer --bodies 64k --algorithm cpu.symmetric --fullscreen",
    declare,
};

} // namespace orrery
