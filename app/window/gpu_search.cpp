#include "app/window/gpu_search.hpp"

#include "sim/base/error.hpp"

#include <utility>

namespace orrery {

void GpuSearch::update(Frame& frame) {
    AppState& app = frame.app;
    const bool wanted = find_solver(app.status.settings.algorithm).info.space != Space::host;
    if (wanted && !std::exchange(begun_, true)) {
        found_.start(gpu_devices);
    }
    try {
        if (auto found = found_.poll()) {
            app.gpus = *std::move(found);
        }
    } catch (const Error& error) {
        app.say(error.what(), true);
    }
}

} // namespace orrery
