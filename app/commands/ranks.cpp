#include "app/commands/ranks.hpp"

#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/domain/travel.hpp"
#include "sim/machine/machine.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sys/resource.h>
#include <thread>

namespace orrery {
namespace {

// The first rank whose words are not those of rank 0; none: the number of ranks.
std::size_t first_other(Communicator& ranks, const std::string& words, std::string& others) {
    const auto all = gathered(ranks, std::vector<char>(words.begin(), words.end()));
    const auto other =
        std::ranges::find_if(all, [&](const auto& one) { return one != all.front(); });
    if (other != all.end()) {
        others = {other->begin(), other->end()};
    }
    return static_cast<std::size_t>(other - all.begin());
}

// The most bytes of memory that this process has had at once.
std::uint64_t peak_memory() {
    rusage used = {};
    getrusage(RUSAGE_SELF, &used);
    return static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
}

} // namespace

void require_same(Communicator& ranks, const std::string& program, const std::string& words) {
    std::string other;
    std::size_t rank = first_other(ranks, program, other);
    if (rank < ranks.size()) {
        throw bad_input(fmt::format("it is another program than that of rank 0: {}", other),
                        fmt::format("rank {}", rank), "start one and the same file everywhere");
    }
    rank = first_other(ranks, words, other);
    if (rank < ranks.size()) {
        throw bad_input(fmt::format("it was not started with the words of rank 0, but '{}'", other),
                        fmt::format("rank {}", rank), "start all with the same words");
    }
}

int threads_of_rank(const Console& console) {
    if (console.ranks.size() == 1) {
        return 0;
    }
    const auto all = std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
    const auto share = std::max<std::size_t>(all / std::max<std::size_t>(console.ranks_here, 1), 1);
    return std::min(machine().threads, static_cast<int>(share));
}

Json ranks_json(const Simulation& simulation) {
    const std::vector<RankWork> all = simulation.rank_work();
    const std::vector<std::uint64_t> peaks = of_each(simulation.ranks(), peak_memory());
    Json each = Json::array();
    for (const RankWork& one : all) {
        each.push_back({{"bodies", one.bodies},
                        {"work", one.work},
                        {"moved", one.moved},
                        {"bytes", one.traffic.bytes},
                        {"messages", one.traffic.messages},
                        {"travel_ms", one.traffic.travel_milliseconds},
                        {"waiting_ms", one.traffic.waiting_milliseconds},
                        {"memory_bytes", one.memory_bytes},
                        {"peak_memory_bytes", peaks[each.size()]}});
    }
    const std::optional<MpiMemory> memory = simulation.mpi_memory();
    return {{"count", all.size()},
            {"imbalance", imbalance(all)},
            {"mpi_memory", !memory                       ? Json()
                           : memory == MpiMemory::device ? Json("device")
                           : memory == MpiMemory::host   ? Json("host")
                                                         : Json("none")},
            {"each", std::move(each)}};
}

std::string ranks_text(const Json& ranks) {
    if (ranks.at("count") == 1) {
        return "";
    }
    double bytes = 0, waiting = 0;
    for (const Json& one : ranks.at("each")) {
        bytes += one.at("bytes").get<double>();
        waiting = std::max(waiting, one.at("waiting_ms").get<double>());
    }
    const Json& memory = ranks.at("mpi_memory");
    return fmt::format("{} ranks, imbalance {:.3f}, {} sent{}, at most {} waited\n",
                       ranks.at("count").get<std::size_t>(), ranks.at("imbalance").get<double>(),
                       with_prefix(bytes, "B"),
                       memory.is_null()     ? ""
                       : memory == "none"   ? " and more from GPU to GPU"
                       : memory == "device" ? " from GPU memory"
                                            : " from GPUs through host memory",
                       as_milliseconds(waiting));
}

} // namespace orrery
