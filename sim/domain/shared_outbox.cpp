#include "sim/domain/shared_outbox.hpp"

#include "sim/domain/travel.hpp"

#include <cuda_runtime_api.h>
#include <unistd.h>

#include <utility>

namespace orrery {

// Where a rank finds what another has for it.
struct SharedOutbox::Notice {
    cudaIpcMemHandle_t handle;
    std::uint64_t process, address, edition, begin;
    bool laid; // anything
};

SharedOutbox::~SharedOutbox() {
    for (const std::array<Opened, 2>& boxes : of_others_) {
        for (const Opened& box : boxes) {
            if (box.memory != nullptr) {
                cudaIpcCloseMemHandle(box.memory);
            }
        }
    }
}

std::byte* SharedOutbox::room_for(std::size_t bytes) {
    Box& box = boxes_[turn_];
    if (bytes > box.memory.size()) {
        box.replaced.swap(box.memory);
        box.memory = DeviceArray<std::byte>(bytes + bytes / 2);
        ++box.edition;
    }
    return box.memory.data();
}

const std::byte* SharedOutbox::opened(const Notice& notice, Opened& box) {
    if (!notice.laid) {
        return nullptr;
    }
    if (notice.process == static_cast<std::uint64_t>(getpid())) {
        return reinterpret_cast<const std::byte*>(notice.address) + notice.begin;
    }
    if (box.edition != notice.edition) {
        if (box.memory != nullptr) {
            cudaIpcCloseMemHandle(std::exchange(box.memory, nullptr));
        }
        void* memory = nullptr;
        cuda_check(cudaIpcOpenMemHandle(&memory, notice.handle, cudaIpcMemLazyEnablePeerAccess),
                   "opening the GPU memory of another process");
        box = {notice.edition, static_cast<std::byte*>(memory)};
    }
    return box.memory + notice.begin;
}

std::vector<const std::byte*> SharedOutbox::exchanged(Communicator& ranks,
                                                      const std::vector<std::size_t>& begins) {
    Box& own = boxes_[turn_];
    Notice notice{};
    notice.laid = !own.memory.empty();
    if (notice.laid) {
        notice.laid = cudaIpcGetMemHandle(&notice.handle, own.memory.data()) == cudaSuccess;
        notice.process = static_cast<std::uint64_t>(getpid());
        notice.address = reinterpret_cast<std::uint64_t>(own.memory.data());
        notice.edition = own.edition;
    }
    std::vector<Notice> told(begins.size(), notice);
    for (std::size_t k = 0; k < told.size(); ++k) {
        told[k].begin = begins[k];
    }
    const std::vector<Notice> found = swapped(ranks, told);
    const std::size_t turn = std::exchange(turn_, 1 - turn_);
    boxes_[turn_].replaced = {}; // all have gone on to what took its place
    of_others_.resize(found.size());
    std::vector<const std::byte*> places;
    for (std::size_t k = 0; k < found.size(); ++k) {
        places.push_back(k == ranks.rank() ? nullptr : opened(found[k], of_others_[k][turn]));
    }
    return places;
}

std::size_t SharedOutbox::bytes() const {
    std::size_t sum = 0;
    for (const Box& box : boxes_) {
        sum += total_bytes(box.memory, box.replaced);
    }
    return sum;
}

} // namespace orrery
