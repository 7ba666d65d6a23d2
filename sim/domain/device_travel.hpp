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
// Idea:   GPUs that reach each other's memory read there (shared_outbox.hpp), all with one launch;
//         where MPI reads and writes the memory of GPUs it is given that; else they go through
//         page-locked memory, all for a rank as one message.
// Cost:   copies at the speed of the links between GPUs; by MPI, a wait for the GPU.
// Memory: between processes, what goes on a GPU, or what travels in the host's.
class DeviceTravel {
public:
    // Of what is sent to a rank, or comes from it, in GPU memory. A rank's n-th parcel for another
    // is the n-th that this one has of it; there are two at most.
    struct Parcel {
        std::size_t rank = 0;
        const void* at = nullptr; // what comes is written there; null: it is left where it is
        std::size_t bytes = 0;
    };

    // What goes and what comes, rank by rank. What goes stays as it is until the ranks have agreed
    // on something behind which their queues find what has come.
    struct Parcels {
        std::vector<Parcel> out, in;
    };

    // Whether what comes may be left where it is, for what the queue is given until the next time.
    static bool may_leave(Communicator& ranks);

    // Collective. What the queue is given next finds what has come of the parcels that pack()
    // tells, with what the queue was given by then. `kinds`: as many as go from one rank to another
    // at most. Where pack() fails on one rank, this does on all. Where each that comes lies then.
    std::vector<const void*> carry(Communicator& ranks, DeviceQueue& queue, std::size_t kinds,
                                   const std::function<Parcels()>& pack);

    std::size_t bytes() const { return outbox_.bytes(); }

private:
    using Way = DeviceCarrier::Way;

    std::vector<const void*> carry_past(Communicator& ranks, DeviceQueue& queue,
                                        const std::function<Parcels()>& pack);
    void carry_by_host(Communicator& ranks, DeviceQueue& queue);
    void carry_from_memory_to_memory(Communicator& ranks, std::size_t kinds);

    Parcels parcels_;
    CudaArray<std::byte, RegisteredMemory> sent_, found_;
    SharedOutbox outbox_;
};

} // namespace orrery
