#include "app/commands/probe_tables.hpp"

#include "app/commands/table.hpp"
#include "app/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace orrery {
namespace {

using enum Table::Align;

std::string device_id(const ProcessorPeaks& gpu) {
    return fmt::format("gpu {}", gpu.index);
}

void add_rates(Table& table, const std::string& device, const ProcessorPeaks& processor) {
    for (const Rates& one : processor.rates) {
        table.add_row({device, one.instruction_set, with_prefix(one.fp32, "FLOP/s"),
                       with_prefix(one.fp64, "FLOP/s"), with_prefix(one.rsqrt, "/s")});
    }
}

std::string rates_table(const MachinePeaks& peaks) {
    Table table(
        {{"ARITHMETIC"}, {"INSTRUCTIONS"}, {"FP32", right}, {"FP64", right}, {"RSQRT", right}});
    add_rates(table, "cpu", peaks.cpu);
    for (const ProcessorPeaks& gpu : peaks.gpus) {
        add_rates(table, device_id(gpu), gpu);
    }
    return table.text();
}

// One line for each access and width, a column for each number of threads: GB/s, of the number of
// blocks that is best for it.
std::string bandwidth_table(const std::string& title, const ProcessorPeaks& processor) {
    std::set<int> threads;
    std::map<std::tuple<Access, int, int>, double> best;
    for (const BandwidthSample& sample : processor.bandwidth) {
        threads.insert(sample.threads);
        double& rate = best[{sample.access, sample.width, sample.threads}];
        rate = std::max(rate, sample.bytes_per_second);
    }
    std::vector<Table::Column> columns{{title}, {"BYTES", right}};
    for (const int count : threads) {
        columns.push_back({std::to_string(count), right});
    }
    Table table(columns);
    for (auto at = best.begin(); at != best.end();) {
        const auto [access, width, first] = at->first;
        std::vector<std::string> cells{access_name(access), std::to_string(width)};
        for (const int count : threads) {
            const auto found = best.find({access, width, count});
            cells.push_back(found == best.end() ? "–" : fmt::format("{:.3g}", found->second / 1e9));
            at = found == best.end() ? at : std::next(found);
        }
        table.add_row(std::move(cells));
    }
    return table.text();
}

// The smallest copy tells the latency, the fastest the bandwidth.
struct Extremes {
    double microseconds = 0;
    std::size_t smallest = 0;
    double bytes_per_second = 0;

    template <class Sample>
    void include(const Sample& sample) {
        if (smallest == 0 || sample.bytes < smallest) {
            smallest = sample.bytes;
            microseconds = sample.microseconds;
        }
        bytes_per_second = std::max(bytes_per_second, sample.bytes_per_second());
    }
    std::string latency() const { return as_milliseconds(microseconds / 1000); }
    std::string bandwidth() const { return with_prefix(bytes_per_second, "B/s"); }
};

std::string links_table(const MachinePeaks& peaks) {
    std::map<std::tuple<int, HostMemory, Direction>, Extremes> links;
    for (const LinkSample& link : peaks.links) {
        links[{link.gpu, link.memory, link.direction}].include(link);
    }
    std::map<std::tuple<int, int, bool>, Extremes> peers;
    for (const PeerSample& peer : peaks.peers) {
        peers[{peer.from, peer.to, peer.direct}].include(peer);
    }
    Table table({{"FROM"}, {"TO"}, {"BY"}, {"LATENCY", right}, {"BANDWIDTH", right}});
    for (const auto& [link, extremes] : links) {
        const auto [gpu, memory, direction] = link;
        const std::string device = fmt::format("gpu {}", gpu);
        const bool there = direction == Direction::to_gpu;
        table.add_row({there ? "host" : device, there ? device : "host",
                       fmt::format("{} memory", host_memory_name(memory)), extremes.latency(),
                       extremes.bandwidth()});
    }
    for (const auto& [pair, extremes] : peers) {
        const auto [from, to, direct] = pair;
        table.add_row({fmt::format("gpu {}", from), fmt::format("gpu {}", to),
                       direct ? "peer access" : "way of the host", extremes.latency(),
                       extremes.bandwidth()});
    }
    return table.text();
}

} // namespace

std::string probe_tables(const MachinePeaks& peaks) {
    std::string text = fmt::format("{}\n", peaks.cpu.name);
    for (const ProcessorPeaks& gpu : peaks.gpus) {
        text += fmt::format("{}: {}\n", device_id(gpu), gpu.name);
    }
    text += "\n" + rates_table(peaks);
    text += "\nGB/s of memory, by threads:\n" + bandwidth_table("CPU", peaks.cpu);
    for (const ProcessorPeaks& gpu : peaks.gpus) {
        text += fmt::format("\nGB/s of memory of {}, by threads per block:\n", device_id(gpu)) +
                bandwidth_table("GPU", gpu);
    }
    if (!peaks.links.empty() || !peaks.peers.empty()) {
        text += "\n" + links_table(peaks);
    }
    return text;
}

} // namespace orrery
