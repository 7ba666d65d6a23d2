#pragma once

#include "sim/communicator.hpp"
#include "sim/cuda/device_array.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace orrery {

// GPU memory of a rank that the others' GPUs read, of the same process or of others of one machine.
//
// Idea:   a rank tells each other one where what it has for it lies; memory of another process is
//         opened once, by CUDA's interprocess handle. No host waits for that: a rank's stream has
//         an event behind what was laid down last, for which the others' streams wait. Threads of
//         one process read each other's memory and need nothing else. For other processes there are
//         two boxes in turn: who lays something into one has waited for the events of all others
//         since they read what was there before.
// Source: NVIDIA, CUDA C++ Programming Guide, "Interprocess Communication".
// Cost:   a message of 200 bytes to each other rank.
class SharedOutbox {
public:
    SharedOutbox() = default;
    SharedOutbox(const SharedOutbox&) = delete;
    SharedOutbox& operator=(const SharedOutbox&) = delete;
    ~SharedOutbox();

    // Where what is for a rank begins; there may be two kinds of it.
    using Places = std::array<const std::byte*, 2>;

    // Whether all ranks are threads of one process. Collective, at first.
    bool is_of_one_process(Communicator& ranks);
    // To lay down so many bytes, in the memory of the current GPU.
    std::byte* room_for(std::size_t bytes);
    // Collective. lay() has it written by the stream and tells the places of what is for each rank:
    // in that room, or, of one process, anywhere. Where it throws, all ranks do. Returns where that
    // lies which each rank has for this one, for what is put into the stream next, until the second
    // call of this from here on; what lies elsewhere, as long as it is left there.
    std::vector<Places> exchanged(Communicator& ranks, cudaStream_t stream,
                                  const std::function<std::vector<Places>()>& lay);

    std::size_t bytes() const;

private:
    struct EndEvent {
        void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
    };
    using SharedEvent = std::unique_ptr<CUevent_st, EndEvent>;
    struct Box {
        DeviceArray<std::byte> memory, replaced; // the latter may still be open elsewhere
        std::uint64_t edition = 0;               // of the memory
        SharedEvent laid;                        // of the GPU that writes
    };
    // Another rank's box, opened here.
    struct Opened {
        std::uint64_t edition = 0;
        std::byte* memory = nullptr;
        SharedEvent laid;
    };
    struct Notice;
    Notice notice(cudaStream_t stream, bool one_process);
    // The places, for what is put into the stream next.
    static Places opened(const Notice& notice, Opened& box, cudaStream_t stream);
    static void wait_for(const Notice& notice, Opened& box, cudaStream_t stream);

    std::array<Box, 2> boxes_;
    std::vector<std::array<Opened, 2>> of_others_;
    std::array<std::vector<std::uint64_t>, 2> editions_; // of all ranks' boxes, when last opened
    std::size_t turn_ = 0;
    std::optional<bool> one_process_; // all ranks are of it
};

} // namespace orrery
