#pragma once

// The way of bodies from rank to rank, as Migration has it, where they are in the memory of GPUs.
//
// Idea:   each rank sorts its bodies along the curve and tells all others some thousand keys of
//         them, evenly spaced, by which all cut it alike (domains_by_samples). What goes to another
//         rank is then a run of them. Few do: the others are put in the curve's order, and behind
//         them what comes.
//         Between two cuts a body that strays goes to the domain that it will be in. What comes
//         takes the places of what went; of those that stay only the last ones move, into places
//         that are left.
// Cost:   a sort of the keys and a copy of every array, or a sort by domain (domain_runs.cuh); and
//         what leaves. For a cut 32 kilobytes to each other rank.
// Memory: 24 bytes a body for the sort, and what travels.

#include "sim/communicator.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/domain/device_frame.cuh"
#include "sim/domain/device_travel.hpp"
#include "sim/domain/domain_runs.cuh"
#include "sim/domain/migration.hpp"
#include "sim/tree/device_curve_keys.cuh"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace orrery {

class DeviceMigration {
public:
    // The arrays that each body has a number in, before and after; they may be the same.
    template <class Real>
    struct Columns {
        static constexpr unsigned most = 13; // place, velocity, acceleration, jerk and mass
        const Real* from[most];
        Real* to[most];
        unsigned count = 0;
        const std::uint64_t* numbers_from = nullptr; // bodies' original indices
        std::uint64_t* numbers_to = nullptr;
        const float* interactions_from = nullptr; // null: not counted
        float* interactions_to = nullptr;

        void add(const Real* before, Real* after) {
            from[count] = before;
            to[count++] = after;
        }
        bool in_place() const { return numbers_from == numbers_to; }
    };
    // In the order along the curve all but a run of them go.
    struct Leavers {
        const std::uint32_t* order;
        unsigned first_stay, stays, count;

        __device__ std::uint32_t operator[](unsigned k) const {
            return order[k < first_stay ? k : k + stays];
        }
    };

    // Bodies, and where they will be after some time.
    template <class Real>
    struct Moving {
        BodiesView<Real> bodies;
        const Real *ax, *ay, *az; // accelerations
        double time = 0;

        // To the last bit where a leapfrog has it: a body on the other side of a cut has a cell to
        // itself, which two share that are far apart, and then they walk as one group.
        __device__ static Real after(double time, Real x, Real v, Real a) {
            const Real kicked = fma(static_cast<Real>(time / 2), a, v);
            return fma(static_cast<Real>(time), kicked, x);
        }
        __device__ std::uint64_t key(const CurveKeys& key_of, const CurveSpace& space,
                                     unsigned i) const {
            return key_of(space, after(time, bodies.x[i], bodies.vx[i], ax[i]),
                          after(time, bodies.y[i], bodies.vy[i], ay[i]),
                          after(time, bodies.z[i], bodies.vz[i], az[i]));
        }
    };

    // Collective. By where they will be: of those that stray from here to there a few would walk
    // together in another domain, and have all of it near.
    template <class Real>
    void plan(DeviceQueue& queue, const Moving<Real>& moving, const Recut& recut,
              Communicator& ranks);
    std::size_t count() const { return stays_ + arrivals_; } // of the bodies after that,
    std::size_t leaving() const { return bodies_ - stays_; } // and of those that go

    // Moves them after the plan, where there is room for so many. Collective. Where arrays are the
    // same, settle_in_place() ends it, which each rank calls alone.
    template <class Real>
    void move(DeviceQueue& queue, const Columns<Real>& columns, Communicator& ranks);
    template <class Real>
    void settle_in_place(DeviceQueue& queue, const Columns<Real>& columns);

    std::size_t bytes() const {
        return total_bytes(keys_a_, keys_b_, order_a_, order_b_, workspace_, samples_, cuts_,
                           holes_, sent_, found_) +
               frame_->bytes() + sums_.bytes();
    }

private:
    template <class Real>
    void sort(DeviceQueue& queue, const Moving<Real>& moving);
    template <class Real>
    std::vector<std::uint64_t> sort_by_domain(DeviceQueue& queue, const Moving<Real>& moving);
    template <class Real>
    void cut(DeviceQueue& queue, const Moving<Real>& moving, const Recut& recut,
             Communicator& ranks);
    template <class Real>
    void pack(DeviceQueue& queue, const Columns<Real>& columns);
    Leavers leavers() const {
        return {order_, static_cast<unsigned>(first_stay_), static_cast<unsigned>(stays_),
                static_cast<unsigned>(leaving())};
    }
    void make_room(std::size_t bodies);
    std::vector<std::uint64_t> sampled_keys(DeviceQueue& queue);
    // How many bodies have keys, in their order, from each of these on, before the next one.
    std::vector<std::uint64_t> counts(DeviceQueue& queue, const std::vector<std::uint64_t>& begins);

    std::shared_ptr<RankedFrame> frame_ = std::make_shared<RankedFrame>();
    Domains domains_; // as they were cut last
    DeviceTravel travel_;
    DeviceArray<std::uint64_t> keys_a_, keys_b_;
    DeviceArray<std::uint32_t> order_a_, order_b_;
    const std::uint64_t* keys_ = nullptr;  // sorted,
    const std::uint32_t* order_ = nullptr; // and where they were
    domain_runs::Sums sums_;
    DeviceArray<std::byte> workspace_;
    DeviceArray<std::uint64_t> samples_, cuts_;
    PinnedArray<std::uint64_t> on_host_;
    DeviceArray<std::uint64_t> holes_; // those before each leaver's place, which is one or not
    DeviceArray<std::uint64_t> sent_, found_; // bodies on their way
    std::vector<std::uint64_t> to_, from_;    // how many go to each rank, and come
    std::vector<std::uint64_t> next_counts_;  // of the ranks' bodies then
    std::size_t bodies_ = 0, first_stay_ = 0, stays_ = 0, arrivals_ = 0;
};

} // namespace orrery
