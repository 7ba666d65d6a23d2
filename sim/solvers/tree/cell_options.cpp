#include "sim/solvers/tree/cell_options.hpp"

namespace orrery {

SolverOption criterion_option(const char* tooltip) {
    return {.id = "criterion",
            .title = "Open cells by",
            .tooltip = tooltip,
            .minimum = 0,
            .maximum = 1,
            .default_value = 0,
            .choices = {"error", "angle"}};
}

SolverOption error_option(double smallest, const char* tooltip, bool always) {
    return {.id = "error",
            .title = "Target error",
            .tooltip = tooltip,
            .minimum = smallest,
            .maximum = 1e-2,
            .default_value = default_error,
            .choices = {},
            .only_with = always ? SolverOption::Need{} : SolverOption::Need{"criterion", "error"}};
}

SolverOption angle_option(double widest, const char* tooltip) {
    return {.id = "theta",
            .title = "Opening angle",
            .tooltip = tooltip,
            .minimum = 0.2,
            .maximum = widest,
            .default_value = 0.5,
            .choices = {},
            .only_with = {"criterion", "angle"}};
}

SolverOption leaf_option(double leaf, double largest) {
    return {.id = "leaf",
            .title = "Bodies in a leaf",
            .tooltip = "Cells with this many bodies or fewer are not divided",
            .minimum = 1,
            .maximum = largest,
            .default_value = leaf,
            .choices = {},
            .whole = true};
}

} // namespace orrery
