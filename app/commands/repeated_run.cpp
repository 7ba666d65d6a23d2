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
    } catch (const nlohmann::ordered_json::exception&) {
        throw bad_input("this is not a report of a run", file,
                        "use one written by 'orrery simulate --json'");
    }
}

void tell_whether_same(const RepeatedRun& repeated, const std::string& state,
                       const std::vector<std::string>& typed, const Console& console) {
    std::string sentence;
    if (!typed.empty()) {
        sentence = fmt::format("the end is not compared with that of {}: this run differs in {}",
                               repeated.file, fmt::join(typed, ", "));
    } else if (repeated.state.empty()) {
        sentence =
            fmt::format("the end is not compared: the run of {} was interrupted", repeated.file);
    } else {
        sentence =
            fmt::format("the run ended in {} {}",
                        state == repeated.state ? "the same state as" : "a different state from",
                        repeated.file);
    }
    console.note(printable(sentence));
}

} // namespace orrery
