#include "app/window/gpu_search.hpp"

#include "sim/base/error.hpp"

#include <utility>

namespace orrery {

void GpuSearch::poll(AppState& app) {
    const bool wanted = find_solver(app.status.settings.algorithm).info.space != Space::host;
    if (wanted && !std::exchange(begun_, true)) {
        found_ = std::async(std::launch::async, gpu_devices);
    }
    if (!found_.valid() || found_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return;
    }
    try {
        app.gpus = found_.get();
    } catch (const Error& error) {
        app.say(error.what(), true);
    }
}

} // namespace orrery
