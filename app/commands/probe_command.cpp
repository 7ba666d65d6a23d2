// orrery probe: what this machine does at most.

#include "app/choice/machine_memory.hpp"
#include "app/commands/command.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/probe_tables.hpp"
#include "app/commands/progress_bar.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/probe/probe.hpp"

#include <fmt/format.h>

#include <memory>

namespace orrery {
namespace {

struct ProbeArguments {
    ProbeOptions options;
    bool keep = false;
    std::string json;
};

// "0,2", "all" or "none".
std::optional<std::vector<int>> parse_devices(const std::vector<std::string>& words) {
    std::vector<int> devices;
    for (const std::string& word : words) {
        if (word == "all" || word == "none") {
            if (words.size() > 1) {
                throw bad_input(fmt::format("'{}' cannot be combined with others", word),
                                "--devices", "");
            }
            return word == "all" ? std::nullopt : std::optional(devices);
        }
        devices.push_back(static_cast<int>(
            std::min(parse_number_of("a GPU", word, "--devices"), std::size_t{1'000'000})));
    }
    return devices;
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
        const auto show = [&bar](double fraction, std::string_view doing) {
            bar.show(fraction, doing);
        };
        peaks = probe_machine(request.options, show, signals.token());
    }
    if (!peaks) {
        throw failure("stopped before everything was measured", "probe", "");
    }
    peaks->kept_all_the_same = request.keep;
    remember(*peaks, request.options, console);
    ResultFiles results;
    if (!request.json.empty()) {
        results.write_report(request.json, peaks_json(*peaks, machine_identity()));
    }
    if (request.json != "-") {
        fmt::print("{}\nmeasured in {}\n", probe_tables(*peaks),
                   as_milliseconds(1000 * peaks->seconds));
    }
    return results.exit_code();
}

std::function<ExitCode()> declare(Parser& parser, const Console& console) {
    const auto request = std::make_shared<ProbeArguments>();
    parser
        .add_option_function<std::vector<std::string>>(
            "--devices",
            [request](const std::vector<std::string>& words) {
                request->options.devices = parse_devices(comma_separated(words, "--devices"));
            },
            "GPUs by number, 'all' (default) or 'none'")
        ->take_all()
        ->allow_extra_args(false)
        ->type_name("N,…")
        ->group("Measurement");
    parser.add_flag("--quick", request->options.quick, "a coarser sweep in under three seconds")
        ->group("Measurement");
    parser.add_flag("--keep", request->keep, "keep the figures even if the machine was busy")
        ->group("Measurement");
    parser.add_option("--json", request->json, "write the figures as JSON; - is standard output")
        ->type_name("FILE")
        ->group("Output");
    return [request, &console] { return probe(*request, console); };
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
    declare,
};

} // namespace orrery
