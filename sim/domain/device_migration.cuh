#pragma once

// The way of bodies from rank to rank, as Migration has it, where they are in the memory of GPUs.
//
// Idea:   each rank sorts its bodies along the curve and tells all others some thousand keys of
//         them, evenly spaced, by which all cut it alike (domains_by_samples). What goes to another
//         rank is then a run of them. Few do: the others are put in the curve's order, and behind
//         them what comes.
//         Between two cuts a body that has strayed goes to the domain that it is in: a few of them
//         that walk together would see all of the other domain near.
// Cost:   a sort of the keys, or of domains; a copy of every array, and what leaves. For a cut 32
//         kilobytes to each other rank.
// Memory: 24 bytes a body for the sort, and what travels.

#include "sim/communicator.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/domain/device_frame.cuh"
#include "sim/domain/device_travel.hpp"
#include "sim/domain/migration.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

class DeviceMigration {
public:
    // The arrays that each body has a number in, before and after.
    template <class Real>
    struct Columns {
        static constexpr unsigned most = 13; // place, velocity, acceleration, jerk and mass
        const Real* from[most];
        Real* to[most];
        unsigned count = 0;
        const std::uint64_t* numbers_from = nullptr; // bodies' original indices
        std::uint64_t* numbers_to = nullptr;

        void add(const Real* before, Real* after) {
            from[count] = before;
            to[count++] = after;
        }
    };

    // Collective.
    template <class Real>
    void plan(DeviceQueue& queue, const BodiesView<Real>& bodies, const Recut& recut,
              Communicator& ranks);
    std::size_t count() const { return stays_ + arrivals_; } // of the bodies after that,
    std::size_t leaving() const { return bodies_ - stays_; } // and of those that go

    // Then, with room for so many. Collective.
    template <class Real>
    void move(DeviceQueue& queue, const Columns<Real>& columns, Communicator& ranks);

    std::size_t bytes() const {
        return total_bytes(keys_a_, keys_b_, order_a_, order_b_, workspace_, samples_, cuts_, sent_,
                           found_) +
               frame_.bytes();
    }

private:
    template <class Real>
    void sort(DeviceQueue& queue, const BodiesView<Real>& bodies);
    template <class Real>
    void sort_by_domain(DeviceQueue& queue, const BodiesView<Real>& bodies);
    template <class Real>
    void cut(DeviceQueue& queue, const BodiesView<Real>& bodies, const Recut& recut,
             Communicator& ranks);
    void make_room(std::size_t bodies);
    std::vector<std::uint64_t> sampled_keys(DeviceQueue& queue);
    // How many bodies have keys, in their order, from each of these on, before the next one.
    template <class Key>
    std::vector<std::uint64_t> counts(DeviceQueue& queue, const Key* keys,
                                      const std::vector<std::uint64_t>& begins);

    RankedFrame frame_;
    Domains domains_; // as they were cut last
    DeviceTravel travel_;
    DeviceArray<std::uint64_t> keys_a_, keys_b_;
    DeviceArray<std::uint32_t> order_a_, order_b_;
    const std::uint64_t* keys_ = nullptr;  // sorted,
    const std::uint32_t* order_ = nullptr; // and where they were
    DeviceArray<std::byte> workspace_;
    DeviceArray<std::uint64_t> samples_, cuts_;
    PinnedArray<std::uint64_t> on_host_;
    DeviceArray<std::uint64_t> sent_, found_; // bodies on their way
    std::vector<std::uint64_t> to_, from_;    // how many go to each rank, and come
    std::size_t bodies_ = 0, first_stay_ = 0, stays_ = 0, arrivals_ = 0;
};

} // namespace orrery
