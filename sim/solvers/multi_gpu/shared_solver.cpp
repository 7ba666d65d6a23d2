// The ways in which several GPUs share work: a choice of how bytes travel and of who drives.
//
// threads        A CUDA call concerns the calling thread's current GPU, so the plainest way to use
//                several is a thread for each. Positions go to every GPU through portable
//                page-locked host memory, results come back the same way.
//                Source: Wilt, "The CUDA Handbook" (2013), section 14.8.
//                Cost: two copies over PCI Express of 16 bytes a body and GPU, and waking a thread
//                a GPU.
// single_thread  Copies and launches are asynchronous, so one thread can give every GPU its work in
//                turn (cudaSetDevice, copy, launch, record an event) and be done long before they
//                are. No threads have to be woken or to wait for each other.
//                Source: section 14.9 there.
//                Cost: the same copies, and some microseconds of launching a GPU, one after the
//                other.
// peer           GPUs of one machine can read each other's memory, over NVLink at ten times the
//                speed of PCI Express, without the host. Positions come in parts on a stream that
//                only copies, and the sum over a part's sources starts when that part is there.
//                Each GPU has a CPU thread, because giving four of them their work one after the
//                other takes as long as a quarter of a small system's evaluation.
//                Source: NVIDIA, CUDA C++ Programming Guide, "Peer-to-Peer Memory Access"; the
//                overlap is that of Wilt's chapter 6.
//                Cost: 16 bytes a body and GPU over NVLink, hidden behind the work but for the
//                first part.
// nccl           Who copies what to whom, over which links and in which pieces, is a solved
//                problem: broadcast the positions, all-gather the results, and let the library
//                choose rings or trees for this machine. The same calls work between machines.
//                Source: NVIDIA, NCCL User Guide, "Collective Operations".
//                Cost: 16 bytes a body and GPU, and the collectives' own launches, tens of
//                microseconds each.
//
// Whatever the way, the kernel's work is divided by the GPUs.
//
// A solver of several GPUs has the group, the way between its ranks and how they sum, each made
// anew when something else is asked for.

#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/multi_gpu/group_sum.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <cassert>
#include <span>
#include <utility>
#include <vector>

namespace orrery {
namespace {

// A way to share: how positions travel, and which thread gives the GPUs their work.
struct SharingWay {
    std::unique_ptr<DeviceExchange> (*exchange)(DeviceGroup&) = nullptr;
    bool thread_per_rank = false;
    bool may_repeat_gpus = true; // one GPU may play several
};

SharingWay way_of(Sharing sharing) {
    switch (sharing) {
    case Sharing::threads:
        return {host_exchange, true};
    case Sharing::single_thread:
        return {host_exchange};
    case Sharing::peer:
        return {peer_exchange, true};
    case Sharing::nccl:
        return {nccl_exchange, false, false};
    case Sharing::none:
        break;
    }
    assert(!"one GPU is no group");
    return {};
}

// The GPUs asked for; one that is alone is split in two.
std::vector<int> ranks_of(std::span<const int> wanted, int root, bool may_repeat_gpus) {
    std::vector<int> devices(wanted.begin(), wanted.end());
    if (devices.empty()) {
        int count = 0;
        cuda_check(cudaGetDeviceCount(&count), "counting GPUs");
        devices.push_back(root);
        for (int device = 0; device < count; ++device) {
            if (device != root) {
                devices.push_back(device);
            }
        }
        if (count == 1 && may_repeat_gpus) {
            devices.push_back(root);
        }
    }
    return devices;
}

class SharedMethod {
public:
    SharedMethod(Sharing sharing, GroupMethod method)
        : way_(way_of(sharing)), method_(std::move(method)) {}

    template <class Real>
    Outcome prepare(const ForceSources<Real>& request, Execution& execution) {
        if (request.sources.count != 0) {
            adapt(*execution.queue, execution.devices);
            prepare_sum(request);
        }
        return Outcome::complete;
    }

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        DeviceQueue& root = *execution.queue;
        if (request.sources.count == 0) {
            pull_by_nobody(root, request);
            return Outcome::complete;
        }
        if (serve(request.mutual())) {
            prepare_sum<Real>(request);
        }
        const Owned<Real>& sum = sums_.in<Real>();
        const Outcome outcome = sum->run(request, execution);
        root.activate();
        root.when_finished([&sum = *sum](StepTimings& timings) { sum.report(timings); });
        return outcome;
    }

    const std::uint32_t* order() const {
        if (sums_.fp32) {
            return sums_.fp32->order();
        }
        return sums_.fp64 ? sums_.fp64->order() : nullptr;
    }

    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const {
        if (sums_.fp32) {
            return sums_.fp32->inspect(request);
        }
        return sums_.fp64 ? sums_.fp64->inspect(request) : nullptr;
    }

    std::size_t scratch_bytes() const {
        return (sums_.fp32 ? sums_.fp32->bytes() : 0) + (sums_.fp64 ? sums_.fp64->bytes() : 0);
    }

private:
    template <class Real>
    using Owned = std::unique_ptr<GroupSum<Real>>;

    // A group of the GPUs asked for, with what belongs to it.
    void adapt(DeviceQueue& root, std::span<const int> wanted) {
        const std::vector<int> devices = ranks_of(wanted, root.device(), way_.may_repeat_gpus);
        if (group_ == nullptr || !group_->is(root, devices)) {
            sums_ = {};
            threads_.reset();
            exchange_.reset();
            group_ = std::make_unique<DeviceGroup>(root, devices);
            exchange_ = way_.exchange(*group_);
            if (way_.thread_per_rank) {
                threads_ = std::make_unique<RankThreads>(group_->size());
            }
        }
    }

    // By the sums for requests of the kind; whether they are others than before.
    bool serve(bool mutual) {
        const bool others = !mutual && method_.for_others.has_value();
        if (others == for_others_) {
            return false;
        }
        sums_ = {};
        for_others_ = others;
        return true;
    }

    template <class Real>
    void prepare_sum(const ForceSources<Real>& request) {
        Owned<Real>& sum = sums_.only<Real>();
        if (sum == nullptr) {
            const auto& sums = for_others_ ? *method_.for_others : method_.sums;
            sum = sums.template in<Real>()({*group_, *exchange_, threads_.get()});
        }
        sum->prepare(request);
        group_->root().activate();
    }

    SharingWay way_;
    GroupMethod method_;
    std::unique_ptr<DeviceGroup> group_;
    std::unique_ptr<DeviceExchange> exchange_;
    std::unique_ptr<RankThreads> threads_;
    bool for_others_ = false;
    PerPrecision<Owned> sums_; // one of them empty
};

} // namespace

std::string sharing_unavailable(Sharing sharing) {
    return sharing == Sharing::nccl ? nccl_unavailable() : "";
}

SolverInfo as_shared(SolverInfo alone) {
    alone.space = Space::several_devices;
    alone.has_jerk = false;   // velocities do not travel
    alone.repeatable = false; // shares follow how long they took
    alone.knows_ranks = false;
    return alone;
}

std::unique_ptr<Solver> shared_solver(const SolverInfo& info, Sharing sharing, GroupMethod method) {
    return std::make_unique<TypedSolver<SharedMethod>>(info, sharing, std::move(method));
}

} // namespace orrery
