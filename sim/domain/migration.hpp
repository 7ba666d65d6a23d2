#pragma once

#include "sim/domain/domains.hpp"
#include "sim/domain/travel.hpp"
#include "sim/machine/workers.hpp"
#include "sim/state/host_array.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace orrery {

// The way of bodies to the ranks that have their stretch of the curve.
//
// Idea:   each rank sorts its bodies along the curve; what goes to another is then a run of them,
//         and what comes is sorted, too: it is merged, run by run. Every number of a body travels
//         in an array of its own.
// Cost:   a sort of the keys, and of each array two copies and what leaves.
// Memory: 32 bytes a body while it is planned, and then 8 and one array twice.
class Migration {
public:
    // To domains of the same number of bodies; or, where work was measured, of the same work. A cut
    // that follows work goes half of its way, counted in bodies: what a body takes depends on the
    // cut, too, and would have it swing.
    enum class Cut { by_counts, by_work, half_way_by_work };

    // By the keys of the bodies as they lie, and `work` of each; empty by counts. Collective.
    Migration(HostArray<std::uint64_t> keys, std::span<const float> work, Cut cut, Workers& workers,
              Communicator& ranks);

    // One number of each body that this rank has had becomes one of each that it will have.
    // Collective.
    template <class T>
    HostArray<T> moved(const HostArray<T>& values, Communicator& ranks) const;

    std::size_t leaving() const; // of the bodies, for other ranks
    std::size_t count() const { return merged_.size(); }

private:
    void sort(HostArray<std::uint64_t>& keys, Workers& workers);
    Domains cut(std::span<const std::uint64_t> keys, std::span<const float> work, Cut how,
                Communicator& ranks) const;
    void plan(std::span<const std::uint64_t> keys, Communicator& ranks);

    // Parts of an array in order go to the ranks, and theirs come, rank by rank. Collective.
    template <class T>
    void travel(std::span<const T> sent, std::span<T> found, Communicator& ranks) const;

    HostArray<std::uint32_t> order_;     // of the bodies that are here, along the curve
    std::vector<std::size_t> to_, from_; // how many go to each rank, and come
    HostArray<std::uint32_t> merged_;    // entry k: which of those that came is the k-th
    std::size_t own_ = 0;                // the rank
};

// The time that a phase on a GPU took, if a rank waits for no other in it: what it costs to have
// its bodies.
inline double milliseconds_of_own(std::string_view phase, double milliseconds) {
    return phase == "exchange" || phase == "migrate" ? 0 : milliseconds;
}

// How the ranks' domains are cut anew.
struct Recut {
    Migration::Cut cut = Migration::Cut::by_counts;
    std::span<const float> work = {};    // of each body, where the host has them,
    std::span<const double> worked = {}; // on GPUs the time that each rank's take
    bool with_jerk = false;              // goes with the bodies
    double drift = 0;       // time from here to the next evaluation, where bodies then are: on GPUs
    bool as_before = false; // on GPUs, which cut before: bodies only go to the domain they are in
};

template <class T>
HostArray<T> Migration::moved(const HostArray<T>& values, Communicator& ranks) const {
    HostArray<T> sent, found;
    on_all(ranks, [&] {
        sent = HostArray<T>(order_.size());
        found = HostArray<T>(merged_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            sent[i] = values[order_[i]];
        }
    });
    travel(std::span<const T>(sent.data(), sent.size()), std::span<T>(found.data(), found.size()),
           ranks);
    on_all(ranks, [&] {
        sent = {};
        sent = HostArray<T>(merged_.size());
        for (std::size_t i = 0; i < merged_.size(); ++i) {
            sent[i] = found[merged_[i]];
        }
    });
    return sent;
}

template <class T>
void Migration::travel(std::span<const T> sent, std::span<T> found, Communicator& ranks) const {
    std::vector<std::span<const std::byte>> out;
    std::vector<std::span<std::byte>> in;
    std::size_t first = 0, at = 0;
    for (std::size_t k = 0; k < ranks.size(); ++k) {
        out.push_back(std::as_bytes(sent.subspan(first, to_[k])));
        in.push_back(std::as_writable_bytes(found.subspan(at, from_[k])));
        first += to_[k];
        at += from_[k];
    }
    ranks.all_to_all_v(out, in);
}

} // namespace orrery
