#pragma once

#include "sim/communicator.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/registered_memory.hpp"
#include "sim/device_carrier.hpp"
#include "sim/domain/shared_outbox.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// Bytes on their way from the memory of one rank's GPU to another's.
//
// Idea:   GPUs that reach each other's memory copy from there (shared_outbox.hpp); where MPI reads
//         and writes the memory of GPUs it is given that; else they go through page-locked memory,
//         all for a rank as one message.
// Cost:   two waits for the GPU; copies at the speed of its links.
// Memory: twice what travels on a GPU, or that much in the host's.
//
// What can fail is in pack(), which is no collective call: ranks agree on it before they carry().
class DeviceTravel {
public:
    // Of what is sent to a rank, or comes from it, in GPU memory. A rank's n-th parcel for another
    // is the n-th that this one has of it.
    struct Parcel {
        std::size_t rank = 0;
        const void* at = nullptr; // what comes is written there
        std::size_t bytes = 0;
    };

    // What the queue has been given by now is sent.
    void pack(Communicator& ranks, DeviceQueue& queue, std::vector<Parcel> out,
              std::vector<Parcel> in);
    // Collective. `kinds`: as many parcels as go from one rank to another at most.
    void carry(Communicator& ranks, std::size_t kinds);
    // What the queue is given next finds what has come.
    void unpack(DeviceQueue& queue);

    std::size_t bytes() const { return outbox_.bytes(); }

private:
    using Way = DeviceCarrier::Way;

    void carry_all_at_once(Communicator& ranks);
    void carry_from_memory_to_memory(Communicator& ranks, std::size_t kinds);
    void carry_notices(Communicator& ranks);

    std::vector<Parcel> out_, in_;
    Way way_ = Way::by_host;
    CudaArray<std::byte, RegisteredMemory> sent_, found_;
    SharedOutbox outbox_;
    std::vector<const std::byte*> places_; // in those of the other ranks
};

} // namespace orrery
