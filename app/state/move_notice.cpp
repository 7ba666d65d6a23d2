#include "app/state/move_notice.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"

#include <fmt/format.h>

namespace orrery {

std::optional<std::string> move_notice(const SimulationStatus& before,
                                       const SimulationStatus& now) {
    const bool same_load = before.loaded && before.load_serial == now.load_serial;
    if (!same_load || before.state_device == now.state_device) {
        return std::nullopt;
    }
    return tr_format("Bodies copied to {} in {}",
                     now.state_device ? fmt::format("GPU {}", *now.state_device)
                                      : tr("host memory"),
                     as_milliseconds(now.move_milliseconds));
}

} // namespace orrery
