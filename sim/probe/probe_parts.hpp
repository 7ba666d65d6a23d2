#pragma once

#include "sim/probe/probe.hpp"

namespace orrery {

// A part of the probe, told step by step until it is stopped: from `first` on, `share` of all.
class ProbeSteps {
public:
    ProbeSteps(const ProbeProgress& progress, const std::stop_token& stop, double first,
               double share)
        : progress_(progress), stop_(stop), first_(first), share_(share) {}

    void expect(std::size_t steps) { total_ = static_cast<double>(steps); }
    // Tells what comes next; false when it shall not.
    bool begin(const std::string& doing) {
        if (!stopped() && progress_) {
            progress_(first_ + share_ * done_++ / total_, doing);
        }
        return !stopped();
    }
    bool stopped() const { return stop_.stop_requested(); }

private:
    const ProbeProgress& progress_;
    const std::stop_token& stop_;
    double first_, share_, done_ = 0, total_ = 1;
};

// Bandwidth and arithmetic rates of the CPU, all its cores at once, and what share of the processor
// it got. These three put what they find into `peaks`, which is incomplete once they are stopped.
void probe_cpu(const ProbeOptions& options, ProbeSteps steps, MachinePeaks& peaks);
// Measures one GPU.
void probe_gpu(int gpu, const ProbeOptions& options, ProbeSteps steps, MachinePeaks& peaks);
// Copies between the host and each of `gpus`, and between each two of them, both ways.
void probe_links(const std::vector<int>& gpus, const ProbeOptions& options, ProbeSteps steps,
                 MachinePeaks& peaks);

// Names of the GPUs that CUDA offers, and its driver's version; empty without CUDA. Cheap: makes no
// context.
std::vector<std::string> gpu_names();
std::string gpu_driver();

} // namespace orrery
