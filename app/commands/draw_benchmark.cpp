#include "app/commands/draw_benchmark.hpp"

#include "app/commands/table.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

double median(std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end());
    return numbers[numbers.size() / 2];
}

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

} // namespace

DrawRow time_drawing(OffscreenPicture& picture, const Simulation& simulation, int repeats) {
    const auto measured = [&](PassDetail detail) {
        return medians(picture.time_passes(simulation, detail, repeats));
    };
    return {.bodies = simulation.count(),
            .sprite = {},
            .repeats = repeats,
            .milliseconds = measured(PassDetail::whole).front().milliseconds,
            .passes = measured(PassDetail::passes)};
}

std::string draw_table(const std::vector<DrawRow>& rows) {
    using enum Table::Align;
    Table table({{"BODIES", right}, {"AS"}, {"PICTURE", right}, {"BODIES/s", right}});
    for (const DrawRow& row : rows) {
        table.add_row({with_thousands(row.bodies), row.sprite, as_milliseconds(row.milliseconds),
                       with_prefix(row.bodies_per_second(), "")});
    }
    return table.text();
}

std::string draw_passes_table(const std::vector<DrawRow>& rows) {
    using enum Table::Align;
    Table table({{"BODIES", right}, {"AS"}, {"PASS"}, {"TIME", right}});
    for (const DrawRow& row : rows) {
        for (const PassTime& pass : row.passes) {
            table.add_row({with_thousands(row.bodies), row.sprite, pass.name,
                           as_milliseconds(pass.milliseconds)});
        }
    }
    return table.text();
}

std::string draw_json(const std::vector<DrawRow>& rows, Extent size, const std::string& renderer,
                      const Json& provenance) {
    Json results = Json::array();
    for (const DrawRow& row : rows) {
        Json passes = Json::object();
        for (const PassTime& pass : row.passes) {
            passes[pass.name] = pass.milliseconds;
        }
        results.push_back({{"bodies", row.bodies},
                           {"sprite", row.sprite},
                           {"milliseconds", row.milliseconds},
                           {"bodies_per_second", row.bodies_per_second()},
                           {"passes", std::move(passes)},
                           {"repeats", row.repeats}});
    }
    return json_text({{"width", size.width},
                      {"height", size.height},
                      {"renderer", renderer},
                      {"results", std::move(results)},
                      {"provenance", provenance}});
}

} // namespace orrery
