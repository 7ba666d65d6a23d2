#include "app/commands/structure_arguments.hpp"

#include "app/commands/chosen_system.hpp"
#include "app/commands/parser.hpp"
#include "app/numbers.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/snapshots/csv_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace orrery {

void add_structure_arguments(Parser& parser, StructureArguments& request, const char* group,
                             const char* rows) {
    add_source_arguments(parser, request.system, Settings{}.source);
    parser.group("System").list(
        "--box LENGTH[,LENGTH,LENGTH]", all_into(request.box, parse_positive),
        "the edges of the periodic box that the bodies are in, one for all or three, of a file "
        "that does not tell it (default: the system's)");
    add_threads_argument(parser, request.system, group);
    parser.group("Output").option(
        "-o,--output FILE", request.output,
        fmt::format("write a table, {}, as CSV; - is standard output", rows));
    add_json_argument(parser, request.json, "what was measured, how and from what,");
}

MeasuredBodies load_measured(const StructureArguments& request, const Console& console) {
    const std::filesystem::path file(request.output);
    if (!file.empty() && file != "-" && file.extension() != ".csv") {
        require_no_folder(file);
        throw bad_input("the file name's extension is not that of a table", request.output,
                        "use .csv");
    }
    require_different_outputs(request.output, request.json);
    require_place(file);
    if (!request.box.empty() && request.box.size() != 3 && request.box.size() != 1) {
        throw bad_input(fmt::format("a box has not {} edges", request.box.size()), "--box",
                        "give one length for all, or three");
    }
    MeasuredBodies measured{typed_settings(request.system), {}, {}};
    measured.from = load_system(measured.settings);
    const System& system = measured.from.system;
    tell_remarks(system, measured.settings, console);
    if (system.bodies.size() == 0) {
        throw bad_input("it has no bodies", measured.settings.source, "");
    }
    measured.box = system.box;
    for (std::size_t axis = 0; axis < 3 && !request.box.empty(); ++axis) {
        measured.box.lengths[axis] = request.box[request.box.size() == 1 ? 0 : axis];
    }
    return measured;
}

std::string csv_table(const System& system, const std::string& header,
                      const std::vector<std::vector<double>>& rows) {
    std::string text = csv_facts_text(
        {.time = system.time, .gravity = system.units.gravity, .units = system.units});
    text += header;
    for (const std::vector<double>& row : rows) {
        text += '\n';
        for (const double& cell : row) {
            text += &cell == row.data() ? "" : ",";
            if (std::isfinite(cell)) {
                append_shortest(text, cell + 0.0); // no -0
            }
        }
    }
    return text + "\n";
}

std::string box_text(const PeriodicBox& box) {
    const auto& [x, y, z] = box.lengths;
    return box.is_periodic() ? fmt::format("in a periodic box of {} × {} × {}", briefly(x),
                                           briefly(y), briefly(z))
                             : "in open space";
}

Json box_json(const PeriodicBox& box) {
    return box.is_periodic() ? Json(box.lengths) : Json(nullptr);
}

} // namespace orrery
