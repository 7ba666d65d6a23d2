// orrery probe: what this machine does at most.

#include "app/commands/parser.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/machine_memory/machine_memory.hpp"
#include "sim/probe/probe.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace orrery {
namespace {

struct ProbeArguments {
    ProbeOptions options;
    bool keep = false;
    std::string json;
};

// "0,2", "all" or "none".
std::optional<std::vector<int>> parse_devices(const std::vector<std::string>& words,
                                              const std::string& flag) {
    if (words == std::vector<std::string>{"none"}) {
        return std::vector<int>();
    }
    try {
        std::vector<int> devices = parse_device_list(fmt::format("{}", fmt::join(words, ",")));
        return devices.empty() ? std::nullopt : std::optional(std::move(devices)); // all
    } catch (const Error& error) {
        throw bad_input(error.problem(), flag, "write all, none, or numbers with commas: 0,1");
    }
}

std::string gpu_name(int index) {
    return fmt::format("gpu {}", index);
}

std::string rates_table(const MachinePeaks& peaks) {
    Table table({"ARITHMETIC", "INSTRUCTIONS", ">FP32", ">FP64", ">RSQRT"});
    const auto add = [&table](const std::string& device, const ProcessorPeaks& processor) {
        for (const Rates& one : processor.rates) {
            table.add_row({device, one.instruction_set, with_prefix(one.fp32, "FLOP/s"),
                           with_prefix(one.fp64, "FLOP/s"), with_prefix(one.rsqrt, "/s")});
        }
    };
    add("cpu", peaks.cpu);
    for (const ProcessorPeaks& gpu : peaks.gpus) {
        add(gpu_name(gpu.index), gpu);
    }
    return table.text();
}

// One line for each access and width, a column for each number of threads: GB/s, of the number of
// blocks that is best for it.
std::string bandwidth_table(const std::string& title, const ProcessorPeaks& processor) {
    std::set<int> threads;
    std::map<std::pair<Access, int>, std::map<int, double>> best; // by the threads
    for (const BandwidthSample& sample : processor.bandwidth) {
        threads.insert(sample.threads);
        double& rate = best[{sample.access, sample.width}][sample.threads];
        rate = std::max(rate, sample.bytes_per_second);
    }
    std::vector<std::string> columns{title, ">BYTES"};
    for (const int count : threads) {
        columns.push_back(">" + std::to_string(count));
    }
    Table table(columns);
    for (const auto& [walk, rates] : best) {
        std::vector<std::string> cells{access_name(walk.first), std::to_string(walk.second)};
        for (const int count : threads) {
            const auto rate = rates.find(count);
            cells.push_back(rate == rates.end() ? "–" : fmt::format("{:.3g}", rate->second / 1e9));
        }
        table.add_row(std::move(cells));
    }
    return table.text();
}

// Copies from a place to another by some way: the smallest one tells the latency, the fastest the
// bandwidth.
struct Link {
    std::array<std::string, 3> way; // from, to, by
    double microseconds = 0;
    std::size_t smallest = std::numeric_limits<std::size_t>::max();
    double bytes_per_second = 0;
};

// Links to the host by GPU, then links between GPUs.
std::string links_table(const MachinePeaks& peaks) {
    std::vector<Link> links;
    const auto include = [&links](const std::array<std::string, 3>& way, const auto& sample) {
        auto link = std::ranges::find(links, way, &Link::way);
        if (link == links.end()) {
            link = links.insert(link, Link{way});
        }
        if (sample.bytes < link->smallest) {
            link->smallest = sample.bytes;
            link->microseconds = sample.microseconds;
        }
        link->bytes_per_second = std::max(link->bytes_per_second, sample.bytes_per_second());
    };
    for (const LinkSample& link : peaks.links) {
        const bool there = link.direction == Direction::to_gpu;
        const std::string gpu = gpu_name(link.gpu), host = "host";
        include({there ? host : gpu, there ? gpu : host,
                 fmt::format("{} memory", host_memory_name(link.memory))},
                link);
    }
    for (const PeerSample& peer : peaks.peers) {
        include({gpu_name(peer.from), gpu_name(peer.to),
                 peer.direct ? "peer access" : "way of the host"},
                peer);
    }
    Table table({"FROM", "TO", "BY", ">LATENCY", ">BANDWIDTH"});
    for (const Link& link : links) {
        table.add_row({link.way[0], link.way[1], link.way[2],
                       as_milliseconds(link.microseconds / 1000),
                       with_prefix(link.bytes_per_second, "B/s")});
    }
    return table.text();
}

std::string probe_tables(const MachinePeaks& peaks) {
    std::string text = fmt::format("{}\n", peaks.cpu.name);
    for (const ProcessorPeaks& gpu : peaks.gpus) {
        text += fmt::format("{}: {}\n", gpu_name(gpu.index), gpu.name);
    }
    text += "\n" + rates_table(peaks);
    text += "\nGB/s of memory, by threads:\n" + bandwidth_table("CPU", peaks.cpu);
    for (const ProcessorPeaks& gpu : peaks.gpus) {
        text +=
            fmt::format("\nGB/s of memory of {}, by threads per block:\n", gpu_name(gpu.index)) +
            bandwidth_table("GPU", gpu);
    }
    if (!peaks.links.empty() || !peaks.peers.empty()) {
        text += "\n" + links_table(peaks);
    }
    return text;
}

// Coarse figures do not replace better ones, nor a part the whole; and what others' work has
// lowered is not the machine's.
void remember(const MachinePeaks& peaks, const ProbeOptions& options, const Console& console) {
    if (!peaks.trusted()) {
        console.note(why_not_kept(peaks) + ", or keep them with --keep");
        return;
    }
    if (options.devices || options.threads != 0) {
        return;
    }
    const std::optional<MachinePeaks> known = read_remembered_peaks().peaks;
    if (peaks.quick && known && !known->quick) {
        return;
    }
    try {
        remember_peaks(peaks);
    } catch (const Error& error) {
        console.note(error.what()); // the figures are there all the same
    }
}

ExitCode probe(const ProbeArguments& request, const Console& console) {
    require_place(request.json);
    const StopSignals signals;
    std::optional<MachinePeaks> peaks;
    {
        ProgressBar bar(console, "probe");
        peaks = probe_machine(request.options, std::bind_front(&ProgressBar::show, &bar),
                              signals.token());
    }
    if (!peaks) {
        throw failure("stopped before everything was measured", "probe", "");
    }
    peaks->kept_all_the_same = request.keep;
    remember(*peaks, request.options, console);
    ResultFiles results;
    results.write_report(request.json, peaks_json(*peaks, machine_identity()));
    if (request.json != "-") {
        fmt::print("{}\nmeasured in {}\n", probe_tables(*peaks),
                   as_milliseconds(1000 * peaks->seconds));
    }
    return results.exit_code();
}

void declare(Parser& parser, ProbeArguments& request) {
    parser.group("Measurement")
        .list(
            "--devices N,…",
            [&request](const auto& words, const auto& flag) {
                request.options.devices = parse_devices(words, flag);
            },
            "GPUs by number, 'all' (default) or 'none'")
        .flag("--quick", request.options.quick, "a coarser sweep in under three seconds")
        .flag("--keep", request.keep, "keep the figures even if the machine was busy");
    add_json_argument(parser, request.json, "the figures");
}

} // namespace

extern const Subcommand probe_command{
    "probe",
    "[--quick] [--devices 0,1|all] [--json FILE]",
    "measure this machine's peak performance",
    "Measures memory bandwidth by access pattern, element width and number of threads, the rates "
    "of fused multiply-adds and of reciprocal square roots, and, with GPUs, the bandwidth and "
    "latency of copies between host and GPUs. Takes a few seconds, during which nothing else "
    "should run.\n\nBandwidth counts useful bytes. Rows: neighbouring threads read neighbouring "
    "elements. Columns: elements are a row apart. Shifted: rows that start at an unaligned "
    "address. Copy: rows, read and written.\n\nThe figures are stored under $XDG_CACHE_HOME/orrery "
    "unless other programs used more than a tenth of the processor's time; from then on the window "
    "and 'orrery bench' show every rate as a percentage of this machine's peak.",
    "orrery probe\norrery probe --quick --json -",
    declared<ProbeArguments, probe>,
};

} // namespace orrery
