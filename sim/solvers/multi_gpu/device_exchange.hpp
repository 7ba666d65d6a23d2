#pragma once

#include "sim/solvers/multi_gpu/device_group.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// The root's offer: bodies, or other things of `body_bytes` bytes each.
struct Offered {
    const void* from = nullptr;
    std::size_t bytes = 0;
    std::size_t body_bytes = 1;
};

// The place of results at the root: one slot for each rank.
struct Slots {
    void* to = nullptr;
    std::size_t bytes = 0; // of one
};

// How positions get from the root, rank 0, to the other ranks and results back, and anything from
// any rank to any other: what the ways to share differ in. It moves bytes and knows nothing of what
// is computed with them, nor whose memory the others have: here other GPUs', but a rank may as well
// be a GPU of another process. All calls put work into the ranks' queues and return. Those with a
// `rank` may be made from a thread of that rank; the others by one thread, before or after all of
// those.
class DeviceExchange {
public:
    virtual ~DeviceExchange() = default;

    // When all ranks are done with what was offered before.
    virtual void offer(const Offered& offered) = 0;
    // Copies the offer into this rank's memory, in as many parts as `arrived` has events: the k-th
    // is recorded when the k-th part is there. The rank's own part comes first, as its targets are
    // needed with every other. Not for the root, which has them all.
    virtual void receive(std::size_t rank, void* to, std::vector<DeviceEvent>& arrived) = 0;
    // What a rank has for another, when its queue gets there; kept as it is until all are through.
    virtual void post(std::size_t rank, std::size_t to, const void* from, std::size_t bytes) = 0;
    // After all ranks' post: what another rank has posted for this one, the first that was not
    // fetched yet. The rank's queue goes on when it is there, but for carry().
    virtual void fetch(std::size_t rank, std::size_t from, void* to) = 0;
    // After all ranks' receive or fetch, if one thread makes all calls.
    virtual void carry() {}
    // What was posted and not fetched, as failures leave it.
    virtual void forget_posts() = 0;
    // Before any send.
    virtual void collect(const Slots& slots) = 0;
    // This rank's result: a slot's bytes.
    virtual void send(std::size_t rank, const void* from) = 0;
    // After all ranks' send: what the root's queue is given next finds all slots filled.
    virtual void gather() = 0;
};

// Through page-locked host memory that every GPU may copy to and from.
std::unique_ptr<DeviceExchange> host_exchange(DeviceGroup& group);
// From GPU to GPU, each part as soon as the one before is through.
std::unique_ptr<DeviceExchange> peer_exchange(DeviceGroup& group);
// By NCCL's broadcast, send and all-gather. Throws failure where NCCL is not installed.
std::unique_ptr<DeviceExchange> nccl_exchange(DeviceGroup& group);

// Empty, or why NCCL cannot be used on this machine: no GPU, or no NCCL. The answer is kept.
std::string nccl_unavailable();

// Messages from each rank to each other, the oldest first. Those from one rank are added by its
// thread, then they are taken by the threads of those they are for.
template <class Message>
class PostedMessages {
public:
    explicit PostedMessages(std::size_t ranks) : ranks_(ranks), of_pair_(ranks * ranks) {}

    // It may be taken while the next one is added.
    Message& add(std::size_t from, std::size_t to) {
        const std::scoped_lock lock(mutex_);
        return of_pair_[from * ranks_ + to].emplace_back();
    }
    Message take(std::size_t from, std::size_t to) {
        const std::scoped_lock lock(mutex_);
        std::deque<Message>& messages = of_pair_[from * ranks_ + to];
        Message first = std::move(messages.front());
        messages.pop_front();
        return first;
    }
    void clear() {
        for (std::deque<Message>& messages : of_pair_) {
            messages.clear();
        }
    }

private:
    std::size_t ranks_;
    std::mutex mutex_;
    std::vector<std::deque<Message>> of_pair_;
};

// The k-th of some nearly equal parts of the bodies.
struct BodyPart {
    std::size_t first = 0, end = 0;
};
inline BodyPart body_part(std::size_t bodies, std::size_t k, std::size_t parts) {
    return {bodies * k / parts, bodies * (k + 1) / parts};
}

} // namespace orrery
