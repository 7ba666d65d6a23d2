#include "sim/domain/migration.hpp"

#include "sim/tree/radix_sort.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace orrery {
namespace {

// What lies below each of the bodies in the order of the curve, and below the end.
std::vector<double> amounts_before(std::span<const std::uint32_t> order,
                                   std::span<const float> work) {
    std::vector<double> before(order.size() + 1, 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
        before[i + 1] = before[i] + (work.empty() ? 1.0 : static_cast<double>(work[order[i]]));
    }
    return before;
}

// Sums over the ranks, of what each has before its k-th end.
std::vector<double> below_ends(const std::vector<std::size_t>& counts, Communicator& ranks) {
    std::vector<double> below;
    double sum = 0;
    for (std::size_t k = 0; k + 1 < counts.size(); ++k) {
        sum += static_cast<double>(counts[k]);
        below.push_back(sum);
    }
    ranks.all_reduce(below, Reduction::sum);
    return below;
}

// Merges sorted runs, neighbours first, so that each key is compared log2 (ranks) times.
void merge_runs(std::span<const std::uint64_t> keys, std::vector<std::size_t> ends,
                std::vector<std::uint32_t>& order) {
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; };
    while (ends.size() > 1) {
        std::vector<std::size_t> next;
        std::size_t begin = 0;
        for (std::size_t k = 0; k + 1 < ends.size(); k += 2) {
            const auto at = [&](std::size_t place) {
                return order.begin() + static_cast<std::ptrdiff_t>(place);
            };
            std::inplace_merge(at(begin), at(ends[k]), at(ends[k + 1]), before);
            begin = ends[k + 1];
            next.push_back(begin);
        }
        if (ends.size() % 2 == 1) {
            next.push_back(ends.back());
        }
        ends.swap(next);
    }
}

} // namespace

Migration::Migration(HostArray<std::uint64_t> keys, std::span<const float> work, Cut cut,
                     Workers& workers, Communicator& ranks)
    : own_(ranks.rank()) {
    const double worked = sum_of(ranks, std::accumulate(work.begin(), work.end(), 0.0));
    const bool by_work = cut != Cut::by_counts && worked > 0;
    std::vector<double> bodies, amounts;
    on_all(ranks, [&] {
        sort(keys, workers);
        bodies = amounts_before(order_, {});
        amounts = by_work ? amounts_before(order_, work) : bodies;
    });
    const std::span<const std::uint64_t> in_order(keys.data(), keys.size());
    const double all = by_work ? worked : sum_of(ranks, bodies.back());
    Domains domains = cut_domains(in_order, amounts, even_shares(all, ranks.size()), ranks);
    if (by_work && cut == Cut::half_way_by_work) {
        std::vector<std::size_t> own_counts(ranks.size(), 0);
        own_counts[own_] = in_order.size();
        std::vector<double> wanted = below_ends(domains.counts(in_order), ranks);
        const std::vector<double> before = below_ends(own_counts, ranks);
        for (std::size_t k = 0; k < wanted.size(); ++k) {
            wanted[k] = (wanted[k] + before[k]) / 2;
        }
        domains = cut_domains(in_order, bodies, wanted, ranks);
    }
    to_ = domains.counts(in_order);
    plan(in_order, ranks);
}

void Migration::sort(HostArray<std::uint64_t>& keys, Workers& workers) {
    RadixSort sorted;
    sorted.resize(keys.size());
    sorted.keys.swap(keys);
    std::iota(sorted.order.begin(), sorted.order.end(), 0U);
    static_cast<void>(sorted.sort(workers, {}));
    order_.assign(sorted.order.begin(), sorted.order.end());
    keys.swap(sorted.keys);
}

void Migration::plan(std::span<const std::uint64_t> keys, Communicator& ranks) {
    std::vector<std::vector<std::uint64_t>> sent(ranks.size());
    std::size_t first = 0;
    for (std::size_t k = 0; k < ranks.size(); ++k) {
        const auto run = keys.subspan(first, to_[k]);
        sent[k].assign(run.begin(), run.end());
        first += to_[k];
    }
    const auto found = exchanged(ranks, sent);
    on_all(ranks, [&] {
        std::vector<std::uint64_t> came;
        std::vector<std::size_t> ends;
        for (const std::vector<std::uint64_t>& run : found) {
            came.insert(came.end(), run.begin(), run.end());
            from_.push_back(run.size());
            ends.push_back(came.size());
        }
        merged_.resize(came.size());
        std::iota(merged_.begin(), merged_.end(), 0U);
        merge_runs(came, std::move(ends), merged_);
    });
}

std::size_t Migration::leaving() const {
    return order_.size() - to_[own_];
}

} // namespace orrery
