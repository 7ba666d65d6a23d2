#pragma once

#include "sim/communicator.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/registered_memory.hpp"
#include "sim/device_carrier.hpp"
#include "sim/domain/shared_outbox.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace orrery {

// Bytes on their way from the memory of one rank's GPU to another's.
//
// Idea:   GPUs that reach each other's memory copy from there (shared_outbox.hpp); where MPI reads
//         and writes the memory of GPUs it is given that; else they go through page-locked memory,
//         all for a rank as one message.
// Cost:   copies at the speed of the links between GPUs; by MPI, a wait for the GPU.
// Memory: twice what travels on a GPU, or that much in the host's.
class DeviceTravel {
public:
    // Of what is sent to a rank, or comes from it, in GPU memory. A rank's n-th parcel for another
    // is the n-th that this one has of it.
    struct Parcel {
        std::size_t rank = 0;
        const void* at = nullptr; // what comes is written there
        std::size_t bytes = 0;
    };

    // What goes and what comes.
    struct Parcels {
        std::vector<Parcel> out, in;
    };

    // Collective. What the queue is given next finds what has come of the parcels that pack()
    // tells, with what the queue was given by then. `kinds`: as many as go from one rank to another
    // at most. Where pack() fails on one rank, this does on all.
    void carry(Communicator& ranks, DeviceQueue& queue, std::size_t kinds,
               const std::function<Parcels()>& pack);

    std::size_t bytes() const { return outbox_.bytes(); }

private:
    using Way = DeviceCarrier::Way;

    void carry_all_at_once(Communicator& ranks);
    void carry_from_memory_to_memory(Communicator& ranks, std::size_t kinds);
    void take(const std::function<Parcels()>& pack);
    void put_together(std::byte* to, DeviceQueue& queue);
    std::vector<std::size_t> begins(std::size_t ranks) const;
    void unpack(DeviceQueue& queue, std::span<const std::byte* const> of_ranks, std::size_t own);

    std::vector<Parcel> out_, in_; // rank by rank
    CudaArray<std::byte, RegisteredMemory> sent_, found_;
    SharedOutbox outbox_;
};

} // namespace orrery
