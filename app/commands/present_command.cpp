// orrery present: a talk from a file.

#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/table.hpp"
#include "app/commands/window_command.hpp"
#include "app/features/features.hpp"
#include "app/features/tour/tour.hpp"
#include "app/features/tour/tour_director.hpp"
#include "app/features/tour/tour_stage.hpp"
#include "app/numbers.hpp"
#include "app/resources.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

struct PresentArguments {
    WindowArguments window;
    std::string tour = "ladder";
    std::size_t step = 1;
    bool rehearse = false;
};

Tour tour_of(const PresentArguments& request) {
    SimulationThread idle;
    AppState app{.simulation = idle, .settings = {}};
    declare_actions(app);
    return read_tour(tour_file(request.tour, resource_folder() / "assets" / "tours"), app.actions);
}

// Every step of the tour, a few steps of its simulation each; what of it cannot be done here.
ExitCode rehearse_before(const PresentArguments& request, const Console& console) {
    const StopSignals signals;
    SimulationThread idle;
    AppState app{.simulation = idle, .settings = {}};
    declare_actions(app);
    Table table({">STEP", "ALGORITHM", ">BODIES", ">A STEP TAKES", "STATE", "TITLE"});
    std::size_t number = 0;
    const RehearsalResult result =
        rehearse(tour_of(request), app, signals.token(),
                 [&](const RehearsedStep& step, const System& system) {
                     table.add_row(
                         {std::to_string(++number), step.algorithm, with_thousands(step.bodies),
                          as_milliseconds(step.step_milliseconds), state_mark(system), step.title});
                 });
    fmt::print("{}", table.text());
    for (const std::string& sentence : result.refused) {
        console.note(sentence);
    }
    return result.whole ? ExitCode::done : ExitCode::failed;
}

ExitCode present(PresentArguments request, const Console& console) {
    if (request.rehearse) {
        return rehearse_before(request, console);
    }
    if (!request.window.race.empty()) {
        throw bad_input("a tour has its own races", "--race", "write race = [...] in a step");
    }
    const std::size_t steps = tour_of(request).steps.size();
    if (request.step > steps) {
        throw bad_input("the tour has " + std::to_string(steps) + " steps", "--step",
                        "give a number from 1 to " + std::to_string(steps));
    }
    LaunchOptions& window = request.window.window;
    window.tour = request.tour;
    window.tour_step = request.step > 0 ? request.step - 1 : 0;
    window.bodies_given = true; // by the tour
    return open_window(request.window, console);
}

void declare(Parser& parser, PresentArguments& request) {
    const auto take_minutes = [&request](const std::string& text, const std::string& flag) {
        const double minutes = parse_number(text, flag);
        if (!(minutes > 0 && minutes <= 24 * 60)) {
            throw bad_input(text + " minutes is not a length for a talk", flag,
                            "give the length in minutes, such as 45");
        }
        request.window.window.minutes = minutes;
    };
    parser.group("Tour")
        .option("tour TOUR", request.tour,
                "a file, or a built-in tour: ladder, n_log_n, galaxies, chaos, trust, welcome, "
                "cosmic_web")
        .option("--step NUMBER", into(request.step, count_within("steps", 0)),
                "start with this step (default: the first)")
        .option("--minutes NUMBER", take_minutes,
                "length of the talk; the speaker's timer warns in the last five minutes")
        .option("--address TEXT", request.window.window.address,
                "what the last card shows as a QR code")
        .flag("--rehearse", request.rehearse,
              "try all steps without a window, and list what does not run here");
    request.window.system.source = Settings{}.source;
    add_window_arguments(parser, request.window);
}

} // namespace

extern const Subcommand present_command{
    "present",
    "[TOUR] [options]",
    "give a talk from a file",
    "Opens the window with a tour: steps that set scene, algorithm, bodies and look, with words "
    "for the audience and notes for the speaker. PageDown and PageUp (the keys of a clicker) go to "
    "the next and previous step, Home and End to the first and last, a number and Enter to that "
    "step. Esc stops the tour, F5 resumes it. B or . shows black, W or , white.\n\n--rehearse "
    "tries every step of the tour, and fails if something in it cannot be done on this machine.",
    "orrery present ladder\norrery present talk.toml --fullscreen\n"
    "orrery present talk.toml --speaker --minutes 45\n"
    "orrery present galaxies --rehearse",
    declared<PresentArguments, present>,
};

} // namespace orrery
