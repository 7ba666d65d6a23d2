// orrery bench mpi: what it costs to be many: messages between processes, scaling, and what a
// larger machine would do.

#include "app/chart/charts.hpp"
#include "app/commands/benchmark.hpp"
#include "app/commands/chosen_system.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/rank_model.hpp"
#include "app/commands/ranks.hpp"
#include "app/commands/results.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/body_arrays.hpp"
#include "sim/domain/travel.hpp"
#include "sim/mpi/rank_session.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery {
namespace {

struct BenchMpiArguments {
    SystemArguments system;
    std::vector<std::size_t> sizes;
    int repeats = 20;
    bool scaling = false, plan = false, model = false;
    ModelledMachine machine;
    std::string json, chart;
};

constexpr std::size_t smallest_message = 8, largest_message = std::size_t{4} << 20;

// The median of so many journeys of a message there and back, halved.
double seconds_of_message(Communicator& ranks, std::size_t partner, std::size_t bytes,
                          int repeats) {
    std::vector<std::byte> sent(bytes), found(bytes);
    const bool first = ranks.rank() == 0, second = ranks.rank() == partner;
    const auto pass = [&](bool sends, bool receives, std::size_t other) {
        std::vector<std::span<const std::byte>> to(ranks.size());
        std::vector<std::span<std::byte>> from(ranks.size());
        if (sends) {
            to[other] = sent;
        }
        if (receives) {
            from[other] = found;
        }
        ranks.all_to_all_v(to, from);
    };
    std::vector<double> times;
    for (int i = 0; i <= repeats; ++i) {
        ranks.agree(WayOut::complete);
        const Clock::time_point start = Clock::now();
        pass(first, second, first ? partner : 0);
        pass(second, first, first ? partner : 0);
        times.push_back(milliseconds_since(start) / 2e3);
    }
    times.erase(times.begin()); // which warms up
    std::ranges::sort(times);
    std::vector<double> one{first ? times[times.size() / 2] : 0};
    ranks.all_reduce(one, Reduction::sum);
    return one.front();
}

struct Messages {
    std::vector<Figures> rows;
    MessageChart chart;
    double latency = 0, bandwidth = 0; // of the smallest, of the largest
};

Messages measured_messages(const BenchMpiArguments& request, Communicator& ranks) {
    Messages all;
    all.chart.title = fmt::format("{}, {} ranks", mpi_library(), ranks.size());
    std::vector<std::size_t> sizes = request.sizes;
    for (std::size_t bytes = smallest_message; request.sizes.empty() && bytes <= largest_message;
         bytes *= 8) {
        sizes.push_back(bytes);
    }
    std::ranges::sort(sizes);
    for (const std::size_t bytes : sizes) {
        const double seconds = seconds_of_message(ranks, ranks.size() - 1, bytes, request.repeats);
        const double rate = static_cast<double>(bytes) / seconds;
        all.latency = all.latency == 0 ? seconds : std::min(all.latency, seconds);
        all.bandwidth = std::max(all.bandwidth, rate);
        all.chart.points.push_back({bytes, seconds});
        all.rows.push_back(
            {{"bytes", bytes, ">BYTES", with_thousands(bytes)},
             {"microseconds", seconds * 1e6, ">ONE WAY", as_milliseconds(seconds * 1e3)},
             {"bytes_per_second", rate, ">BANDWIDTH", with_prefix(rate, "B/s")}});
    }
    return all;
}

// Steps on ranks, in milliseconds of the slowest; the phases of each rank.
struct TimedSteps {
    double first = 0, later = 0; // the median of those after the third
    Json phases = Json::array();
};

void add_phases(std::vector<StepTimings>& of_members, const StepTimings& step) {
    for (const StepTimings::Phase& phase : step.phases) {
        of_members.front().add(phase.name, phase.milliseconds);
    }
    for (const StepTimings::DeviceSpan& span : step.device_spans) { // root's are those above
        of_members.resize(std::max(of_members.size(), span.member + 1));
        if (span.member != 0) {
            of_members[span.member].add(span.phase, span.end - span.begin);
        }
    }
}

// The phases of a rank's steps, on each of its GPUs, and how long it waited for the others.
Json phases_of_rank(const std::vector<StepTimings>& of_members, const Traffic& before,
                    const Traffic& after, double steps) {
    Json phases = Json::array();
    for (const StepTimings& all : of_members) {
        phases.push_back(phases_json(all, steps));
    }
    phases[0]["travel (host)"] = (after.travel_milliseconds - before.travel_milliseconds) / steps;
    phases[0]["waiting (host)"] =
        (after.waiting_milliseconds - before.waiting_milliseconds) / steps;
    return phases;
}

TimedSteps timed_steps(const System& system, const Settings& settings, Communicator& ranks,
                       int steps) {
    constexpr int early = 3;
    Simulation simulation(Workers::Priority::normal, ranks);
    simulation.load(system, settings);
    simulation.evaluate({});
    TimedSteps found;
    Traffic before;
    std::vector<StepTimings> of_members(1);
    std::vector<double> times;
    for (int i = 0; i < early + steps; ++i) {
        if (i == early) {
            before = ranks.traffic();
        }
        simulation.step();
        const double slowest = greatest_of(ranks, simulation.timings().total_milliseconds);
        found.first = i == 0 ? slowest : found.first;
        if (i >= early) {
            times.push_back(slowest);
            add_phases(of_members, simulation.timings());
        }
    }
    std::ranges::sort(times);
    found.later = times[times.size() / 2];
    const std::string own = phases_of_rank(of_members, before, ranks.traffic(), steps).dump();
    for (const auto& words : gathered(ranks, std::vector<char>(own.begin(), own.end()))) {
        found.phases.push_back(Json::parse(words));
    }
    return found;
}

std::vector<std::size_t> halves_of(std::size_t ranks) {
    std::vector<std::size_t> counts;
    for (std::size_t count = 1; count < ranks; count *= 2) {
        counts.push_back(count);
    }
    counts.push_back(ranks);
    return counts;
}

// Strong: the same bodies on more ranks. Weak: as many for each. Where GPUs of one process are to
// share the work, the first rank does so, too.
std::vector<Figures> measured_scaling(const BenchMpiArguments& request, const ChosenSystem& chosen,
                                      const Console& console) {
    std::vector<Figures> rows;
    Settings settings = chosen.chosen.settings;
    settings.measure_energy = false;
    const Sharing shared = settings.sharing;
    double alone = 0;
    const auto measure = [&](bool weak, std::size_t count, Sharing sharing) {
        settings.sharing = sharing;
        System system = chosen.system;
        if (weak) {
            keep_sample(system, console.ranks.size() / count);
        }
        TimedSteps steps;
        if (const auto part = first_ranks(console.ranks, count)) {
            steps = timed_steps(system, settings, *part, request.repeats);
        }
        steps.later = greatest_of(console.ranks, steps.later);
        steps.first = greatest_of(console.ranks, steps.first);
        const bool first = count == 1 && sharing == Sharing::none;
        alone = first ? steps.later : alone;
        const double gain = alone / steps.later;
        const double efficiency = weak ? gain : gain / static_cast<double>(count);
        rows.push_back(
            {{"kind", weak ? "weak" : "strong", "SCALING", weak ? "weak" : "strong"},
             {"ranks", count, ">RANKS", std::to_string(count)},
             {"sharing", sharing_mode(sharing).id, "GPUS OF ONE",
              std::string(sharing_mode(sharing).id)},
             count_figure("bodies", ">BODIES", system.bodies.size()),
             time_figure("first_step_ms", ">FIRST STEP", steps.first),
             time_figure("ms_per_step", ">LATER", steps.later),
             {"gain", gain, ">GAIN", fmt::format("{:.2f} x", gain)},
             {"efficiency", efficiency, ">EFFICIENCY", fmt::format("{:.0f} %", 100 * efficiency)},
             {"phases", steps.phases}});
    };
    for (const bool weak : {false, true}) {
        for (const std::size_t count : halves_of(console.ranks.size())) {
            measure(weak, count, Sharing::none);
            if (count == 1 && !weak && shared != Sharing::none) {
                measure(weak, count, shared);
            }
        }
    }
    return rows;
}

Figures figures_of_step(const ModelledStep& step, bool better_with_fewer) {
    return {
        {"bodies", step.bodies, ">BODIES", fmt::format("{:.3g}", step.bodies)},
        {"ranks", step.ranks, ">RANKS", fmt::format("{:.0f}", step.ranks)},
        {"bytes", step.bytes, ">SENT BY A RANK", with_prefix(step.bytes, "B")},
        {"messages", step.messages, ">MESSAGES", fmt::format("{:.0f}", step.messages)},
        {"computing_ms", step.computing * 1e3, ">COMPUTING", as_milliseconds(step.computing * 1e3)},
        {"travelling_ms", step.travelling * 1e3, ">TRAVELLING",
         as_milliseconds(step.travelling * 1e3)},
        {"efficiency", step.efficiency, ">EFFICIENCY",
         fmt::format("{:.0f} %", 100 * step.efficiency)},
        {"fewer_is_faster", better_with_fewer, "",
         better_with_fewer ? "fewer ranks would be faster" : ""}};
}

// The same scene with fewer bodies, parted among threads.
std::vector<MeasuredParting> measured_partings(const ChosenSystem& chosen, const Console& console,
                                               const std::stop_token& stop) {
    constexpr std::size_t bodies_of_rank[] = {4096, 16'384, 65'536};
    constexpr std::size_t most = 524'288;
    ProgressBar progress(console, "bench mpi");
    Settings settings = chosen.chosen.settings;
    settings.threads = 1;
    settings.measure_energy = false;
    std::vector<MeasuredParting> all;
    for (const std::size_t share : bodies_of_rank) {
        for (std::size_t ranks = 2; ranks <= 32 && ranks * share <= most; ranks *= 2) {
            if (stop.stop_requested()) {
                return all;
            }
            const System system = make_scene(find_scene(settings.source), ranks * share, 1);
            progress.show(static_cast<double>(all.size()) / 13, fmt::format("{} ranks", ranks));
            all.push_back(measured_parting(system, settings, ranks));
        }
    }
    return all;
}

std::vector<Figures> figures_of_partings(const std::vector<MeasuredParting>& measured,
                                         const RankModel& model) {
    std::vector<Figures> rows;
    for (const MeasuredParting& one : measured) {
        const double modelled =
            model.bytes(static_cast<double>(one.bodies), static_cast<double>(one.ranks));
        rows.push_back(
            {{"ranks", one.ranks, ">RANKS", std::to_string(one.ranks)},
             count_figure("bodies", ">BODIES", one.bodies),
             {"bytes", one.bytes, ">SENT BY A RANK", with_prefix(one.bytes, "B")},
             {"modelled_bytes", modelled, ">MODELLED", with_prefix(modelled, "B")},
             {"messages", one.messages, ">MESSAGES", fmt::format("{:.0f}", one.messages)},
             {"imbalance", one.imbalance, ">IMBALANCE", fmt::format("{:.3f}", one.imbalance)}});
    }
    return rows;
}

struct Foretold {
    std::vector<Figures> steps;
    std::vector<Figures> measured;
    std::string words;
};

Foretold foretold(const BenchMpiArguments& request, const ChosenSystem& chosen,
                  const ModelledMachine& machine, const Console& console,
                  const std::stop_token& stop) {
    Foretold all;
    const Precision precision = chosen.chosen.settings.precision;
    const std::vector<MeasuredParting> measured = measured_partings(chosen, console, stop);
    if (measured.size() < 4) {
        return all;
    }
    const RankModel model = fitted_model(measured, precision);
    all.measured = figures_of_partings(measured, model);
    std::vector<double> bodies, ranks;
    if (request.model) {
        bodies = {1e8, 1e9, 1e10, 1e11};
        ranks = {16, 64, 256, 1024, 4096, 16'384};
    } else {
        bodies = {static_cast<double>(chosen.system.bodies.size())};
        for (std::size_t count = 1; count <= std::max<std::size_t>(console.ranks.size(), 64);
             count *= 2) {
            ranks.push_back(static_cast<double>(count));
        }
    }
    for (const double count : bodies) {
        double fastest = 0;
        for (const double size : ranks) {
            const ModelledStep step = modelled_step(model, machine, count, size);
            const bool slower = fastest > 0 && step.seconds() > fastest;
            fastest = fastest > 0 ? std::min(fastest, step.seconds()) : step.seconds();
            all.steps.push_back(figures_of_step(step, slower));
        }
    }
    all.words = fmt::format(
        "Assumed: {} a rank, {} and {} a message; nothing of the travel is hidden.\n"
        "Fitted to {} partings: a rank sends {:.3g} n^{:.2f} (log2 P)^{:.2f} bytes of trees, n "
        "bodies\neach, and the tops of all; measured and modelled differ by {:.2f} x at most; "
        "imbalance {:.2f}.\n",
        with_prefix(machine.terms_per_second, " terms/s"), with_prefix(machine.bandwidth, "B/s"),
        as_milliseconds(machine.latency * 1e3), measured.size(), model.factor, model.of_bodies,
        model.of_doublings, model.worst_misfit, model.imbalance);
    return all;
}

Findings findings(const BenchMpiArguments& request, const ChosenSystem& chosen,
                  const Console& console, const std::stop_token& stop) {
    Findings found;
    found.document = {{"provenance", provenance_of_program()},
                      {"ranks", {{"count", console.ranks.size()}}}};
    ModelledMachine machine = request.machine;
    if (console.ranks.size() > 1) {
        const Messages messages = measured_messages(request, console.ranks);
        machine.latency = messages.latency;
        machine.bandwidth = messages.bandwidth;
        found.document["messages"] = json_of(messages.rows);
        found.page += table_text(messages.rows) + "\n";
        if (!request.chart.empty() && console.speaks()) {
            found.files.emplace_back(request.chart,
                                     chart_writer(request.chart)({{}, {}, messages.chart}));
        }
    }
    if (request.scaling) {
        const std::vector<Figures> rows = measured_scaling(request, chosen, console);
        found.document["scaling"] = json_of(rows);
        found.page += table_text(rows) + "\n";
    }
    if ((request.plan || request.model) && console.speaks()) {
        const Foretold all = foretold(request, chosen, machine, console, stop);
        found.document["measured_partings"] = json_of(all.measured);
        found.document["foretold"] = json_of(all.steps);
        found.page += table_text(all.measured) + "\n" + table_text(all.steps) + "\n" + all.words;
    }
    return found;
}

ExitCode bench_mpi(BenchMpiArguments request, const Console& console) {
    if (console.ranks.size() == 1 && !request.plan && !request.model) {
        throw bad_input("it measures messages between processes, and this one is alone",
                        "bench mpi",
                        "start it by 'mpirun -n 2 orrery bench mpi', or ask for a --plan");
    }
    if (!request.chart.empty()) {
        if (console.ranks.size() == 1) {
            throw bad_input("the chart is of messages between processes, and this one is alone",
                            "--chart", "start it by 'mpirun -n 2 orrery bench mpi'");
        }
        static_cast<void>(chart_writer(request.chart));
        if (console.speaks()) {
            require_place(request.chart);
        }
    }
    ChosenSystem chosen = choose_system(request.system, console);
    if (request.plan || request.model) {
        static_cast<void>(find_scene(chosen.chosen.settings.source));
    }
    Settings& settings = chosen.chosen.settings;
    settings.threads = settings.threads == 0 ? threads_of_rank(console) : settings.threads;
    if (console.speaks()) {
        return report_findings("bench mpi", request.json, [&](const std::stop_token& stop) {
            return findings(request, chosen, console, stop);
        });
    }
    static_cast<void>(findings(request, chosen, console, {}));
    return ExitCode::done;
}

void declare(Parser& parser, BenchMpiArguments& request) {
    add_source_arguments(parser, request.system, "plummer");
    add_force_arguments(parser, request.system, UnnamedAlgorithm::fastest);
    const auto bytes = [](const std::string& text, const std::string& flag) {
        return static_cast<std::size_t>(count_within("bytes", 1)(text, flag));
    };
    parser.group("Ranks")
        .list("--sizes,--size BYTES,…", all_into(request.sizes, bytes),
              "messages between the first and the last rank (default: 8 to 4M)")
        .flag("--scaling", request.scaling,
              "time steps on 1, 2, 4 … ranks: the same bodies, and as many for each; with "
              "--multi-gpu, on the first one's GPUs, too")
        .flag("--plan", request.plan, "foretell steps of these bodies on 1, 2, 4 … ranks")
        .flag("--model", request.model,
              "foretell steps of 1e8 to 1e11 bodies on 16 to 16,384 ranks")
        .option("--terms N", into(request.machine.terms_per_second, parse_positive),
                "terms a second of a rank that is foretold (default: 1e9)")
        .option("--latency SECONDS", into(request.machine.latency, parse_positive),
                "of a message, where none is measured (default: 2e-6)")
        .option("--bandwidth BYTES", into(request.machine.bandwidth, parse_positive),
                "a second and rank, where none is measured (default: 1e10)");
    add_repeat_argument(parser, request.repeats, "messages and steps");
    parser.option("--chart FILE", request.chart,
                  "draw time and bandwidth of messages vs. their size: .svg, .png, .csv or .json");
    add_json_argument(parser, request.json, "the rows");
}

} // namespace

extern const Subcommand bench_mpi_command{
    "bench-mpi",
    "[SCENE|FILE] [--scaling] [--plan] [--model] [options]",
    "time many processes and foretell more",
    "Among processes that a launcher of MPI started: times messages between the first and the last "
    "by their size and, with --scaling, steps on 1, 2, 4 … of them. --plan and --model part scenes "
    "among threads as processes would, count what they send, and foretell from it the step of more "
    "(docs/scaling.md says by what assumptions). 'orrery bench mpi' is the same command.",
    "mpirun -n 2 orrery bench mpi\n"
    "mpirun -n 4 orrery bench mpi plummer --bodies 1M --scaling\n"
    "orrery bench mpi galaxy_collision --bodies 4M --plan\n"
    "orrery bench mpi --model --terms 4e9",
    declared<BenchMpiArguments, bench_mpi>,
    true,
};

} // namespace orrery
