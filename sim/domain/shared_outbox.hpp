#pragma once

#include "sim/communicator.hpp"
#include "sim/cuda/device_array.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// GPU memory of a rank from which the others' GPUs copy, of the same process or of others of one
// machine.
//
// Idea:   a rank lays down what it sends and tells each other one where; memory of another process
//         is opened once, by CUDA's interprocess handle. There are two boxes in turn: who lays
//         something into one has heard from all others since they copied what was there before.
// Source: NVIDIA, CUDA C++ Programming Guide, "Interprocess Communication".
// Cost:   a message of 100 bytes to each other rank.
class SharedOutbox {
public:
    SharedOutbox() = default;
    SharedOutbox(const SharedOutbox&) = delete;
    SharedOutbox& operator=(const SharedOutbox&) = delete;
    ~SharedOutbox();

    // To lay down so many bytes, in the memory of the current GPU.
    std::byte* room_for(std::size_t bytes);
    // Collective, when they are there, those for rank k from begins[k] on: where this rank's part
    // of what each rank has laid down begins. It stays until the second call of this from here on.
    std::vector<const std::byte*> exchanged(Communicator& ranks,
                                            const std::vector<std::size_t>& begins);

    std::size_t bytes() const;

private:
    struct Box {
        DeviceArray<std::byte> memory, replaced; // the latter may still be open elsewhere
        std::uint64_t edition = 0;               // of the memory
    };
    // Another rank's box, opened here.
    struct Opened {
        std::uint64_t edition = 0;
        std::byte* memory = nullptr;
    };
    struct Notice;
    const std::byte* opened(const Notice& notice, Opened& box);

    std::array<Box, 2> boxes_;
    std::vector<std::array<Opened, 2>> of_others_;
    std::size_t turn_ = 0;
};

} // namespace orrery
