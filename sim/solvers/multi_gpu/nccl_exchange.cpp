// Positions are broadcast or sent and results all-gathered by NCCL, which finds the fastest way
// between the GPUs by itself. The library is opened at run time, so that Orrery starts where it is
// missing.

#include "sim/base/error.hpp"
#include "sim/base/opened_library.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/machine/devices.hpp"
#include "sim/solvers/multi_gpu/device_exchange.hpp"

namespace orrery {
namespace {

// The few of NCCL's calls that are used, as its header (nccl.h) declares them.
class NcclLibrary {
public:
    using Handle = struct ncclComm*;
    static constexpr int bytes_type = 1; // ncclUint8

    NcclLibrary()
        : library_("NCCL", {"libnccl.so.2"}, "install the package libnccl2, or share by peer") {
        library_.find(init_all, "ncclCommInitAll");
        library_.find(destroy, "ncclCommDestroy");
        library_.find(group_start, "ncclGroupStart");
        library_.find(group_end, "ncclGroupEnd");
        library_.find(broadcast, "ncclBroadcast");
        library_.find(all_gather, "ncclAllGather");
        library_.find(send, "ncclSend");
        library_.find(receive, "ncclRecv");
        library_.find(error_string, "ncclGetErrorString");
    }

    void check(int result, const char* doing) const {
        if (result != 0) {
            throw failure(std::string("NCCL reports '") + error_string(result) + "'", doing,
                          "share by peer instead");
        }
    }

    int (*init_all)(Handle*, int, const int*) = nullptr;
    int (*destroy)(Handle) = nullptr;
    int (*group_start)() = nullptr;
    int (*group_end)() = nullptr;
    int (*broadcast)(const void*, void*, std::size_t, int, int, Handle, cudaStream_t) = nullptr;
    int (*all_gather)(const void*, void*, std::size_t, int, Handle, cudaStream_t) = nullptr;
    int (*send)(const void*, std::size_t, int, int, Handle, cudaStream_t) = nullptr;
    int (*receive)(void*, std::size_t, int, int, Handle, cudaStream_t) = nullptr;
    const char* (*error_string)(int) = nullptr;

private:
    OpenedLibrary library_;
};

// One of its communicators for each rank.
class NcclHandles {
public:
    NcclHandles(const NcclLibrary& nccl, DeviceGroup& group) : nccl_(nccl), all_(group.size()) {
        if (group.repeats_gpus()) {
            throw failure("NCCL cannot use one GPU as two", "nccl",
                          "choose different GPUs, or share by peer");
        }
        std::vector<int> devices;
        for (std::size_t rank = 0; rank < group.size(); ++rank) {
            devices.push_back(group.queue(rank).device());
        }
        nccl.check(nccl.init_all(all_.data(), static_cast<int>(devices.size()), devices.data()),
                   "connecting the GPUs");
    }
    NcclHandles(const NcclHandles&) = delete;
    NcclHandles& operator=(const NcclHandles&) = delete;
    ~NcclHandles() {
        for (const NcclLibrary::Handle handle : all_) {
            nccl_.destroy(handle);
        }
    }

    NcclLibrary::Handle operator[](std::size_t rank) const { return all_[rank]; }

private:
    const NcclLibrary& nccl_;
    std::vector<NcclLibrary::Handle> all_;
};

class NcclExchange final : public DeviceExchange {
public:
    explicit NcclExchange(DeviceGroup& group) : group_(group), posted_(group.size()) {}

    void offer(const Offered& offered) override {
        offered_ = offered;
        received_.assign(group_.size(), nullptr);
        arrived_.assign(group_.size(), nullptr);
        group_.fork();
    }

    void receive(std::size_t rank, void* to, std::vector<DeviceEvent>& arrived) override {
        received_[rank] = to;
        arrived_[rank] = &arrived;
    }

    void post(std::size_t rank, std::size_t to, const void* from, std::size_t bytes) override {
        posted_.add(rank, to) = {from, bytes};
    }

    void fetch(std::size_t rank, std::size_t from, void* to) override {
        fetched_.push_back({posted_.take(from, rank), from, rank, to});
    }

    void forget_posts() override {
        posted_.clear();
        fetched_.clear();
    }

    void carry() override {
        if (!arrived_.empty()) {
            broadcast();
        }
        if (fetched_.empty()) {
            return;
        }
        constexpr const char* doing = "sending to another GPU";
        const NcclHandles& all = handles();
        nccl_.check(nccl_.group_start(), doing);
        for (const Fetch& fetch : fetched_) {
            const auto other = [](std::size_t rank) { return static_cast<int>(rank); };
            group_.queue(fetch.from).activate();
            nccl_.check(nccl_.send(fetch.post.from, fetch.post.bytes, NcclLibrary::bytes_type,
                                   other(fetch.rank), all[fetch.from],
                                   group_.queue(fetch.from).stream()),
                        doing);
            group_.queue(fetch.rank).activate();
            nccl_.check(nccl_.receive(fetch.to, fetch.post.bytes, NcclLibrary::bytes_type,
                                      other(fetch.from), all[fetch.rank],
                                      group_.queue(fetch.rank).stream()),
                        doing);
        }
        nccl_.check(nccl_.group_end(), doing);
        fetched_.clear();
    }

    void collect(const Slots& slots) override {
        slots_ = slots;
        sent_.assign(group_.size(), nullptr);
        gathered_.resize(group_.size());
        for (std::size_t rank = 1; rank < group_.size(); ++rank) {
            group_.queue(rank).activate();
            gathered_[rank].grow(group_.size() * slots.bytes);
        }
    }

    void send(std::size_t rank, const void* from) override { sent_[rank] = from; }

    void gather() override {
        const NcclHandles& all = handles();
        nccl_.check(nccl_.group_start(), "gathering results");
        for (std::size_t rank = 0; rank < group_.size(); ++rank) {
            group_.queue(rank).activate();
            void* const to = rank == 0 ? slots_.to : gathered_[rank].data();
            nccl_.check(nccl_.all_gather(sent_[rank], to, slots_.bytes, NcclLibrary::bytes_type,
                                         all[rank], group_.queue(rank).stream()),
                        "gathering results");
        }
        nccl_.check(nccl_.group_end(), "gathering results");
        for (std::size_t rank = 1; rank < group_.size(); ++rank) {
            group_.join(rank);
        }
    }

private:
    struct Post {
        const void* from = nullptr;
        std::size_t bytes = 0;
    };
    struct Fetch {
        Post post;
        std::size_t from, rank;
        void* to;
    };

    const NcclHandles& handles() {
        if (handles_ == nullptr) {
            handles_ = std::make_unique<NcclHandles>(nccl_, group_);
        }
        return *handles_;
    }

    void broadcast() {
        const NcclHandles& all = handles();
        nccl_.check(nccl_.group_start(), "sending positions");
        for (std::size_t rank = 0; rank < group_.size(); ++rank) {
            group_.queue(rank).activate();
            void* const to = rank == 0 ? const_cast<void*>(offered_.from) : received_[rank];
            nccl_.check(nccl_.broadcast(offered_.from, to, offered_.bytes, NcclLibrary::bytes_type,
                                        0, all[rank], group_.queue(rank).stream()),
                        "sending positions");
        }
        nccl_.check(nccl_.group_end(), "sending positions");
        for (std::size_t rank = 1; rank < group_.size(); ++rank) {
            group_.queue(rank).activate();
            for (DeviceEvent& event : *arrived_[rank]) {
                event.record(group_.queue(rank).stream());
            }
        }
        arrived_.clear();
    }

    DeviceGroup& group_;
    NcclLibrary nccl_;
    std::unique_ptr<NcclHandles> handles_;
    Offered offered_;
    Slots slots_;
    std::vector<void*> received_;
    std::vector<std::vector<DeviceEvent>*> arrived_;
    PostedMessages<Post> posted_;
    std::vector<Fetch> fetched_;
    std::vector<const void*> sent_;
    std::vector<DeviceArray<std::byte>> gathered_; // what an all-gather leaves with everybody
};

std::string why_no_nccl() {
    if (std::string no_gpu = gpu_unavailable(); !no_gpu.empty()) {
        return no_gpu;
    }
    try {
        const NcclLibrary library;
    } catch (const Error& error) {
        return error.problem() + " (" + error.hint() + ")";
    }
    return "";
}

} // namespace

std::unique_ptr<DeviceExchange> nccl_exchange(DeviceGroup& group) {
    return std::make_unique<NcclExchange>(group);
}

std::string nccl_unavailable() {
    static const std::string reason = why_no_nccl();
    return reason;
}

} // namespace orrery
