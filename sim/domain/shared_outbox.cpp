#include "sim/domain/shared_outbox.hpp"

#include "sim/domain/travel.hpp"

#include <unistd.h>

#include <utility>

namespace orrery {

// Where a rank finds what another has for it.
struct SharedOutbox::Notice {
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t event;
    std::uint64_t process, address, event_address, edition, begin;

    bool is_of_this_process() const { return process == static_cast<std::uint64_t>(getpid()); }
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

void SharedOutbox::record(SharedEvent& event, unsigned flags, cudaStream_t stream) {
    if (event == nullptr) {
        cudaEvent_t made = nullptr;
        cuda_check(cudaEventCreateWithFlags(&made, cudaEventDisableTiming | flags),
                   "making a CUDA event");
        event.reset(made);
    }
    cuda_check(cudaEventRecord(event.get(), stream), "recording a CUDA event");
}

SharedOutbox::Notice SharedOutbox::notice(cudaStream_t stream) {
    constexpr const char* doing = "sharing the GPU's memory with other processes";
    Box& own = boxes_[turn_];
    record(own.laid, cudaEventInterprocess, stream);
    record(own.laid_here, 0, stream);
    Notice notice{};
    cuda_check(cudaIpcGetEventHandle(&notice.event, own.laid.get()), doing);
    notice.process = static_cast<std::uint64_t>(getpid());
    notice.event_address = reinterpret_cast<std::uint64_t>(own.laid_here.get());
    if (!own.memory.empty()) {
        cuda_check(cudaIpcGetMemHandle(&notice.memory, own.memory.data()), doing);
        notice.address = reinterpret_cast<std::uint64_t>(own.memory.data());
        notice.edition = own.edition;
    }
    return notice;
}

cudaEvent_t SharedOutbox::event_of(const Notice& notice, Opened& box) {
    if (notice.is_of_this_process()) {
        return reinterpret_cast<cudaEvent_t>(notice.event_address);
    }
    if (box.laid == nullptr) {
        cudaEvent_t event = nullptr;
        cuda_check(cudaIpcOpenEventHandle(&event, notice.event),
                   "opening an event of another process");
        box.laid.reset(event);
    }
    return box.laid.get();
}

const std::byte* SharedOutbox::opened(const Notice& notice, Opened& box, cudaStream_t stream) {
    cuda_check(cudaStreamWaitEvent(stream, event_of(notice, box)),
               "waiting for the GPU of another process");
    if (notice.address == 0) {
        return nullptr;
    }
    if (notice.is_of_this_process()) {
        return reinterpret_cast<const std::byte*>(notice.address) + notice.begin;
    }
    if (box.edition != notice.edition) {
        if (box.memory != nullptr) {
            cuda_check(cudaStreamSynchronize(stream), "reading the GPU memory of another process");
            cudaIpcCloseMemHandle(std::exchange(box.memory, nullptr));
        }
        void* memory = nullptr;
        cuda_check(cudaIpcOpenMemHandle(&memory, notice.memory, cudaIpcMemLazyEnablePeerAccess),
                   "opening the GPU memory of another process");
        box.edition = notice.edition;
        box.memory = static_cast<std::byte*>(memory);
    }
    return box.memory + notice.begin;
}

std::vector<const std::byte*>
SharedOutbox::exchanged(Communicator& ranks, cudaStream_t stream,
                        const std::function<std::vector<std::size_t>()>& lay) {
    const std::vector<Notice> found = swapped_on_all(ranks, [&] {
        const std::vector<std::size_t> begins = lay();
        std::vector<Notice> told(begins.size(), notice(stream));
        for (std::size_t k = 0; k < told.size(); ++k) {
            told[k].begin = begins[k];
        }
        return told;
    });
    const std::size_t turn = std::exchange(turn_, 1 - turn_);
    of_others_.resize(found.size());
    std::vector<const std::byte*> places;
    for (std::size_t k = 0; k < found.size(); ++k) {
        places.push_back(k == ranks.rank() ? nullptr
                                           : opened(found[k], of_others_[k][turn], stream));
    }
    if (Box& next = boxes_[turn_]; !next.replaced.empty()) {
        // All have gone on to what took its place, and their GPUs once this one's has waited.
        cuda_check(cudaStreamSynchronize(stream), "waiting for the GPUs of other processes");
        next.replaced = {};
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
