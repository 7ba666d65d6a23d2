// orrery power: the power spectrum of bodies in a periodic box.

#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/structure_arguments.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/mesh/fourier_transform.hpp"
#include "sim/step_timings.hpp"
#include "sim/structure/linear_power.hpp"
#include "sim/structure/power_spectrum.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace orrery {
namespace {

struct PowerArguments : StructureArguments {
    std::size_t mesh = 0; // automatic
    AssignmentScheme scheme = AssignmentScheme::pcs;
    bool one_mesh = false;
    CosmologicalParameters ripples; // of linear theory
};

struct SchemeName {
    std::string name;
    AssignmentScheme scheme;
};
const std::array<SchemeName, 4> scheme_names = {{{"ngp", AssignmentScheme::ngp},
                                                 {"cic", AssignmentScheme::cic},
                                                 {"tsc", AssignmentScheme::tsc},
                                                 {"pcs", AssignmentScheme::pcs}}};

AssignmentScheme parse_scheme(const std::string& text, const std::string& flag) {
    const auto found = std::ranges::find(scheme_names, text, &SchemeName::name);
    if (found == scheme_names.end()) {
        throw bad_input(fmt::format("unknown scheme '{}'", text), flag,
                        "there are " + joined(scheme_names, &SchemeName::name));
    }
    return found->scheme;
}

Figures figures_of(const PowerBin& bin, const std::optional<LinearPower>& theory) {
    const auto number = [](const char* key, const char* heading, double value) {
        return Figure{key, value, heading, heading == nullptr ? "" : briefly(value)};
    };
    return {number("wave_number", ">WAVE NUMBER", bin.wave_number),
            number("low", nullptr, bin.low),
            number("high", nullptr, bin.high),
            count_figure("modes", ">MODES", bin.modes),
            number("power", ">POWER", bin.power),
            number("error", ">ERROR", bin.error),
            number("on_mesh", ">ON THE MESH", bin.on_mesh),
            theory ? number("linear", ">LINEAR THEORY", (*theory)(bin.wave_number))
                   : Figure{"linear", nullptr, ">LINEAR THEORY"}};
}

Json parameters_json(const std::optional<LinearPower>& theory) {
    if (!theory) {
        return nullptr;
    }
    const CosmologicalParameters& all = theory->parameters();
    return {{"omega_matter", all.omega_matter},
            {"omega_baryon", all.omega_baryon},
            {"h", all.h},
            {"sigma8", all.sigma8},
            {"spectral_index", all.spectral_index}};
}

Findings found(const PowerArguments& request, const Console& console, const std::stop_token& stop) {
    if (const std::string why = fourier_transform_unavailable(); !why.empty()) {
        throw bad_input(why, "power", "build it with FFTW");
    }
    const MeasuredBodies measured = load_measured(request, console);
    const System& system = measured.from.system;
    if (!measured.box.is_periodic()) {
        throw bad_input("the bodies are in open space, which has no power spectrum",
                        measured.settings.source, "give the edges of their box by --box");
    }
    Workers workers(measured.settings.threads);
    const auto start = Clock::now();
    const std::optional<PowerSpectrum> spectrum = power_spectrum(system.bodies,
                                                                 {.box = measured.box,
                                                                  .cells = request.mesh,
                                                                  .scheme = request.scheme,
                                                                  .interlaced = !request.one_mesh},
                                                                 workers, stop);
    if (!spectrum) {
        throw failure("stopped; nothing was written", "power", "");
    }
    const double milliseconds = milliseconds_since(start);
    const std::optional<LinearPower> theory = linear_power(system, request.ripples);
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(); // an empty cell
    std::vector<Figures> bins;
    std::vector<std::vector<double>> rows;
    for (const PowerBin& bin : spectrum->bins) {
        bins.push_back(figures_of(bin, theory));
        std::vector<double>& row = rows.emplace_back();
        for (const Figure& figure : bins.back()) {
            row.push_back(figure.value.is_null() ? nan : figure.value.get<double>());
        }
    }
    const auto& cells = spectrum->cells;
    std::string page = fmt::format(
        "{} {}, on {} of {} × {} × {} cells, in {}\n"
        "shot noise {}, which is not subtracted; the mesh's Nyquist wave number is {}\n\n{}",
        counted(system.bodies.size(), "body", "bodies"), box_text(measured.box),
        request.one_mesh ? "a mesh" : "two interlaced meshes", cells[0], cells[1], cells[2],
        as_milliseconds(milliseconds), briefly(spectrum->shot_noise), briefly(spectrum->nyquist),
        table_text(bins));
    const auto scheme = std::ranges::find(scheme_names, request.scheme, &SchemeName::scheme)->name;
    Json report = {{"scene", measured.settings.source},
                   {"bodies", system.bodies.size()},
                   {"time", system.time},
                   {"box", box_json(measured.box)},
                   {"cells", cells},
                   {"scheme", scheme},
                   {"interlaced", !request.one_mesh},
                   {"shot_noise", spectrum->shot_noise},
                   {"nyquist", spectrum->nyquist},
                   {"linear_theory", parameters_json(theory)},
                   {"milliseconds", milliseconds},
                   {"bins", json_of(bins)},
                   {"provenance", provenance_of_bodies(measured.settings, measured.from)}};
    return {std::move(page),
            std::move(report),
            {{request.output,
              csv_table(system, "wave_number,low,high,modes,power,error,on_mesh,linear", rows)}}};
}

ExitCode power(const PowerArguments& request, const Console& console) {
    return report_findings("power", request.json, [&](const std::stop_token& stop) {
        return found(request, console, stop);
    });
}

void declare(Parser& parser, PowerArguments& request) {
    add_structure_arguments(parser, request, "Power", "a row for each bin of wave numbers");
    parser.group("Power")
        .option(
            "--mesh N",
            [&request](const std::string& text, const std::string& flag) {
                request.mesh = static_cast<std::size_t>(count_within("cells", 8, 4096)(text, flag));
                if (!is_power_mesh(request.mesh)) {
                    throw bad_input(fmt::format("a mesh cannot have {} cells along an edge", text),
                                    flag, "take a multiple of 8");
                }
            },
            "cells along the longest edge, a multiple of 8 (default: two for each body along "
            "it, a power of two up to 512)")
        .option("--scheme ngp|cic|tsc|pcs", into(request.scheme, parse_scheme),
                "how bodies are spread over the mesh: to 1, 8, 27 or 64 points (default: pcs)")
        .flag("--one-mesh", request.one_mesh,
              "do not take the mean with a second mesh half a cell aside, which takes away most of "
              "what waves shorter than the mesh's add")
        .option("--sigma8 S", into(request.ripples.sigma8, parse_positive),
                "of linear theory, which stands beside the power of what expands: the contrast "
                "today in spheres of 8 Mpc/h (default: Planck's, 0.8102)")
        .option("--spectral-index N", into(request.ripples.spectral_index, parse_positive),
                "of linear theory: of the first ripples (default: Planck's, 0.9665)");
}

} // namespace

extern const Subcommand power_command{
    "power",
    "[SCENE|FILE] [--mesh N] [-o FILE.csv] [options]",
    "measure the power spectrum of bodies in a periodic box",
    "Spreads the bodies over a mesh and transforms it; the mesh's window is divided out of the "
    "power and its images are taken away by interlacing. Shot noise is told and not subtracted: "
    "bodies that began on a lattice have less.\n\n"
    "Wave numbers are 2 pi / wave length, in the system's unit of length; power is a volume. The "
    "error is what Gaussian modes would have.",
    "orrery power snapshot_007.hdf5 -o power.csv\n"
    "orrery power points.csv --box 100 --mesh 256 --json -",
    declared<PowerArguments, power>,
};

} // namespace orrery
