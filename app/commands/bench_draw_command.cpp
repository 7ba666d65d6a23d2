// orrery bench draw: how long pictures take, and what in them.

#include "app/commands/bench_arguments.hpp"
#include "app/commands/chosen_system.hpp"
#include "app/commands/command.hpp"
#include "app/commands/draw_benchmark.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"
#include "app/parse_extent.hpp"
#include "app/state/look_properties.hpp"
#include "app/state/scene_look.hpp"
#include "sim/base/error.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace orrery {
namespace {

struct BenchDrawArguments {
    SystemArguments system;
    std::vector<std::size_t> bodies{65536, 1048576};
    std::vector<std::string> sprites{"glow", "points"};
    PictureStyle style;
    int repeats = 41;
    std::string json;
};

BodyStyle::Sprite sprite_called(const std::string& name) {
    const LookProperty& property = *find_look_property("style");
    Look look;
    property.member.set(look, property.value(name, "--sprites"));
    return look.style.sprite;
}

// Whoever computes is not asked to; what counts is where it has the bodies.
std::string algorithm_beside_what_draws() {
    const auto all = solvers(); // without gpu.tree in a build without CUDA
    const bool on_gpu = std::any_of(all.begin(), all.end(), [](const SolverEntry& entry) {
        return std::string_view(entry.info.id) == "gpu.tree" && entry.unavailable().empty();
    });
    return on_gpu ? "gpu.tree" : "cpu.tree";
}

void add_rows(std::vector<DrawRow>& rows, const BenchDrawArguments& request,
              const Settings& settings, std::string& renderer) {
    Simulation simulation;
    simulation.load(load_system(settings).system, settings);
    for (const std::string& name : request.sprites) {
        PictureStyle style = request.style;
        style.bodies.sprite = sprite_called(name);
        OffscreenPicture picture(style);
        renderer = picture.renderer();
        DrawRow row = time_drawing(picture, simulation, request.repeats);
        row.sprite = name;
        rows.push_back(std::move(row));
    }
}

ExitCode bench_draw(BenchDrawArguments& request, const Console& console) {
    require_place(request.json);
    for (const std::string& name : request.sprites) {
        static_cast<void>(sprite_called(name));
    }
    const StopSignals signals;
    const std::string date = date_now();
    ChosenSettings chosen;
    chosen.settings = typed_settings(request.system);
    chosen.settings.algorithm = algorithm_beside_what_draws();
    Look look;
    take_scene_look(look, chosen.settings.source);
    request.style.bodies = look.style;
    request.style.scalar = look.scalar;
    request.style.look = look;
    std::vector<DrawRow> rows;
    std::string renderer;
    for (const std::size_t bodies : request.bodies) {
        if (signals.interrupted()) {
            break;
        }
        console.note(fmt::format("drawing {}", counted(bodies, "body", "bodies")));
        Settings settings = chosen.settings;
        settings.bodies = bodies;
        add_rows(rows, request, settings, renderer);
    }
    ResultFiles results;
    if (!request.json.empty()) {
        results.write_report(request.json,
                             draw_json(rows, request.style.size, renderer, provenance(chosen)));
    }
    if (request.json != "-") {
        fmt::print("{}drawn by {}\n{}\n{}", report_heading(date), renderer, draw_table(rows),
                   draw_passes_table(rows));
    }
    if (signals.interrupted()) {
        throw failure("stopped before every row was measured", "bench draw", "");
    }
    return results.exit_code();
}

std::function<ExitCode()> declare(Parser& parser, const Console& console) {
    const auto request = std::make_shared<BenchDrawArguments>();
    add_source_arguments(parser, request->system, "plummer", false);
    add_bodies_argument(parser, request->bodies,
                        "number of bodies of a scene, or the first N of a file; 0: as many as "
                        "there are (default: 65536,1048576)");
    parser
        .add_option_function<std::vector<std::string>>(
            "--sprites,--sprite",
            [request](const std::vector<std::string>& names) {
                request->sprites = comma_separated(names, "--sprites");
            },
            "what a body looks like (default: glow,points)")
        ->take_all()
        ->allow_extra_args(false)
        ->type_name("glow|points|discs,…")
        ->group("Picture");
    parser
        .add_option_function<std::string>(
            "--size",
            [request](const std::string& text) { request->style.size = parse_extent(text); },
            "in pixels (default: 1920x1080)")
        ->type_name("WIDTHxHEIGHT")
        ->group("Picture");
    add_repeat_argument(parser, request->repeats,
                        "pictures per row, of which the median is reported (default: 41)");
    parser.add_option("--json", request->json, "write the rows as JSON; - is standard output")
        ->type_name("FILE")
        ->group("Output");
    return [request, &console] { return bench_draw(*request, console); };
}

} // namespace

extern const Subcommand bench_draw_command{
    "bench-draw",
    "[SCENE|FILE] [options]",
    "time the drawing of pictures",
    "Draws the initial bodies off-screen again and again, and prints the median time of a picture "
    "by the renderer's clock and of each of its passes, measured one by one. No bodies move. "
    "'orrery bench draw' is the same command.",
    "orrery bench draw --bodies 1M,16M\n"
    "orrery bench draw galaxy_collision --size 3840x2160 --json -",
    declare,
};

} // namespace orrery
