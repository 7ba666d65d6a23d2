#include "app/commands/gauss_report.hpp"

#include "app/commands/system_arguments.hpp"
#include "app/commands/table.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity.
Json if_finite(double number) {
    return std::isfinite(number) ? Json(number) : Json(nullptr);
}

Json if_known(const std::optional<double>& number) {
    return number ? Json(*number) : Json(nullptr);
}

Json row_json(const GaussBenchmarkRow& row) {
    const bool timed = row.repeats > 0;
    const auto if_timed = [&](double value) { return timed ? Json(value) : Json(nullptr); };
    Json phases = Json::object();
    for (const StepTimings::Phase& phase : row.timings.phases) {
        phases[phase.name] = phase.milliseconds;
    }
    return {{"method", row.method->id},
            {"chosen", row.chosen->id},
            {"bodies", row.bodies},
            {"precision", precision_name(row.precision)},
            {"sigma", row.sigma},
            {"error", row.error},
            {"first_milliseconds", if_timed(row.first_milliseconds)},
            {"milliseconds", if_timed(row.milliseconds)},
            {"on_gpu_milliseconds", if_known(row.on_gpu_milliseconds)},
            {"times_quickest", if_known(row.times_quickest)},
            {"estimated_milliseconds", if_finite(row.estimated_milliseconds)},
            {"measured_error", if_timed(row.measured_error)},
            {"phases", std::move(phases)},
            {"repeats", row.repeats},
            {"left_out", row.left_out.empty() ? Json(nullptr) : Json(row.left_out)}};
}

Json lesson_json(const HermiteLessonRow& row) {
    return {{"order", row.order},
            {"points", row.points},
            {"milliseconds", row.milliseconds},
            {"points_per_second", row.points_per_second()},
            {"operations_per_point", hermite_operations(row.order)},
            {"operations_per_second", row.operations_per_second()},
            {"gpu_milliseconds", if_known(row.gpu_milliseconds)},
            {"gpu_points_per_second", if_known(row.gpu_points_per_second())},
            {"gpu_operations_per_second", if_known(row.gpu_operations_per_second())},
            {"repeats", row.repeats}};
}

std::string remark(const GaussBenchmarkRow& row) {
    return row.method != row.chosen ? row.chosen->id : row.left_out;
}

} // namespace

std::string gauss_table(const std::vector<GaussBenchmarkRow>& rows) {
    using enum Table::Align;
    Table table({{"METHOD"},
                 {"BODIES", right},
                 {"ERROR", right},
                 {"FIRST", right},
                 {"TIME", right},
                 {"ON THE GPU", right},
                 {"TIMES QUICKEST", right},
                 {"BODIES/s", right},
                 {"MEASURED ERROR", right},
                 {"REMARK"}});
    for (const GaussBenchmarkRow& row : rows) {
        const bool timed = row.repeats > 0;
        const auto if_timed = [&](std::string text) { return timed ? std::move(text) : "-"; };
        table.add_row(
            {row.method->id, with_thousands(row.bodies), briefly(row.error),
             if_timed(as_milliseconds(row.first_milliseconds)),
             if_timed(as_milliseconds(row.milliseconds)),
             row.on_gpu_milliseconds ? as_milliseconds(*row.on_gpu_milliseconds) : "-",
             row.times_quickest ? fmt::format("{:.2f}", *row.times_quickest) : "-",
             if_timed(with_prefix(static_cast<double>(row.bodies) / row.milliseconds * 1e3, "")),
             if_timed(with_exponent(row.measured_error)), remark(row)});
    }
    return table.text();
}

std::string lesson_table(const std::vector<HermiteLessonRow>& rows) {
    using enum Table::Align;
    Table table({{"HERMITE SERIES IN A PLANE, ORDER", right},
                 {"POINTS", right},
                 {"TIME", right},
                 {"POINTS/s", right},
                 {"OPERATIONS/s", right},
                 {"GPU'S POINTS/s", right},
                 {"OPERATIONS/s", right}});
    const auto rate = [](const std::optional<double>& number) {
        return number ? with_prefix(*number, "") : "-";
    };
    for (const HermiteLessonRow& row : rows) {
        table.add_row({std::to_string(row.order), with_thousands(row.points),
                       as_milliseconds(row.milliseconds), with_prefix(row.points_per_second(), ""),
                       with_prefix(row.operations_per_second(), ""),
                       rate(row.gpu_points_per_second()), rate(row.gpu_operations_per_second())});
    }
    return table.text();
}

std::string gauss_json(const std::vector<GaussBenchmarkRow>& rows,
                       const std::vector<HermiteLessonRow>& lesson, const Json& provenance) {
    Json results = Json::array();
    for (const GaussBenchmarkRow& row : rows) {
        results.push_back(row_json(row));
    }
    Json evaluations = Json::array();
    for (const HermiteLessonRow& row : lesson) {
        evaluations.push_back(lesson_json(row));
    }
    return json_text({{"results", std::move(results)},
                      {"hermite_in_plane", std::move(evaluations)},
                      {"provenance", provenance}});
}

} // namespace orrery
