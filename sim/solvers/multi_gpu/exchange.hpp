#pragma once

#include "sim/solvers/multi_gpu/device_group.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace orrery {

// What an evaluation hands out, and where its results come together: all at home.
struct HomeMemory {
    const void* bodies = nullptr;
    std::size_t bytes = 0;
    std::size_t body_bytes = 1;
    void* slots = nullptr; // one of `slot_bytes` for each member
    std::size_t slot_bytes = 0;
};

// How positions get from home to the other GPUs and results back: what the multi-GPU modes differ
// in. All calls put work into the members' queues and return. Those with a `member` may be made
// from a thread of that member; the others by one thread, before or after all of those.
class Exchange {
public:
    virtual ~Exchange() = default;

    virtual void offer(DeviceGroup& group, const HomeMemory& home) = 0;
    // The bodies, into this member's memory, in as many parts as `arrived` has events: the k-th is
    // recorded when the k-th part is there. The member's own part comes first, as its targets are
    // needed with every other. Not for member 0, which has them all.
    virtual void receive(DeviceGroup& group, std::size_t member, void* to,
                         std::vector<DeviceEvent>& arrived) = 0;
    // After all members' receive.
    virtual void deliver(DeviceGroup&) {}
    // This member's result: a slot's bytes.
    virtual void send(DeviceGroup& group, std::size_t member, const void* from) = 0;
    // After all members' send: what home's queue is given next finds all slots filled.
    virtual void gather(DeviceGroup& group) = 0;
};

// Through page-locked host memory that every GPU may copy to and from.
std::unique_ptr<Exchange> host_exchange();
// From GPU to GPU, each part as soon as the one before is through.
std::unique_ptr<Exchange> peer_exchange();
// By NCCL's broadcast and all-gather. Throws failure where NCCL is not installed.
std::unique_ptr<Exchange> nccl_exchange();

// Empty, or why NCCL cannot be used on this machine: no GPU, or no NCCL. The answer is kept.
std::string nccl_unavailable();

// The k-th of some nearly equal parts of the bodies.
struct BodyPart {
    std::size_t first = 0, end = 0;
};
inline BodyPart body_part(std::size_t bodies, std::size_t k, std::size_t parts) {
    return {bodies * k / parts, bodies * (k + 1) / parts};
}

} // namespace orrery
