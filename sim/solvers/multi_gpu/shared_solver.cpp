// A solver of several GPUs: the group, the way between its members and how they split the work,
// each made anew when something else is asked for.

#include "sim/solvers/multi_gpu/shared_solver.hpp"

#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/multi_gpu/group_mode.hpp"
#include "sim/solvers/multi_gpu/group_sum.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <span>
#include <utility>
#include <vector>

namespace orrery {
namespace {

// The GPUs asked for; one that is alone is split in two.
std::vector<int> members_of(std::span<const int> wanted, int home, bool may_have_twins) {
    std::vector<int> devices(wanted.begin(), wanted.end());
    if (devices.empty()) {
        int count = 0;
        cuda_check(cudaGetDeviceCount(&count), "counting GPUs");
        devices.push_back(home);
        for (int device = 0; device < count; ++device) {
            if (device != home) {
                devices.push_back(device);
            }
        }
        if (count == 1 && may_have_twins) {
            devices.push_back(home);
        }
    }
    return devices;
}

class SharedMethod {
public:
    SharedMethod(Sharing sharing, GroupMethod method)
        : mode_(group_mode(sharing)), method_(std::move(method)) {}

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        DeviceQueue& home = *execution.queue;
        if (request.sources.count == 0) {
            pull_by_nobody(home, request);
            return Outcome::complete;
        }
        adapt(home, execution.devices, request.mutual());
        Owned<Real>& sum = sums_.only<Real>();
        if (sum == nullptr) {
            const auto& splits = for_others_ ? *method_.for_others : method_.splits;
            sum = std::make_unique<GroupSum<Real>>(*group_, splits.template in<Real>()(*group_));
        }
        const Outcome outcome = sum->run(request, *exchange_, threads_.get(), execution);
        home.activate();
        home.when_finished([&sum = *sum](StepTimings& timings) { sum.report(timings); });
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
    using Owned = std::unique_ptr<GroupSum<Real>>;

    // A group of the GPUs asked for, with what belongs to it.
    void adapt(DeviceQueue& home, std::span<const int> wanted, bool mutual) {
        const std::vector<int> devices = members_of(wanted, home.device(), mode_.may_have_twins);
        if (group_ == nullptr || !group_->is(home, devices)) {
            sums_ = {};
            threads_.reset();
            exchange_.reset();
            group_ = std::make_unique<DeviceGroup>(home, devices);
            exchange_ = mode_.exchange();
            if (mode_.drivers == Drivers::thread_per_gpu) {
                threads_ = std::make_unique<MemberThreads>(group_->size());
            }
        }
        const bool others = !mutual && method_.for_others.has_value();
        if (others != for_others_) {
            sums_ = {};
            for_others_ = others;
        }
    }

    GroupMode mode_;
    GroupMethod method_;
    std::unique_ptr<DeviceGroup> group_;
    std::unique_ptr<Exchange> exchange_;
    std::unique_ptr<MemberThreads> threads_;
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

std::unique_ptr<Solver> shared_solver(const SolverInfo& info, Sharing sharing, GroupMethod method) {
    return std::make_unique<TypedSolver<SharedMethod>>(info, sharing, std::move(method));
}

} // namespace orrery
