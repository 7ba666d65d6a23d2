#include "sim/domain/migration.hpp"

#include "sim/tree/radix_sort.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace orrery {
namespace {

// The work of the bodies before each in the order of the curve, and before the end.
std::vector<double> work_before(std::span<const std::uint32_t> order, std::span<const float> work) {
    assert(work.size() == order.size());
    std::vector<double> before(order.size() + 1, 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
        before[i + 1] = before[i] + static_cast<double>(work[order[i]]);
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
                HostArray<std::uint32_t>& order) {
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; };
    while (ends.size() > 1) {
        std::vector<std::size_t> next;
        std::size_t begin = 0;
        for (std::size_t k = 0; k + 1 < ends.size(); k += 2) {
            std::inplace_merge(order.begin() + begin, order.begin() + ends[k],
                               order.begin() + ends[k + 1], before);
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
    on_all(ranks, [&] { sort(keys, workers); });
    const std::span<const std::uint64_t> in_order(keys.data(), keys.size());
    to_ = this->cut(in_order, work, cut, ranks).counts(in_order);
    plan(in_order, ranks);
}

Domains Migration::cut(std::span<const std::uint64_t> keys, std::span<const float> work, Cut how,
                       Communicator& ranks) const {
    const double worked = sum_of(ranks, std::accumulate(work.begin(), work.end(), 0.0));
    if (how == Cut::by_counts || !(worked > 0)) {
        const double all = sum_of(ranks, static_cast<double>(keys.size()));
        return cut_domains(keys, {}, even_shares(all, ranks.size()), ranks);
    }
    std::vector<double> before;
    on_all(ranks, [&] { before = work_before({order_.data(), order_.size()}, work); });
    const Domains by_work = cut_domains(keys, before, even_shares(worked, ranks.size()), ranks);
    if (how == Cut::by_work) {
        return by_work;
    }
    std::vector<std::size_t> own_counts(ranks.size(), 0);
    own_counts[own_] = keys.size();
    std::vector<double> wanted = below_ends(by_work.counts(keys), ranks);
    const std::vector<double> as_they_are = below_ends(own_counts, ranks);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        wanted[k] = (wanted[k] + as_they_are[k]) / 2;
    }
    return cut_domains(keys, {}, wanted, ranks);
}

void Migration::sort(HostArray<std::uint64_t>& keys, Workers& workers) {
    RadixSort sorted;
    sorted.resize(keys.size());
    sorted.keys.swap(keys);
    keys = {};
    std::iota(sorted.order.begin(), sorted.order.end(), 0U);
    static_cast<void>(sorted.sort(workers, {}));
    order_.swap(sorted.order);
    keys.swap(sorted.keys);
}

void Migration::plan(std::span<const std::uint64_t> keys, Communicator& ranks) {
    from_ = swapped(ranks, to_);
    std::vector<std::size_t> ends(from_.size());
    std::partial_sum(from_.begin(), from_.end(), ends.begin());
    HostArray<std::uint64_t> came;
    on_all(ranks, [&] {
        came = HostArray<std::uint64_t>(ends.back());
        merged_ = HostArray<std::uint32_t>(ends.back());
    });
    travel(keys, std::span<std::uint64_t>(came.data(), came.size()), ranks);
    on_all(ranks, [&] {
        std::iota(merged_.begin(), merged_.end(), 0U);
        merge_runs({came.data(), came.size()}, std::move(ends), merged_);
    });
}

std::size_t Migration::leaving() const {
    return order_.size() - to_[own_];
}

} // namespace orrery
