#pragma once

#include "sim/sharing.hpp"
#include "sim/solvers/multi_gpu/exchange.hpp"

namespace orrery {

// Who gives the GPUs their work.
enum class Drivers { one_thread, thread_per_gpu };

// What a way to share comes down to: how positions travel, and who drives.
struct GroupMode {
    std::unique_ptr<Exchange> (*exchange)() = nullptr;
    Drivers drivers = Drivers::one_thread;
    bool may_have_twins = true; // one GPU may play several
};

GroupMode group_mode(Sharing sharing);

} // namespace orrery
