#include "sim/domain/shared_outbox.hpp"

#include "sim/domain/travel.hpp"

#include <unistd.h>

#include <algorithm>
#include <random>
#include <utility>

namespace orrery {
namespace {

// No two have the same, though their numbers may be alike where each has a container.
std::uint64_t own_process() {
    static const std::uint64_t drawn = std::uint64_t{std::random_device()()} << 32;
    return drawn ^ static_cast<std::uint64_t>(getpid());
}

} // namespace

// Where a rank finds what another has for it.
struct SharedOutbox::Notice {
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t event;
    std::uint64_t edition;
    std::array<std::uint64_t, 2> places; // in that memory; where all are of one process, in all
    cudaEvent_t laid;                    // there
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
        if (box.replaced.empty()) { // else what others have open is there already
            box.replaced.swap(box.memory);
        }
        box.memory = DeviceArray<std::byte>(bytes + bytes / 2);
        ++box.edition;
    }
    return box.memory.data();
}

// Asked once. Collective.
bool SharedOutbox::is_of_one_process(Communicator& ranks) {
    if (!one_process_) {
        const auto processes = of_each(ranks, own_process());
        one_process_ = std::ranges::count(processes, processes.front()) ==
                       static_cast<std::ptrdiff_t>(processes.size());
    }
    return *one_process_;
}

// When the event is behind what was laid down.
SharedOutbox::Notice SharedOutbox::notice(cudaStream_t stream, bool one_process) {
    constexpr const char* doing = "sharing a GPU's memory with others";
    Box& own = boxes_[turn_];
    Notice notice{};
    notice.edition = own.edition;
    if (own.laid == nullptr) {
        const unsigned flags = one_process ? 0 : cudaEventInterprocess;
        cudaEvent_t made = nullptr;
        cuda_check(cudaEventCreateWithFlags(&made, cudaEventDisableTiming | flags), doing);
        own.laid.reset(made);
    }
    cuda_check(cudaEventRecord(own.laid.get(), stream), doing);
    if (one_process) {
        notice.laid = own.laid.get();
        return notice;
    }
    cuda_check(cudaIpcGetEventHandle(&notice.event, own.laid.get()), doing);
    if (!own.memory.empty()) {
        cuda_check(cudaIpcGetMemHandle(&notice.memory, own.memory.data()), doing);
    }
    return notice;
}

void SharedOutbox::wait_for(const Notice& notice, Opened& box, cudaStream_t stream) {
    constexpr const char* doing = "waiting for another GPU";
    if (notice.laid != nullptr) {
        cuda_check(cudaStreamWaitEvent(stream, notice.laid), doing);
        return;
    }
    if (box.laid == nullptr) {
        cudaEvent_t event = nullptr;
        cuda_check(cudaIpcOpenEventHandle(&event, notice.event), doing);
        box.laid.reset(event);
    }
    cuda_check(cudaStreamWaitEvent(stream, box.laid.get()), doing);
}

SharedOutbox::Places SharedOutbox::opened(const Notice& notice, Opened& box, cudaStream_t stream) {
    wait_for(notice, box, stream);
    if (notice.laid == nullptr && box.edition != notice.edition) {
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
    const auto begin = reinterpret_cast<std::uint64_t>(box.memory); // 0: of one process
    Places places{};
    for (std::size_t kind = 0; kind < places.size(); ++kind) {
        places[kind] = reinterpret_cast<const std::byte*>(begin + notice.places[kind]);
    }
    return places;
}

std::vector<SharedOutbox::Places>
SharedOutbox::exchanged(Communicator& ranks, cudaStream_t stream,
                        const std::function<std::vector<Places>()>& lay) {
    const bool one_process = is_of_one_process(ranks);
    const std::vector<Notice> found = swapped_on_all(ranks, [&] {
        const std::vector<Places> laid = lay();
        std::vector<Notice> told(laid.size(), notice(stream, one_process));
        const auto begin =
            reinterpret_cast<std::uint64_t>(one_process ? nullptr : boxes_[turn_].memory.data());
        for (std::size_t k = 0; k < told.size(); ++k) {
            for (std::size_t kind = 0; kind < laid[k].size(); ++kind) {
                const auto place = reinterpret_cast<std::uint64_t>(laid[k][kind]);
                told[k].places[kind] = place == 0 ? 0 : place - begin;
            }
        }
        return told;
    });
    const std::size_t turn = std::exchange(turn_, 1 - turn_);
    of_others_.resize(found.size());
    std::vector<Places> places;
    const auto open = [&] {
        for (std::size_t k = 0; k < found.size(); ++k) {
            places.push_back(k == ranks.rank() ? Places{}
                                               : opened(found[k], of_others_[k][turn], stream));
        }
    };
    std::vector<std::uint64_t> editions;
    for (const Notice& notice : found) {
        editions.push_back(notice.edition);
    }
    // All know alike whether there is something to be opened, which may fail on one of them.
    if (editions_[turn] != editions) {
        on_all(ranks, open);
        editions_[turn] = std::move(editions);
    } else {
        open();
    }
    if (Box& next = boxes_[turn_]; !next.replaced.empty()) {
        // All have gone on to what took its place, and their GPUs once this one's has waited.
        cuda_check(cudaStreamSynchronize(stream), "waiting for other GPUs");
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
