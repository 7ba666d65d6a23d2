#pragma once

#include "sim/sharing.hpp"
#include "sim/solvers/multi_gpu/communicator.hpp"

namespace orrery {

// Who gives the GPUs their work.
enum class Drivers { one_thread, thread_per_rank };

// What a way to share comes down to: how positions travel, and who drives.
struct CommunicationMode {
    std::unique_ptr<Communicator> (*communicator)(DeviceGroup&) = nullptr;
    Drivers drivers = Drivers::one_thread;
    bool may_repeat_gpus = true; // one GPU may play several
};

CommunicationMode communication_mode(Sharing sharing);

} // namespace orrery
