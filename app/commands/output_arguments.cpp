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

} // namespace orrery
