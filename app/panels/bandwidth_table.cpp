#include "app/panels/bandwidth_table.hpp"

#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace orrery {
namespace {

// The samples that `take` wants, row_of(sample) by threads.
template <class Take, class RowOf>
BandwidthGrid grid(const ProcessorPeaks& processor, const Take& take, const RowOf& row_of) {
    std::set<int> threads;
    std::set<int, std::greater<>> rows;
    std::map<std::pair<int, int>, double> values;
    for (const BandwidthSample& sample : processor.bandwidth) {
        if (take(sample)) {
            threads.insert(sample.threads);
            rows.insert(row_of(sample));
            values[{row_of(sample), sample.threads}] = sample.bytes_per_second / 1e9;
        }
    }
    BandwidthGrid result;
    for (const int count : threads) {
        result.columns.push_back(std::to_string(count));
    }
    for (const int row : rows) {
        result.rows.push_back(std::to_string(row));
        for (const int count : threads) {
            const auto found = values.find({row, count});
            result.gigabytes.push_back(found == values.end() ? 0 : found->second);
        }
    }
    return result;
}

} // namespace

int curve_blocks(const ProcessorPeaks& processor) {
    std::set<int> blocks;
    for (const BandwidthSample& sample : processor.bandwidth) {
        blocks.insert(sample.blocks);
    }
    return blocks.empty()
               ? 1
               : *std::next(blocks.begin(), static_cast<std::ptrdiff_t>(blocks.size()) / 2);
}

std::vector<BandwidthCurve> bandwidth_curves_of(const ProcessorPeaks& processor) {
    const int blocks = curve_blocks(processor);
    std::map<std::pair<Access, int>, std::map<int, double>> by_threads;
    for (const BandwidthSample& sample : processor.bandwidth) {
        if (sample.blocks == blocks) {
            by_threads[{sample.access, sample.width}][sample.threads] =
                sample.bytes_per_second / 1e9;
        }
    }
    std::vector<BandwidthCurve> curves;
    for (const auto& [key, points] : by_threads) {
        BandwidthCurve& curve = curves.emplace_back();
        curve.access = key.first;
        curve.width = key.second;
        for (const auto& [threads, gigabytes] : points) {
            curve.threads.push_back(threads);
            curve.gigabytes.push_back(gigabytes);
        }
    }
    return curves;
}

BandwidthGrid grid_by_blocks(const ProcessorPeaks& processor, Access access, int width) {
    return grid(
        processor,
        [&](const BandwidthSample& sample) {
            return sample.access == access && sample.width == width;
        },
        [](const BandwidthSample& sample) { return sample.blocks; });
}

BandwidthGrid grid_by_width(const ProcessorPeaks& processor, Access access) {
    return grid(
        processor, [&](const BandwidthSample& sample) { return sample.access == access; },
        [](const BandwidthSample& sample) { return sample.width; });
}

std::vector<int> measured_widths(const ProcessorPeaks& processor) {
    std::set<int> widths;
    for (const BandwidthSample& sample : processor.bandwidth) {
        widths.insert(sample.width);
    }
    return {widths.begin(), widths.end()};
}

} // namespace orrery
