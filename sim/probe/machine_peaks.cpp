#include "sim/probe/machine_peaks.hpp"

#include <algorithm>

namespace orrery {
namespace {

double rate(std::size_t bytes, double microseconds) {
    return microseconds > 0 ? static_cast<double>(bytes) / (microseconds * 1e-6) : 0;
}

template <class Value>
double sum_over(const MachinePeaks& peaks, Space space, const Value& value) {
    if (space == Space::host) {
        return value(peaks.cpu);
    }
    double sum = 0;
    for (const ProcessorPeaks& gpu : peaks.gpus) {
        sum += value(gpu);
        if (space == Space::device) {
            break; // one GPU computes
        }
    }
    return sum;
}

template <class Sample>
double best(const std::vector<Sample>& samples, double Sample::*figure) {
    double highest = 0;
    for (const Sample& one : samples) {
        highest = std::max(highest, one.*figure);
    }
    return highest;
}

} // namespace

const char* access_name(Access access) {
    constexpr std::array names{"rows", "columns", "shifted", "copy"};
    return names.at(static_cast<std::size_t>(access));
}

const char* host_memory_name(HostMemory memory) {
    return memory == HostMemory::pinned ? "pinned" : "pageable";
}

const char* direction_name(Direction direction) {
    return direction == Direction::to_gpu ? "to_gpu" : "from_gpu";
}

double ProcessorPeaks::bytes_per_second() const {
    return best(bandwidth, &BandwidthSample::bytes_per_second);
}

double ProcessorPeaks::flops(Precision precision) const {
    return best(rates, precision == Precision::fp32 ? &Rates::fp32 : &Rates::fp64);
}

double ProcessorPeaks::rsqrt() const {
    return best(rates, &Rates::rsqrt);
}

double LinkSample::bytes_per_second() const {
    return rate(bytes, microseconds);
}

double PeerSample::bytes_per_second() const {
    return rate(bytes, microseconds);
}

double MachinePeaks::flops(Space space, Precision precision) const {
    return sum_over(*this, space,
                    [&](const ProcessorPeaks& processor) { return processor.flops(precision); });
}

double MachinePeaks::bytes_per_second(Space space) const {
    return sum_over(*this, space,
                    [](const ProcessorPeaks& processor) { return processor.bytes_per_second(); });
}

double MachinePeaks::rsqrt(Space space) const {
    return sum_over(*this, space,
                    [](const ProcessorPeaks& processor) { return processor.rsqrt(); });
}

double percent_of_peak(const MachinePeaks& peaks, const SolverInfo& info, Precision precision,
                       double interactions_per_second) {
    const double peak = peaks.flops(info.space, precision);
    return peak > 0 ? 100 * interactions_per_second * info.flops_per_interaction / peak : 0;
}

bool is_suspect(const SolverInfo& info, double percent) {
    return percent > (info.conserves_momentum ? 210 : 105);
}

double arithmetic_intensity(const SolverInfo& info, Precision precision) {
    const double size = precision == Precision::fp32 ? 1 : 2; // of a number, in floats
    return info.flops_per_interaction / (info.bytes_per_interaction * size);
}

double issue_limit(const MachinePeaks& peaks, Space space) {
    constexpr double instructions = 13;
    constexpr double counted = 20;
    const double issued = peaks.flops(space, Precision::fp32) / 2; // FMA instructions
    return counted * std::min(issued / instructions, peaks.rsqrt(space));
}

} // namespace orrery
