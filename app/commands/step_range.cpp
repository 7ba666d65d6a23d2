#include "app/commands/step_range.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace orrery {

void StepRange::add(double step) {
    const bool first = largest == 0;
    initial = first ? step : initial;
    smallest = first ? step : std::min(smallest, step);
    largest = std::max(largest, step);
}

nlohmann::ordered_json StepRange::json() const {
    if (largest == 0) {
        return nullptr;
    }
    return {{"initial", initial}, {"smallest", smallest}, {"largest", largest}};
}

std::string step_text(const Simulation& simulation, const StepRange& taken) {
    if (simulation.step_accuracy() == 0) {
        return fmt::format("{:g}", simulation.time_step());
    }
    return fmt::format("{:.3g} … {:.3g} (adaptive, eta {:g}, at most {:g})", taken.smallest,
                       taken.largest, simulation.step_accuracy(), simulation.largest_time_step());
}

} // namespace orrery
