// orrery bench draw: how long pictures take, and what in them.

#include "app/commands/chosen_system.hpp"
#include "app/commands/offscreen_picture.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "app/state/look.hpp"
#include "app/state/source_choice.hpp"
#include "render/pass_clock.hpp"
#include "sim/base/median.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

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

// Each pass's median over several pictures, which all have the same passes.
std::vector<PassTime> medians(const std::vector<std::vector<PassTime>>& pictures) {
    std::vector<PassTime> passes = pictures.front();
    for (std::size_t i = 0; i < passes.size(); ++i) {
        std::vector<double> times;
        for (const std::vector<PassTime>& picture : pictures) {
            times.push_back(picture.at(i).milliseconds);
        }
        passes[i].milliseconds = median(std::move(times));
    }
    return passes;
}

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

// A row for each number of bodies and each look of them; their passes in a table below.
Findings drawing_times(const BenchDrawArguments& request, const ChosenSettings& chosen,
                       const Console& console, const std::stop_token& stop) {
    std::vector<Figures> rows;
    Table passes_table({">BODIES", "AS", "PASS", ">TIME"});
    std::string renderer;
    for (const std::size_t bodies : request.bodies) {
        if (stop.stop_requested()) {
            break;
        }
        console.note(fmt::format("drawing {}", counted(bodies, "body", "bodies")));
        Settings settings = chosen.settings;
        settings.bodies = bodies;
        Simulation simulation;
        simulation.load(load_system(settings).system, settings);
        const std::string count = with_thousands(simulation.count());
        for (const std::string& sprite : request.sprites) {
            PictureStyle style = request.style;
            style.look.style.sprite = sprite_called(sprite);
            OffscreenPicture picture(style);
            renderer = picture.renderer();
            const auto measured = [&](PassDetail detail) {
                return medians(picture.time_passes(simulation, detail, request.repeats));
            };
            const double milliseconds = measured(PassDetail::whole).front().milliseconds;
            const double rate = static_cast<double>(simulation.count()) / milliseconds * 1e3;
            Json passes = Json::object();
            for (const PassTime& pass : measured(PassDetail::passes)) {
                passes[pass.name] = pass.milliseconds;
                passes_table.add_row(
                    {count, sprite, pass.name, as_milliseconds(pass.milliseconds)});
            }
            rows.push_back(
                {count_figure("bodies", ">BODIES", simulation.count()),
                 {"sprite", sprite, "AS", sprite},
                 time_figure("milliseconds", ">PICTURE", milliseconds),
                 rate_figure("bodies_per_second", ">BODIES/s", rate),
                 {"passes", std::move(passes)}, // with them measured a picture takes longer
                 {"repeats", request.repeats}});
        }
    }
    return {fmt::format("drawn by {}\n{}\n{}", renderer, table_text(rows), passes_table.text()),
            {{"width", request.style.size.width},
             {"height", request.style.size.height},
             {"renderer", renderer},
             {"results", json_of(rows)},
             {"provenance", provenance(chosen)}}};
}

ExitCode bench_draw(BenchDrawArguments& request, const Console& console) {
    for (const std::string& name : request.sprites) {
        static_cast<void>(sprite_called(name));
    }
    ChosenSettings chosen;
    chosen.settings = typed_settings(request.system);
    chosen.settings.algorithm = algorithm_beside_what_draws();
    take_scene_look(request.style.look, chosen.settings.source);
    return report_findings("bench draw", request.json, [&](const std::stop_token& stop) {
        return drawing_times(request, chosen, console, stop);
    });
}

void declare(Parser& parser, BenchDrawArguments& request) {
    add_source_arguments(parser, request.system, "plummer", false);
    add_bodies_argument(parser, request.bodies, "65536,1048576");
    parser.group("Picture")
        .list("--sprites,--sprite glow|points|discs,…", request.sprites,
              "what a body looks like (default: glow,points)")
        .option("--size WIDTHxHEIGHT", into(request.style.size, parse_extent),
                "in pixels (default: 1920x1080)");
    add_repeat_argument(parser, request.repeats, "pictures");
    add_json_argument(parser, request.json, "the rows");
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
    declared<BenchDrawArguments, bench_draw>,
};

} // namespace orrery
