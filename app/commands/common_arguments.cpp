#include "app/commands/common_arguments.hpp"

#include "app/commands/forces_file.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/result_files.hpp"
#include "app/language/spoken_language.hpp"
#include "app/resources.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshot.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

std::string checked_language(const std::string& text, const std::string& flag) {
    if (text == "auto") {
        return text;
    }
    const std::vector<Translation> all =
        read_translations(resource_folder() / "assets" / "languages");
    if (const Translation* const found = find_language(all, text)) {
        return found->id;
    }
    std::vector<std::string> ids{"auto"};
    for (const Translation& each : all) {
        ids.push_back(each.id);
    }
    throw bad_input(fmt::format("unknown language '{}'", text), flag,
                    fmt::format("there are {}", fmt::join(ids, ", ")));
}

} // namespace

void add_bodies_argument(Parser& parser, std::vector<std::size_t>& counts, const char* meaning) {
    parser.group("System").list("--bodies N,…", all_into(counts, parse_count), meaning);
}

void add_repeat_argument(Parser& parser, int& repeats, const char* meaning) {
    parser.group("Measurement")
        .option("--repeat N", into(repeats, count_within("samples", 1, 10000)), meaning);
}

void add_budget_argument(Parser& parser, double& seconds, const char* meaning) {
    parser.group("Measurement").option("--budget SECONDS", into(seconds, parse_positive), meaning);
}

void add_json_argument(Parser& parser, std::string& json, const std::string& what) {
    parser.group("Output").option("--json FILE", json,
                                  "write " + what + " as JSON; - is standard output");
}

void add_format_argument(Parser& parser, std::string& format) {
    std::string ids;
    for (const SnapshotFormat& known : snapshot_formats()) {
        ids += (ids.empty() ? "" : "|") + std::string(known.id);
    }
    parser.group("Output").option(
        "--format " + ids, format,
        "write bodies in this format, whatever the file's extension; required for standard output "
        "(-)");
}

void add_result_arguments(Parser& parser, std::string& output, const std::string& form,
                          std::string& json) {
    parser.group("Output").option("-o,--output FILE", output,
                                  "output file: " + form + "; - is standard output, as CSV");
    parser.require("--output");
    add_json_argument(parser, json, "what was computed, how and from what,");
}

void require_result_places(const std::string& output, const std::string& json,
                           const std::string& noun) {
    require_result_format(output, noun);
    require_one_on_standard_output(output, json);
    require_place(json);
}

void add_language_argument(Parser& parser, std::string& language, const char* meaning) {
    parser.option("--language en|de|auto", into(language, checked_language), meaning);
}

} // namespace orrery
