#include "app/commands/output_arguments.hpp"

#include "app/commands/parser.hpp"
#include "sim/snapshot.hpp"

namespace orrery {

void add_format_argument(Parser& parser, std::string& format) {
    std::string ids;
    for (const SnapshotFormat& known : snapshot_formats()) {
        ids += (ids.empty() ? "" : "|") + std::string(known.id);
    }
    parser
        .add_option("--format", format,
                    "write bodies in this format, whatever the file's extension; required for "
                    "standard output (-)")
        ->type_name(ids)
        ->group("Output");
}

void add_result_arguments(Parser& parser, std::string& output, const std::string& form,
                          std::string& json) {
    parser
        .add_option("-o,--output", output,
                    "output file: " + form + "; - is standard output, as CSV")
        ->required()
        ->type_name("FILE")
        ->group("Output");
    parser
        .add_option("--json", json,
                    "write what was computed, how and from what, as JSON; - is standard output")
        ->type_name("FILE")
        ->group("Output");
}

} // namespace orrery
