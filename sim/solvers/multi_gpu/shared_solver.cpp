// A solver of several GPUs: the group, the way between its ranks and how they split the work,
// each made anew when something else is asked for.

#include "sim/solvers/multi_gpu/shared_solver.hpp"

#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/multi_gpu/communication_mode.hpp"
#include "sim/solvers/multi_gpu/shared_sum.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <span>
#include <utility>
#include <vector>

namespace orrery {
namespace {

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
    SharedMethod(Sharing sharing, SplitMethod method)
        : mode_(communication_mode(sharing)), method_(std::move(method)) {}

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
        const Outcome outcome = sum->run(request, *communicator_, threads_.get(), execution);
        root.activate();
        root.when_finished([&sum = *sum](StepTimings& timings) { sum.report(timings); });
        return outcome;
    }

    const std::uint32_t* order() const {
        if (sums_.fp32) {
            return sums_.fp32->split().order();
        }
        return sums_.fp64 ? sums_.fp64->split().order() : nullptr;
    }

    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const {
        if (sums_.fp32) {
            return sums_.fp32->split().inspect(request);
        }
        return sums_.fp64 ? sums_.fp64->split().inspect(request) : nullptr;
    }

    std::size_t scratch_bytes() const {
        return (sums_.fp32 ? sums_.fp32->bytes() : 0) + (sums_.fp64 ? sums_.fp64->bytes() : 0);
    }

private:
    template <class Real>
    using Owned = std::unique_ptr<SharedSum<Real>>;

    // A group of the GPUs asked for, with what belongs to it.
    void adapt(DeviceQueue& root, std::span<const int> wanted) {
        const std::vector<int> devices = ranks_of(wanted, root.device(), mode_.may_repeat_gpus);
        if (group_ == nullptr || !group_->is(root, devices)) {
            sums_ = {};
            threads_.reset();
            communicator_.reset();
            group_ = std::make_unique<DeviceGroup>(root, devices);
            communicator_ = mode_.communicator(*group_);
            if (mode_.drivers == Drivers::thread_per_rank) {
                threads_ = std::make_unique<RankThreads>(group_->size());
            }
        }
    }

    // By the splits for requests of the kind; whether they are others than before.
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
            const auto& splits = for_others_ ? *method_.for_others : method_.splits;
            sum = std::make_unique<SharedSum<Real>>(*group_, splits.template in<Real>()(*group_));
        }
        sum->prepare(request, *communicator_, threads_.get());
    }

    CommunicationMode mode_;
    SplitMethod method_;
    std::unique_ptr<DeviceGroup> group_;
    std::unique_ptr<Communicator> communicator_;
    std::unique_ptr<RankThreads> threads_;
    bool for_others_ = false;
    PerPrecision<Owned> sums_; // one of them empty
};

} // namespace

SolverInfo as_shared(SolverInfo alone) {
    alone.space = Space::several_devices;
    alone.has_jerk = false;   // velocities do not travel
    alone.repeatable = false; // shares follow how long they took
    return alone;
}

std::unique_ptr<Solver> shared_solver(const SolverInfo& info, Sharing sharing, SplitMethod method) {
    return std::make_unique<TypedSolver<SharedMethod>>(info, sharing, std::move(method));
}

} // namespace orrery
