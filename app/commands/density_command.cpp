// orrery density: how dense the bodies are, at each of them or on a grid, into a file.

#include "app/commands/chosen_system.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/results.hpp"
#include "app/commands/structure_arguments.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/gauss/periodic_images.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <numbers>
#include <numeric>

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
    for (std::size_t at = text.find(times); at != text.npos; at = text.find(times)) {
        text.replace(at, times.size(), "x");
    }
    std::vector<std::size_t> counts;
    std::size_t points = 1;
    for (const std::string_view word : split(text, 'x')) {
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

// As the methods take them: those of a periodic box within it.
Bodies<double> placed_bodies(const System& system) {
    Bodies<double> bodies = system.bodies;
    if (system.box.is_periodic()) {
        bodies.position = wrapped_places<double>(bodies.position, system.box);
    }
    return bodies;
}

// The widest Gaussians that meet one image of each body at most.
double widest_sigma(const PeriodicBox& box, double error) {
    return box.is_periodic() ? *std::ranges::min_element(box.lengths) / gauss_reach(error)
                             : std::numeric_limits<double>::infinity();
}

double chosen_sigma(const DensityArguments& request, const Bodies<double>& bodies,
                    const PeriodicBox& box, Workers& workers, const Console& console) {
    const double widest = widest_sigma(box, request.error);
    if (request.sigma && *request.sigma > widest) {
        constexpr double rounding = 0.995; // of the number that is written
        throw bad_input(
            fmt::format("Gaussians of width {:g} reach across the periodic box", *request.sigma),
            "--sigma", fmt::format("give at most {:.3g}", rounding * widest));
    }
    if (request.sigma) {
        return *request.sigma;
    }
    const VectorArray<double>& positions = bodies.position;
    const double sigma =
        std::min(suggested_sigma({positions.x, positions.y, positions.z}, workers), widest);
    if (sigma <= 0) {
        throw bad_input("no width follows from the distances of these bodies", "--sigma",
                        "give one");
    }
    console.note(fmt::format("sigma {}: {} (--sigma)", briefly(sigma),
                             sigma < widest
                                 ? "1.5 times the mean distance of neighbours in the densest half"
                                 : "the widest that fits the periodic box"));
    return sigma;
}

// The requested grid over the periodic box, or else the box around all bodies, with a point in the
// middle of each cell.
std::optional<PointGrid> chosen_grid(const DensityArguments& request, const Bodies<double>& bodies,
                                     const PeriodicBox& box) {
    if (request.grid.empty()) {
        return std::nullopt;
    }
    PointGrid grid;
    std::size_t axis = 0;
    for (const auto* values : {&bodies.position.x, &bodies.position.y, &bodies.position.z}) {
        const std::size_t count = axis < request.grid.size() ? request.grid[axis] : 1;
        const auto [least, greatest] = std::minmax_element(values->begin(), values->end());
        const double low = box.is_periodic() ? 0 : *least;
        const double high = box.is_periodic() ? box.lengths[axis] : *greatest;
        const double spacing = (high - low) / static_cast<double>(count);
        grid.count[axis] = count;
        grid.first[axis] = low + spacing / 2;
        grid.spacing[axis] = count == 1 ? 0 : spacing;
        ++axis;
    }
    if (request.grid.size() == 2) {
        // Through the centre of mass, which is where there is something to be seen.
        const HostArray<double>& masses = bodies.mass;
        const double mass = std::accumulate(masses.begin(), masses.end(), 0.0);
        const double moment =
            std::inner_product(masses.begin(), masses.end(), bodies.position.z.begin(), 0.0);
        grid.first[2] = mass > 0 ? moment / mass : grid.first[2];
    }
    return grid;
}

template <class Real>
VectorArray<Real> points_of_grid(const PointGrid& grid) {
    VectorArray<Real> points(grid.size());
    for (std::size_t i = 0; i < grid.size(); ++i) {
        const std::array<double, 3> point = grid.point(i);
        points.x[i] = static_cast<Real>(point[0]);
        points.y[i] = static_cast<Real>(point[1]);
        points.z[i] = static_cast<Real>(point[2]);
    }
    return points;
}

struct Densities {
    double sigma, error;
    PeriodicBox box;
    std::optional<PointGrid> grid;   // else at the bodies
    std::vector<double> values = {}; // mass in a unit of volume
    StepTimings timings = {};
};

// Each body's mass spread as a Gaussian. False if it was stopped. Throws bad_input for what cannot
// be computed.
template <class Real>
bool compute(const GaussMethod& method, const Bodies<Real>& bodies, Densities& densities,
             Workers& workers, const std::stop_token& stop) {
    const auto start = Clock::now();
    const auto view_of = [](const VectorArray<Real>& places) {
        return PointsView<Real>{places.x, places.y, places.z};
    };
    BodiesWithImages<Real> images;
    PointsView<Real> sources = view_of(bodies.position);
    std::span<const Real> masses = bodies.mass;
    if (densities.box.is_periodic()) {
        images = with_images<Real>(bodies.position, masses, densities.box,
                                   gauss_reach(densities.error) * densities.sigma);
        sources = view_of(images.places);
        masses = images.masses;
    }
    const VectorArray<Real> points =
        densities.grid ? points_of_grid<Real>(*densities.grid) : VectorArray<Real>();
    const PointsView<Real> targets = densities.grid                ? view_of(points)
                                     : densities.box.is_periodic() ? view_of(bodies.position)
                                                                   : sources;
    const double volume = std::pow(2 * std::numbers::pi, 1.5) * std::pow(densities.sigma, 3);
    if (!std::isnormal(volume) || !std::isnormal(1 / volume)) {
        throw impossible_width(densities.sigma);
    }
    std::vector<Real> sums(targets.size());
    densities.values.reserve(sums.size()); // or memory would end only after the work
    GaussWork work{workers, stop, densities.timings};
    if (!gauss_transform<Real>(
            method, {sources, masses, targets, sums, densities.sigma, densities.error}, work)) {
        return false;
    }
    for (const Real sum : sums) {
        densities.values.push_back(static_cast<double>(sum) / volume);
    }
    densities.timings.total_milliseconds = milliseconds_since(start);
    return true;
}

Json report_json(const DensityArguments& request, const Settings& settings,
                 const SnapshotFile& from, const Densities& result) {
    const auto [least, greatest] = std::minmax_element(result.values.begin(), result.values.end());
    Json grid;
    if (result.grid) {
        grid = {{"count", result.grid->count},
                {"first_point", result.grid->first},
                {"spacing", result.grid->spacing}};
    }
    return {{"method", request.method},
            {"scene", settings.source},
            {"bodies", from.system.bodies.size()},
            {"precision", precision_name(settings.precision)},
            {"sigma", result.sigma},
            {"error", result.error},
            {"box", box_json(result.box)},
            {"grid", std::move(grid)},
            {"densities", result.values.size()},
            {"least", *least},
            {"greatest", *greatest},
            {"milliseconds", result.timings.total_milliseconds},
            {"density", request.output},
            {"provenance", provenance_of_bodies(settings, from)}};
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
    const Bodies<double> bodies = placed_bodies(system);
    Densities result{chosen_sigma(request, bodies, system.box, workers, console), request.error,
                     system.box, chosen_grid(request, bodies, system.box)};
    try {
        const bool complete =
            settings.precision == Precision::fp32
                ? compute(method, converted<float>(bodies), result, workers, signals.token())
                : compute(method, bodies, result, workers, signals.token());
        if (!complete) {
            throw failure("stopped; nothing was written", "density", "");
        }
    } catch (const std::bad_alloc&) {
        if (!result.grid) {
            throw; // it is the bodies that are too many
        }
        throw failure("not enough memory for this many points", "--grid", "ask for fewer");
    }
    const ResultTable table{{{"density", "density", result.values}},
                            result.grid,
                            {{"sigma", result.sigma}, {"error", result.error}}};
    return write_results(
        request.output, [&](const auto& file) { write_result(file, table, system); }, request.json,
        report_json(request, settings, from, result),
        fmt::format("densities at {} by {} in {}",
                    counted(result.values.size(), result.grid ? "point" : "body",
                            result.grid ? "points" : "bodies"),
                    method.id, as_milliseconds(result.timings.total_milliseconds)),
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
                "waves and hermite in fp32)")
        .option("--method " + gauss_method_names(), request.method,
                "how to sum; 'automatic' (default) uses what should be fastest")
        .option(
            "--grid NXxNY[xNZ]", into(request.grid, parse_grid),
            "at the points of a grid over the box of all bodies, or the periodic one, instead of "
            "at the bodies: "
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
    "every body, in file order, or at the points of a grid; in a periodic box also that of the "
    "images beyond its faces. The id is the file's own if it has "
    "one, otherwise the position in the file from 0.",
    "orrery density galaxy.tipsy -o density.csv\n"
    "orrery density plummer --bodies 1M --sigma 0.05 --error 1e-4 -o density.h5\n"
    "orrery density galaxy --grid 512x512 -o slice.csv",
    declared<DensityArguments, density>,
};

} // namespace orrery
