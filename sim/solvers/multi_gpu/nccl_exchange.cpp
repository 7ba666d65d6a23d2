// Positions are broadcast and results all-gathered by NCCL, which finds the fastest way between the
// GPUs by itself. The library is opened at run time, so that Orrery starts where it is missing.

#include "sim/base/error.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/machine/devices.hpp"
#include "sim/solvers/multi_gpu/exchange.hpp"

#include <dlfcn.h>

namespace orrery {
namespace {

// The few of NCCL's calls that are used, as its header (nccl.h) declares them.
class NcclLibrary {
public:
    using Communicator = struct ncclComm*;
    static constexpr int bytes_type = 1; // ncclUint8

    NcclLibrary() : library_(dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL)) {
        if (library_ == nullptr) {
            throw failure("NCCL is not installed", "libnccl.so.2",
                          "install the package libnccl2, or share by peer");
        }
        find(init_all, "ncclCommInitAll");
        find(destroy, "ncclCommDestroy");
        find(group_start, "ncclGroupStart");
        find(group_end, "ncclGroupEnd");
        find(broadcast, "ncclBroadcast");
        find(all_gather, "ncclAllGather");
        find(error_string, "ncclGetErrorString");
    }
    NcclLibrary(const NcclLibrary&) = delete;
    NcclLibrary& operator=(const NcclLibrary&) = delete;
    ~NcclLibrary() { dlclose(library_); }

    void check(int result, const char* doing) const {
        if (result != 0) {
            throw failure(std::string("NCCL reports '") + error_string(result) + "'", doing,
                          "share by peer instead");
        }
    }

    int (*init_all)(Communicator*, int, const int*) = nullptr;
    int (*destroy)(Communicator) = nullptr;
    int (*group_start)() = nullptr;
    int (*group_end)() = nullptr;
    int (*broadcast)(const void*, void*, std::size_t, int, int, Communicator,
                     cudaStream_t) = nullptr;
    int (*all_gather)(const void*, void*, std::size_t, int, Communicator, cudaStream_t) = nullptr;
    const char* (*error_string)(int) = nullptr;

private:
    template <class Function>
    void find(Function& function, const char* name) {
        function = reinterpret_cast<Function>(dlsym(library_, name));
        if (function == nullptr) {
            throw failure(std::string("NCCL has no '") + name + "'", "libnccl.so.2",
                          "install a newer libnccl2, or share by peer");
        }
    }

    void* library_;
};

// One communicator a member.
class Communicators {
public:
    Communicators(const NcclLibrary& nccl, DeviceGroup& group) : nccl_(nccl), all_(group.size()) {
        if (group.has_twins()) {
            throw failure("NCCL does not serve one GPU as two", "nccl",
                          "choose different GPUs, or share by peer");
        }
        std::vector<int> devices;
        for (std::size_t member = 0; member < group.size(); ++member) {
            devices.push_back(group.queue(member).device());
        }
        nccl.check(nccl.init_all(all_.data(), static_cast<int>(devices.size()), devices.data()),
                   "connecting the GPUs");
    }
    Communicators(const Communicators&) = delete;
    Communicators& operator=(const Communicators&) = delete;
    ~Communicators() {
        for (const auto communicator : all_) {
            nccl_.destroy(communicator);
        }
    }

    NcclLibrary::Communicator operator[](std::size_t member) const { return all_[member]; }

private:
    const NcclLibrary& nccl_;
    std::vector<NcclLibrary::Communicator> all_;
};

class NcclExchange final : public Exchange {
public:
    void offer(DeviceGroup& group, const HomeMemory& home) override {
        home_ = home;
        if (communicators_ == nullptr) {
            communicators_ = std::make_unique<Communicators>(nccl_, group);
        }
        received_.assign(group.size(), nullptr);
        arrived_.assign(group.size(), nullptr);
        sent_.assign(group.size(), nullptr);
        gathered_.resize(group.size());
        for (std::size_t member = 1; member < group.size(); ++member) {
            group.queue(member).activate();
            gathered_[member].grow(group.size() * home.slot_bytes);
        }
        group.fork();
    }

    void receive(DeviceGroup&, std::size_t member, void* to,
                 std::vector<DeviceEvent>& arrived) override {
        received_[member] = to;
        arrived_[member] = &arrived;
    }

    void deliver(DeviceGroup& group) override {
        nccl_.check(nccl_.group_start(), "sending positions");
        for (std::size_t member = 0; member < group.size(); ++member) {
            group.queue(member).activate();
            void* const to = member == 0 ? const_cast<void*>(home_.bodies) : received_[member];
            nccl_.check(nccl_.broadcast(home_.bodies, to, home_.bytes, NcclLibrary::bytes_type, 0,
                                        (*communicators_)[member], group.queue(member).stream()),
                        "sending positions");
        }
        nccl_.check(nccl_.group_end(), "sending positions");
        for (std::size_t member = 1; member < group.size(); ++member) {
            group.queue(member).activate();
            for (DeviceEvent& event : *arrived_[member]) {
                event.record(group.queue(member).stream());
            }
        }
    }

    void send(DeviceGroup&, std::size_t member, const void* from) override { sent_[member] = from; }

    void gather(DeviceGroup& group) override {
        nccl_.check(nccl_.group_start(), "gathering results");
        for (std::size_t member = 0; member < group.size(); ++member) {
            group.queue(member).activate();
            void* const to = member == 0 ? home_.slots : gathered_[member].data();
            nccl_.check(nccl_.all_gather(sent_[member], to, home_.slot_bytes,
                                         NcclLibrary::bytes_type, (*communicators_)[member],
                                         group.queue(member).stream()),
                        "gathering results");
        }
        nccl_.check(nccl_.group_end(), "gathering results");
        for (std::size_t member = 1; member < group.size(); ++member) {
            group.join(member);
        }
    }

private:
    NcclLibrary nccl_;
    std::unique_ptr<Communicators> communicators_;
    HomeMemory home_;
    std::vector<void*> received_;
    std::vector<std::vector<DeviceEvent>*> arrived_;
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

std::unique_ptr<Exchange> nccl_exchange() {
    return std::make_unique<NcclExchange>();
}

std::string nccl_unavailable() {
    static const std::string reason = why_no_nccl();
    return reason;
}

} // namespace orrery
