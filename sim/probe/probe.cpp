#include "sim/probe/probe.hpp"

#include "sim/base/error.hpp"
#include "sim/machine/devices.hpp"
#include "sim/machine/machine.hpp"
#include "sim/probe/probe_parts.hpp"
#include "sim/step_timings.hpp"

#include <algorithm>
#include <numeric>

namespace orrery {
namespace {

// Rough shares of the whole time; the rest belongs to the GPUs.
constexpr double cpu_share = 0.6, link_share = 0.2;

std::vector<int> chosen_gpus(const ProbeOptions& options) {
    const auto count = static_cast<int>(gpu_names().size());
    std::vector<int> chosen;
    if (!options.devices) {
        chosen.resize(static_cast<std::size_t>(count));
        std::iota(chosen.begin(), chosen.end(), 0);
        return chosen;
    }
    for (const int gpu : *options.devices) {
        if (gpu < 0 || gpu >= count) {
            const std::string reason = gpu_unavailable();
            throw bad_input("there is no GPU " + std::to_string(gpu), "devices",
                            reason.empty() ? "GPUs count from 0 to " + std::to_string(count - 1)
                                           : reason);
        }
        if (std::find(chosen.begin(), chosen.end(), gpu) == chosen.end()) {
            chosen.push_back(gpu);
        }
    }
    return chosen;
}

} // namespace

std::optional<MachinePeaks> probe_machine(const ProbeOptions& options,
                                          const ProbeProgress& progress,
                                          const std::stop_token& stop) {
    const auto began = Clock::now();
    const std::vector<int> gpus = chosen_gpus(options);
    MachinePeaks peaks;
    peaks.quick = options.quick;
    probe_cpu(options, {progress, stop, 0, gpus.empty() ? 1 : cpu_share}, peaks);
    const double share =
        (1 - cpu_share - link_share) / static_cast<double>(std::max<std::size_t>(gpus.size(), 1));
    for (const int gpu : gpus) {
        const double first = cpu_share + share * static_cast<double>(peaks.gpus.size());
        probe_gpu(gpu, options, {progress, stop, first, share}, peaks);
    }
    probe_links(gpus, options, {progress, stop, 1 - link_share, link_share}, peaks);
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    peaks.seconds = milliseconds_since(began) / 1000;
    return peaks;
}

std::string probe_identity() {
    const Machine here = machine();
    std::string identity = here.cpu + ", " + std::to_string(here.threads) + " threads";
    for (const std::string& gpu : gpu_names()) {
        identity += "; " + gpu;
    }
    const std::string driver = gpu_driver();
    return driver.empty() ? identity : identity + "; driver " + driver;
}

} // namespace orrery
