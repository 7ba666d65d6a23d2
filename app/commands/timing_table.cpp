#include "app/commands/timing_table.hpp"

#include "app/commands/table.hpp"
#include "app/numbers.hpp"

#include <fmt/format.h>

namespace orrery {

std::string timing_table(const RunTimings& run) {
    const auto steps = static_cast<double>(run.steps);
    const auto frames = static_cast<double>(run.frames);
    using enum Table::Align;
    Table table({{"ALGORITHM"},
                 {"BODIES", right},
                 {"STEPS", right},
                 {"ms/STEP", right},
                 {"INTERACTIONS/s", right},
                 {"FRAMES", right},
                 {"DRAW ms", right}});
    table.add_row({run.algorithm, with_thousands(run.bodies), with_thousands(run.steps),
                   run.steps > 0 ? plainly(run.step_milliseconds / steps) : "–",
                   run.step_milliseconds > 0
                       ? with_prefix(run.interactions / run.step_milliseconds * 1e3, "")
                       : "–",
                   with_thousands(run.frames),
                   run.frames > 0 ? plainly(run.draw_milliseconds / frames) : "–"});
    return table.text();
}

} // namespace orrery
