// orrery bench transpose: ways to transpose matrices, side by side (sim/lessons/transpose).

#include "app/commands/bandwidth.hpp"
#include "app/commands/benchmark.hpp"
#include "app/commands/parser.hpp"
#include "sim/base/error.hpp"
#include "sim/lessons/transpose/transpose_variant.hpp"

#include <fmt/format.h>

#include <ranges>

namespace orrery {
namespace {

struct BenchTransposeArguments {
    BandwidthArguments common;
    std::vector<TransposeShape> shapes{
        {1, 1024, 1024}, {1, 4096, 4096}, {1, 2048, 8192}, {256, 256, 256}};
};

// "4096", "2048x8192" rows and columns, "256x256x256" with planes before them.
TransposeShape parse_shape(const std::string& text, const std::string& flag) {
    const auto parse_side = count_within("entries", 1, max_transpose_side);
    std::vector<std::size_t> sides;
    for (const std::string_view side : split(text, 'x')) {
        sides.push_back(static_cast<std::size_t>(parse_side(std::string(side), flag)));
    }
    if (sides.size() > 3) {
        throw bad_input(fmt::format("'{}' has {} sides", text, sides.size()), flag,
                        "it has one to three, as 4096, 2048x8192 or 256x256x256");
    }
    const TransposeShape shape = sides.size() == 3   ? TransposeShape{sides[0], sides[1], sides[2]}
                                 : sides.size() == 2 ? TransposeShape{1, sides[0], sides[1]}
                                                     : TransposeShape{1, sides[0], sides[0]};
    require_transpose_shape(shape, flag);
    return shape;
}

std::string name_of(const TransposeShape& shape) {
    return shape.planes == 1 ? fmt::format("{}x{}", shape.rows, shape.columns)
                             : fmt::format("{}x{}x{}", shape.planes, shape.rows, shape.columns);
}

std::vector<Figures> transpose_rows(const BenchTransposeArguments& plan,
                                    const std::vector<const TransposeVariant*>& variants,
                                    const Console& console, const std::stop_token& stop) {
    std::vector<Figures> rows;
    ProgressBar progress(console, "bench transpose");
    const auto total = static_cast<double>(plan.shapes.size() * variants.size());
    double done = 0;
    for (const TransposeShape& shape : plan.shapes) {
        const TransposeProblem problem = make_transpose_problem(shape);
        const std::string size = name_of(shape);
        for (const TransposeVariant* variant : variants) {
            progress.show(done++ / total, fmt::format("{} · {}", variant->id, size));
            const auto run = variant->make(problem);
            const auto times = measured_bandwidth([&](int passes) { return run->run(passes); },
                                                  [&](int passes) { return run->copy(passes); },
                                                  plan.common.plan, stop);
            if (!times) {
                return rows;
            }
            rows.push_back({{"algorithm", variant->id, "VARIANT", variant->id},
                            {"title", variant->title},
                            {"size", size, ">SIZE", size},
                            {"planes", shape.planes},
                            {"rows", shape.rows},
                            {"columns", shape.columns}});
            add_bandwidth(rows.back(), *times, shape.bytes());
        }
    }
    return rows;
}

ExitCode bench_transpose(const BenchTransposeArguments& request, const Console& console) {
    require_place(request.common.csv);
    const std::vector<const TransposeVariant*> variants =
        chosen_variants(transpose_variants(), find_transpose_variant, request.common.variants);
    return report_findings(
        "bench transpose", request.common.json, [&](const std::stop_token& stop) {
            return bandwidth_findings(transpose_rows(request, variants, console, stop),
                                      request.common);
        });
}

void declare(Parser& parser, BenchTransposeArguments& request) {
    const auto ids = transpose_variants() | std::views::transform(&TransposeVariant::id);
    parser.group("Transposes")
        .list(fmt::format("--variants,--variant {}|all,…", fmt::join(ids, "|")),
              request.common.variants, "'all' (default) or ways to transpose")
        .list("--sizes,--size N|ROWSxCOLUMNS|PLANESxROWSxCOLUMNS,…",
              all_into(request.shapes, parse_shape),
              "matrices, and how many of them (default: 1024,4096,2048x8192,256x256x256)");
    add_bandwidth_arguments(parser, request.common);
}

} // namespace

extern const Subcommand bench_transpose_command{
    "bench-transpose",
    "[--variants a,b] [--sizes N,ROWSxCOLUMNS,…] [options]",
    "time ways to transpose matrices",
    "Transposes matrices of single-precision numbers, one or many behind each other as a Fourier "
    "transform in three dimensions needs it, as in docs/algorithms.md. Prints the median time, the "
    "bandwidth (each entry read once and written once) and how much that is of a copy's by the "
    "same processor or GPU, with all its cores. 'orrery bench transpose' is the same command.",
    "orrery bench transpose\n"
    "orrery bench transpose --variants gpu.no_conflicts,gpu.ours --sizes 16384\n"
    "orrery bench transpose --sizes 4096x1000,64x512x512 --csv -",
    declared<BenchTransposeArguments, bench_transpose>,
};

} // namespace orrery
