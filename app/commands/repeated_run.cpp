#include "app/commands/repeated_run.hpp"

#include "sim/base/error.hpp"
#include "sim/base/printable.hpp"
#include "sim/snapshots/input_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace orrery {

RepeatedRun read_repeated_run(const std::string& file) {
    InputFile input(file);
    const auto bytes = input.contents().bytes;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    try {
        const auto report = nlohmann::ordered_json::parse(text);
        RepeatedRun repeated;
        repeated.file = file;
        repeated.run = reported_run(report, file);
        const auto& asked = report.at("asked");
        if (asked.contains("until")) {
            repeated.until = asked.at("until").get<double>();
        } else {
            repeated.steps = asked.at("steps").get<std::size_t>();
        }
        if (!report.at("interrupted").get<bool>()) {
            repeated.state = report.at("state").get<std::string>();
        }
        return repeated;
    } catch (const nlohmann::ordered_json::exception& error) {
        throw bad_input(fmt::format("this is no report of a run: {}", error.what()), file,
                        "take one that 'orrery simulate --json' wrote");
    }
}

void tell_whether_same(const RepeatedRun& repeated, const std::string& state,
                       const Console& console) {
    if (repeated.state.empty()) {
        return;
    }
    console.note(printable(
        fmt::format("the run ended {} {} tells of",
                    state == repeated.state ? "in the very state that" : "in another state than",
                    repeated.file)));
}

} // namespace orrery
