// orrery density: how dense the bodies are, at each of them or on a grid, into a file.

#include "app/commands/chosen_system.hpp"
#include "app/commands/density.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <new>

namespace orrery {
namespace {

struct DensityArguments {
    SystemArguments system;
    std::string output, json;
    std::string method = "automatic";
    std::optional<double> sigma;
    double error = 1e-4;
    std::vector<std::size_t> grid; // points along x, y and z; empty: at the bodies
};

// "64x64x64", "256×256".
std::vector<std::size_t> parse_grid(std::string text, const std::string& flag) {
    const std::string times = "×";
    for (std::size_t at = text.find(times); at != std::string::npos; at = text.find(times)) {
        text.replace(at, times.size(), "x");
    }
    std::vector<std::size_t> counts;
    std::size_t points = 1;
    for (const std::string& word : split(text, 'x')) {
        const std::size_t count = parse_number_of("points", word, flag);
        constexpr std::size_t max_points = std::size_t{1} << 30;
        if (count == 0 || count > max_points / points) {
            throw bad_input(fmt::format("a grid cannot have {} points", text), flag,
                            "give from one to a thousand million");
        }
        points *= count;
        counts.push_back(count);
    }
    if (counts.size() != 2 && counts.size() != 3) {
        throw bad_input(fmt::format("'{}' is not a grid", text), flag,
                        "write 256x256 for a plane or 64x64x64 for the whole box");
    }
    return counts;
}

double chosen_sigma(const DensityArguments& request, const System& system, Workers& workers,
                    const Console& console) {
    if (request.sigma) {
        return *request.sigma;
    }
    const VectorArray<double>& positions = system.bodies.position;
    const double sigma = suggested_sigma({positions.x, positions.y, positions.z}, workers);
    if (sigma <= 0) {
        throw bad_input("no width follows from the distances of these bodies", "--sigma",
                        "give one");
    }
    console.note(fmt::format(
        "sigma {}: 1.5 times the mean distance of neighbours in the densest half (--sigma)",
        briefly(sigma)));
    return sigma;
}

std::optional<DensityGrid> chosen_grid(const DensityArguments& request, const System& system) {
    if (request.grid.empty()) {
        return std::nullopt;
    }
    const std::size_t planes = request.grid.size() == 3 ? request.grid[2] : 1;
    DensityGrid grid =
        grid_over(system.bodies.position, {request.grid[0], request.grid[1], planes});
    if (request.grid.size() == 2) {
        // Through the centre of mass, which is where there is something to be seen.
        double mass = 0;
        double moment = 0;
        for (std::size_t i = 0; i < system.bodies.size(); ++i) {
            mass += system.bodies.mass[i];
            moment += system.bodies.mass[i] * system.bodies.position.z[i];
        }
        grid.first[2] = mass > 0 ? moment / mass : grid.first[2];
    }
    return grid;
}

Json grid_json(const DensityGrid& grid) {
    return {{"count", grid.count}, {"first_point", grid.first}, {"spacing", grid.spacing}};
}

Json report_json(const DensityArguments& request, const Settings& settings,
                 const SnapshotFile& from, const Density& result) {
    const auto [least, greatest] = std::minmax_element(result.values.begin(), result.values.end());
    return {{"method", request.method},
            {"scene", settings.source},
            {"bodies", from.system.bodies.size()},
            {"precision", precision_name(settings.precision)},
            {"sigma", result.asked.sigma},
            {"error", result.asked.error},
            {"grid", result.asked.grid ? grid_json(*result.asked.grid) : Json()},
            {"densities", result.values.size()},
            {"least", *least},
            {"greatest", *greatest},
            {"milliseconds", result.timings.total_milliseconds},
            {"density", request.output},
            {"provenance", provenance_of_bodies(settings, from)}};
}

std::optional<Density> computed(const Bodies<double>& bodies, const DensityRequest& wanted,
                                Workers& workers, const StopSignals& signals) {
    try {
        return compute_density(bodies, wanted, workers, signals.token());
    } catch (const std::bad_alloc&) {
        if (!wanted.grid) {
            throw; // it is the bodies that are too many
        }
        throw failure("not enough memory for this many points", "--grid", "ask for fewer");
    }
}

ExitCode density(const DensityArguments& request, const Console& console) {
    require_result_places(request.output, request.json, "densities");
    const GaussMethod& method = gauss_method_called(request.method);
    const StopSignals signals;
    const Settings settings = typed_settings(request.system);
    const SnapshotFile from = load_system(settings);
    const System& system = from.system;
    tell_remarks(system, settings, console);
    if (system.bodies.size() == 0) {
        throw bad_input("it has no bodies", settings.source, "");
    }
    Workers workers(settings.threads);
    const DensityRequest wanted{&method, chosen_sigma(request, system, workers, console),
                                request.error, settings.precision, chosen_grid(request, system)};
    const std::optional<Density> result = computed(system.bodies, wanted, workers, signals);
    if (!result) {
        throw failure("stopped; nothing was written", "density", "");
    }
    return write_results(
        request.output, [&](const auto& file) { write_density(file, *result, system); },
        request.json, report_json(request, settings, from, *result),
        fmt::format("densities at {} by {} in {}",
                    counted(result->values.size(), wanted.grid ? "point" : "body",
                            wanted.grid ? "points" : "bodies"),
                    method.id, as_milliseconds(result->timings.total_milliseconds)),
        console);
}

void declare(Parser& parser, DensityArguments& request) {
    add_source_arguments(parser, request.system, Settings{}.source);
    parser.group("Density")
        .option("--sigma LENGTH", into(request.sigma, parse_positive),
                "the width of each body's Gaussian (default: 1.5 times the mean distance of "
                "neighbours in the densest half, so that about fifty bodies contribute there)")
        .option("--error PART", into(request.error, parse_positive),
                "allowed relative error of the density (default: 1e-4; at least 1e-5 by plane "
                "waves in fp32)")
        .option("--method " + gauss_method_names(), request.method,
                "how to sum; 'automatic' (default) uses what should be fastest")
        .option("--grid NXxNY[xNZ]", into(request.grid, parse_grid),
                "at the points of a grid over the box of all bodies instead of at the bodies: "
                "64x64x64, or 256x256 in the x-y plane through the centre of mass");
    add_computing_arguments(parser, request.system, "Density");
    add_result_arguments(parser, request.output,
                         ".csv (id,density, or x,y,z,density for a grid) or .h5", request.json);
}

} // namespace

extern const Subcommand density_command{
    "density",
    "[SCENE|FILE] -o FILE.csv|.h5 [--sigma LENGTH] [options]",
    "write the density of the bodies, at each of them or on a grid",
    "Spreads each body's mass as a Gaussian of width sigma and writes the mass per unit volume at "
    "every body, in file order, or at the points of a grid. The id is the file's own if it has "
    "one, otherwise the position in the file from 0.",
    "orrery density galaxy.tipsy -o density.csv\n"
    "orrery density plummer --bodies 1M --sigma 0.05 --error 1e-4 -o density.h5\n"
    "orrery density galaxy --grid 512x512 -o slice.csv",
    declared<DensityArguments, declare, density>,
};

} // namespace orrery
