// orrery: the window; where there is no display, the same off-screen.

#include "app/commands/window_command.hpp"

#include "app/commands/chosen_system.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/ranks.hpp"
#include "app/commands/rendering.hpp"
#include "app/commands/results.hpp"
#include "app/features/sharing/sharing.hpp"
#include "app/numbers.hpp"
#include "app/resources.hpp"
#include "app/state/race.hpp"
#include "app/state/source_choice.hpp"
#include "render/window.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace orrery {
namespace {

// Whether the command line says what the run is for, so that nobody has to look at it.
bool is_scripted(const LaunchOptions& window) {
    return takes_pictures(window) || window.state_json || window.exit_after_seconds > 0;
}

void require_outputs(const LaunchOptions& window) {
    for (const auto& picture : {window.screenshot, window.speaker_screenshot}) {
        if (picture && picture->extension() != ".png") {
            throw bad_input("pictures are written as .png", picture->string(),
                            "name a file, like orrery.png");
        }
        if (picture) {
            require_place(*picture);
        }
    }
    if (window.state_json) {
        require_place(*window.state_json);
    }
}

void require_consistency(const WindowArguments& request) {
    const LaunchOptions& window = request.window;
    if (window.off_screen && window.fullscreen) {
        throw bad_input("--fullscreen needs a screen", "--off-screen --fullscreen",
                        "set the size of the picture with --size");
    }
    if (!request.state.empty() && (request.system.source_given || window.tour)) {
        throw bad_input("a state sets its own scene", "--state", "give nothing else");
    }
    if (request.after && !takes_pictures(window) && (is_scripted(window) || !window.off_screen)) {
        throw bad_input("no picture was asked for", "--after", "name one with --screenshot");
    }
}

// A line about a run that nobody sees, where it is not what was asked for in every word.
std::string off_screen_words(const LaunchOptions& window, bool scripted) {
    const std::string why = window.off_screen ? "" : "no display; ";
    if (!scripted) {
        return fmt::format("{}drawing {:g} seconds of motion off-screen into {}", why,
                           window.screenshot_after_seconds, window.screenshot->string());
    }
    if (!takes_pictures(window) && window.exit_after_seconds <= 0) {
        return fmt::format("{}running off-screen until Ctrl+C", why);
    }
    return window.off_screen ? "" : fmt::format("{}running off-screen", why);
}

// A picture, or --state: over its settings what was typed, and its system.
void set_shown_settings(LaunchOptions& window, const ShownState& shown, const std::string& from,
                        const SystemArguments& arguments, const Console& console) {
    SystemArguments of_shown = arguments;
    of_shown.source = shown.settings.source;
    require_source(of_shown.source);
    const ChosenSettings chosen =
        choose_settings(of_shown, SavedSettings{shown.settings, Origin::session, from});
    tell(chosen, console);
    window.settings = chosen.settings;
    window.shown = shown;
    window.bodies_given = true;
}

void set_settings(LaunchOptions& window, const SystemArguments& arguments, const Console& console) {
    if (is_picture_file(arguments.source)) {
        set_shown_settings(window, shown_state_of_picture(arguments.source), arguments.source,
                           arguments, console);
        return;
    }
    if (!is_session_file(arguments.source)) {
        // How many bodies there will be is not known where the window chooses, too.
        const bool open = !window.bodies_given && has_free_count(arguments.source);
        const ChosenSettings chosen =
            choose_settings(arguments, {}, open ? std::optional<std::size_t>(0) : std::nullopt);
        tell(chosen, console);
        window.settings = chosen.settings;
        window.settings.steps_per_second = pace_of_source(arguments.source);
        window.settings.running = !window.paused;
        if (!window.tour) { // which chooses itself
            window.candidates = chosen.candidates;
        }
        return;
    }
    window.settings.source = arguments.source;
    window.settings_of_session = [arguments, &console,
                                  paused = window.paused](const Settings& saved) {
        const ChosenSettings chosen =
            choose_settings(arguments, SavedSettings{saved, Origin::session, arguments.source});
        tell(chosen, console);
        Settings settings = chosen.settings;
        settings.running = settings.running && !paused;
        return settings;
    };
}

// What a window would say of its race as soon as it is open. A session's settings are not read yet.
void require_race(const WindowArguments& request, const LaunchOptions& window) {
    if (request.race.empty() || window.settings_of_session) {
        return;
    }
    const Race race = read_race(request.race);
    Settings settings = window.settings;
    settings.source = race.scene.empty() ? settings.source : race.scene;
    constexpr double any_softening = 1; // the bodies' own is not known yet
    check_race(race, settings, any_softening);
}

// Throws failure when the screenshot that was asked for was not taken when it was due: the window
// was closed before, or the run was stopped.
void require_screenshot(const LaunchOptions& request, const WindowResult& run) {
    if (!takes_pictures(request)) {
        return;
    }
    const std::string file =
        (request.screenshot ? request.screenshot : request.speaker_screenshot)->string();
    if (!run.screenshot_seconds) {
        throw failure("the run ended before the picture was due", file, "");
    }
    constexpr double rounding = 1e-6;
    if (*run.screenshot_seconds < request.screenshot_after_seconds - rounding) {
        throw failure(fmt::format("stopped after {:.1f} of {:g} seconds", *run.screenshot_seconds,
                                  request.screenshot_after_seconds),
                      file, "the picture shows the bodies as they were then");
    }
}

// Runs the window off-screen, and prints what steps and frames took. Ctrl+C ends it; the screenshot
// is then taken at once.
ExitCode run_off_screen(LaunchOptions request, const Console& console) {
    request.off_screen = true;
    WindowResult run;
    {
        ProgressBar progress(console, "orrery");
        request.progress = std::bind_front(&ProgressBar::show_time, &progress);
        run = run_window(request);
    }
    fmt::print("{}", timing_text(run));
    for (const auto& picture : {request.screenshot, request.speaker_screenshot}) {
        if (run.screenshot_seconds && picture) {
            fmt::print("saved {}\n", picture->string());
        }
    }
    if (!run.video_at_end.empty()) {
        fmt::print("saved {}\n", run.video_at_end);
    }
    require_screenshot(request, run);
    return ExitCode::done;
}

bool parse_yes_or_no(const std::string& text, const std::string& flag) {
    if (text != "yes" && text != "no") {
        throw bad_input(fmt::format("'{}' is neither yes nor no", text), flag, "");
    }
    return text == "yes";
}

} // namespace

void declare(Parser& parser, WindowArguments& request) {
    add_source_arguments(parser, request.system, Settings{}.source);
    add_force_arguments(parser, request.system, UnnamedAlgorithm::fastest);
    add_motion_arguments(parser, request.system);
    add_window_arguments(parser, request);
}

// The first of many processes has the window; the others do what its simulation does.
ExitCode follow_window(const Console& console) {
    const StopSignals signals; // which it passes over: the first one says when it ends
    Simulation simulation(Workers::Priority::background, console.ranks, RankCalls::by_first);
    simulation.set_place_on_machine(console.rank_here);
    simulation.follow([&](const std::exception& error) {
        std::fprintf(stderr, "orrery: rank %zu: %s\n", console.ranks.rank(), error.what());
    });
    return ExitCode::done;
}

// Settings that suit a window of many processes.
void suit_ranks(LaunchOptions& window, const Console& console) {
    window.ranks = &console.ranks;
    Settings& settings = window.settings;
    settings.threads = settings.threads == 0 ? threads_of_rank(console) : settings.threads;
    take_algorithm_of_ranks(settings, window.candidates);
}

ExitCode open_window(const WindowArguments& request, const Console& console) {
    require_consistency(request);
    if (!console.speaks()) {
        return follow_window(console);
    }
    require_source(request.system.source);
    const StopSignals signals; // before there is any other thread
    LaunchOptions window = request.window;
    window.bodies_given = window.bodies_given || request.system.given("--bodies");
    if (!request.race.empty()) {
        window.commands.push_back("race " + request.race);
    }
    if (request.state.empty()) {
        set_settings(window, request.system, console);
    } else {
        set_shown_settings(window, shown_state_from_word(request.state, "--state"), "--state",
                           request.system, console);
    }
    if (console.ranks.size() > 1) {
        suit_ranks(window, console);
    }
    require_race(request, window);
    window.resources = resource_folder();
    window.screenshot_after_seconds = request.after.value_or(window.screenshot_after_seconds);
    window.stop = signals.token();
    window.speaker = window.speaker || window.speaker_screenshot;

    if (request.run) {
        require_outputs(window);
        request.run(std::move(window));
        return ExitCode::done;
    }
    const auto display = window.off_screen ? nullptr : connect_display();
    const bool scripted = is_scripted(window);
    if (!display && !scripted) {
        window.screenshot = "orrery.png";
        window.screenshot_after_seconds = request.after.value_or(4);
        window.show_ui = false;
    }
    require_outputs(window);
    if (!display) {
        if (const std::string words = off_screen_words(window, scripted); !words.empty()) {
            console.note(words);
        }
        return run_off_screen(window, console);
    }
    const WindowResult run = run_window(window);
    if (!run.video_at_end.empty()) {
        console.note("saved " + run.video_at_end);
    }
    require_screenshot(window, run);
    return ExitCode::done;
}

void add_window_arguments(Parser& parser, WindowArguments& request) {
    LaunchOptions& window = request.window;
    const auto take_scale = [&window](const std::string& text, const std::string& flag) {
        window.ui_scale = static_cast<float>(number_within(0.5, 4)(text, flag));
    };
    const auto take_race = [&request](const std::vector<std::string>& words, const std::string&) {
        request.race = words_of(read_race(fmt::format("{}", fmt::join(words, " "))));
    };
    parser.group("Window")
        .flag("--fullscreen", window.fullscreen, "start in full screen; F11 toggles it")
        .flag("--paused", window.paused, "start paused; Space plays")
        .option("--size WIDTHxHEIGHT", into(window.size, parse_extent),
                "size of the window (default: as last left; off-screen 1280x720)")
        .option("--ui-scale FACTOR", take_scale,
                "size of the panels, relative to the monitor's scale (default: 1)");
    add_language_argument(parser, window.language,
                          "language of the window: en, de, or auto, from LC_ALL, LC_MESSAGES or "
                          "LANG (default: as last chosen)");
    parser
        .list("--race A,B,…", take_race,
              "start with a race: two to four algorithms, integrators, precisions or numbers of "
              "bodies side by side from the same start, or one of the built-in races, kepler and "
              "tree")
        .option("--state STATE", request.state,
                "restore a state copied with 'Copy state' in the window")
        .flag("--off-screen", window.off_screen, "run without a window, as without a display")
        .flag("--speaker", window.speaker,
              "open a second window for the speaker, with panels, notes, timer and preview; the "
              "audience's moves to a second monitor; F8 toggles it")
        .option("--speaker-size WIDTHxHEIGHT", into(window.speaker_size, parse_extent),
                "size of the speaker's window (default: the other's; off-screen 1280x720)")
        .flag("!--no-ui", window.show_ui, "start with the picture only; Tab shows the panels")
        .option("--remember yes|no", into(window.remember, parse_yes_or_no),
                "'no': neither read nor write layout, size and recent files");
    const auto take_command = [&window](const std::string& words, const std::string& /*flag*/) {
        window.commands.push_back(words);
    };
    parser.repeated(
        "--do COMMAND", take_command,
        "run a command of Ctrl+K at the start: 'colour density', 'layer stage'; may be repeated");
    parser.group("Scripted use")
        .option("--state-json FILE", window.state_json,
                "write what the window shows to this file, a few times a second and at the end")
        .option("--screenshot FILE", window.screenshot,
                "save the window with its panels to this .png, and quit")
        .option("--speaker-screenshot FILE", window.speaker_screenshot,
                "save the speaker's window to this .png at the same time, and quit")
        .option("--after SECONDS", into(request.after, parse_not_negative),
                "seconds of motion before the screenshot (default: 3)")
        .option("--exit-after SECONDS", into(window.exit_after_seconds, parse_not_negative),
                "quit after this many seconds and the pictures of --do; 0 (default): stay open");
}

extern const Subcommand window_command{
    "",
    "[SCENE|FILE] [options]\n  orrery COMMAND [arguments]",
    "gravitating bodies, in a window",
    "Opens a window with a scene or a file of bodies in motion; F1 shows the keys. By default a "
    "scene has as many bodies as this machine runs smoothly. Opening a picture saved by Orrery "
    "restores its scene, view and time.\n\nWithout a display, or with --off-screen, everything "
    "runs in memory: --screenshot, --state-json and --exit-after work as with a window, and "
    "without any of them four seconds of motion are drawn into orrery.png. The time of steps and "
    "frames is printed.\n\nA launcher of MPI starts many processes that share the bodies; the "
    "first one has the window: mpirun -n 4 orrery (docs/scaling.md).",
    "orrery\norrery galaxy.bin\norrery plummer --bodies 64k --algorithm cpu.symmetric "
    "--fullscreen\n"
    "orrery disk_galaxy --off-screen --size 1920x1080 --after 5 --screenshot galaxy.png",
    declared<WindowArguments, open_window>,
    true,
};

} // namespace orrery
