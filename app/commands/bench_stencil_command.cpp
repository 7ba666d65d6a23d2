// orrery bench stencil: ways to differentiate a field, side by side (sim/lessons/stencil).

#include "app/commands/bandwidth.hpp"
#include "app/commands/benchmark.hpp"
#include "app/commands/parser.hpp"
#include "sim/base/error.hpp"
#include "sim/lessons/stencil/stencil_variant.hpp"

#include <fmt/format.h>

#include <array>
#include <ranges>

namespace orrery {
namespace {

constexpr std::array axis_names{"x", "y", "z"};
const char* name_of(Axis axis) {
    return axis_names[static_cast<std::size_t>(axis)];
}

struct BenchStencilArguments {
    BandwidthArguments common;
    std::vector<Axis> axes{all_axes.begin(), all_axes.end()};
    std::vector<int> cells{64, 256};
};

Axis axis_called(const std::string& text, const std::string& flag) {
    for (const Axis axis : all_axes) {
        if (text == name_of(axis)) {
            return axis;
        }
    }
    throw bad_input(fmt::format("'{}' is none of the axes x, y, z", text), flag, "");
}

std::vector<Figures> derivative_rows(const BenchStencilArguments& plan,
                                     const std::vector<const StencilVariant*>& variants,
                                     const Console& console, const std::stop_token& stop) {
    std::vector<Figures> rows;
    ProgressBar progress(console, "bench stencil");
    const auto total = static_cast<double>(plan.cells.size() * variants.size() * plan.axes.size());
    double done = 0;
    for (const int cells : plan.cells) {
        const StencilProblem problem = make_stencil_problem(static_cast<std::size_t>(cells));
        for (const StencilVariant* variant : variants) {
            const auto run = variant->make(problem);
            for (const Axis axis : plan.axes) {
                progress.show(done++ / total, fmt::format("{} · {}^3 · along {}", variant->id,
                                                          cells, name_of(axis)));
                const auto times = measured_bandwidth(
                    [&](int passes) { return run->run(axis, passes); },
                    [&](int passes) { return run->copy(passes); }, plan.common.plan, stop);
                if (!times) {
                    return rows;
                }
                rows.push_back({{"algorithm", variant->id, "VARIANT", variant->id},
                                {"title", variant->title},
                                {"axis", name_of(axis), "AXIS", name_of(axis)},
                                {"cells", cells, ">CELLS", fmt::format("{}^3", cells)}});
                add_bandwidth(rows.back(), *times, problem.bytes());
            }
        }
    }
    return rows;
}

ExitCode bench_stencil(const BenchStencilArguments& request, const Console& console) {
    require_place(request.common.csv);
    const std::vector<const StencilVariant*> variants =
        chosen_variants(stencil_variants(), find_stencil_variant, request.common.variants);
    return report_findings("bench stencil", request.common.json, [&](const std::stop_token& stop) {
        return bandwidth_findings(derivative_rows(request, variants, console, stop),
                                  request.common);
    });
}

void declare(Parser& parser, BenchStencilArguments& request) {
    const auto ids = stencil_variants() | std::views::transform(&StencilVariant::id);
    parser.group("Derivatives")
        .list(fmt::format("--variants,--variant {}|all,…", fmt::join(ids, "|")),
              request.common.variants, "'all' (default) or ways to differentiate")
        .list("--axes,--axis x|y|z,…", all_into(request.axes, axis_called),
              "directions (default: all three)")
        .list("--cells N,…",
              all_into(request.cells, count_within("cells", min_stencil_cells, max_stencil_cells)),
              "cells along an edge of the cube, 8 to 1024 (default: 64,256)");
    add_bandwidth_arguments(parser, request.common);
}

} // namespace

extern const Subcommand bench_stencil_command{
    "bench-stencil",
    "[--variants a,b] [--axes x,y,z] [--cells N,…] [options]",
    "time ways to differentiate a field",
    "Computes the first derivative of a field on a periodic cube by central differences of eighth "
    "order, along each axis, as in docs/algorithms.md. Prints the median time, the bandwidth (each "
    "value read once and written once) and how much that is of a copy's by the same processor or "
    "GPU, with all its cores. 'orrery bench stencil' is the same command.",
    "orrery bench stencil\n"
    "orrery bench stencil --variants gpu.pencil32,gpu.ours --cells 512\n"
    "orrery bench stencil --axes z --cells 100,128 --csv -",
    declared<BenchStencilArguments, bench_stencil>,
};

} // namespace orrery
