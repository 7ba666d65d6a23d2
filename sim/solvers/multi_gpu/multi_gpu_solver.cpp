// A solver of several GPUs: the group, the way between its members and how they split the work,
// each made anew when something else is asked for.

#include "sim/solvers/multi_gpu/multi_gpu_solver.hpp"

#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/multi_gpu/direct_splits.hpp"
#include "sim/solvers/multi_gpu/group_sum.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <utility>

namespace orrery {
namespace {

// The GPUs asked for; one that is alone is split in two.
std::vector<int> members_of(const ForceParameters& parameters, int home, bool may_have_twins) {
    std::vector<int> devices = parameters.devices;
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

class MultiGpu {
public:
    explicit MultiGpu(std::unique_ptr<GroupMethod> method) : method_(std::move(method)) {}

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        DeviceQueue& home = *execution.queue;
        if (request.sources.count == 0) {
            pull_by_nobody(home, request);
            return Outcome::complete;
        }
        adapt(home, request.parameters, request.mutual());
        Owned<Real>& sum = sums_.only<Real>();
        if (sum == nullptr) {
            sum = std::make_unique<GroupSum<Real>>(*group_,
                                                   method_->splits().in<Real>()(*group_, kernel_));
        }
        const Outcome outcome = sum->run(request, *exchange_, threads_.get(), execution.stop);
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
    void adapt(DeviceQueue& home, const ForceParameters& parameters, bool mutual) {
        const GroupMode mode = method_->mode(parameters);
        const std::vector<int> devices =
            members_of(parameters, home.device(), mode.exchange != nccl_exchange);
        const std::size_t kernel = method_->kernel(parameters, mutual);
        if (group_ == nullptr || !group_->is(home, devices) || mode != mode_) {
            sums_ = {};
            threads_.reset();
            exchange_.reset();
            group_ = std::make_unique<DeviceGroup>(home, devices);
            exchange_ = mode.exchange();
            if (mode.drivers == Drivers::thread_per_gpu) {
                threads_ = std::make_unique<MemberThreads>(group_->size());
            }
            mode_ = mode;
        }
        if (kernel != kernel_) {
            sums_ = {};
            kernel_ = kernel;
        }
    }

    std::unique_ptr<GroupMethod> method_;
    GroupMode mode_;
    std::unique_ptr<DeviceGroup> group_;
    std::unique_ptr<Exchange> exchange_;
    std::unique_ptr<MemberThreads> threads_;
    std::size_t kernel_ = 0;
    PerPrecision<Owned> sums_; // one of them empty
};

// Direct sums, in one mode.
class DirectMethod final : public GroupMethod {
public:
    DirectMethod(const SolverInfo& info, const GroupMode& mode) : info_(info), mode_(mode) {}

    GroupMode mode(const ForceParameters&) const override { return mode_; }
    std::size_t kernel(const ForceParameters& parameters, bool mutual) const override {
        return fitting_kernel(parameters.options.choice(info_, 0), mutual); // its only option
    }
    PerPrecision<MakeSplit> splits() const override {
        return {direct_split<float>, direct_split<double>};
    }

private:
    const SolverInfo& info_;
    GroupMode mode_;
};

} // namespace

SolverInfo multi_gpu_info(SolverInfo own) {
    const std::vector<std::string> kernels = direct_split_kernels();
    own.family = "Several GPUs, direct";
    own.space = Space::several_devices;
    own.complexity = "N^2 / 2";
    own.multithreaded = true;
    own.repeatable = false; // reactions of pairs, and shares that follow how long they took
    own.options = {{.id = "kernel",
                    .title = "Kernel",
                    .tooltip = "What each GPU computes with; symmetric shares out pairs, the "
                               "others share out targets",
                    .minimum = 0,
                    .maximum = static_cast<double>(kernels.size() - 1),
                    .default_value = 0,
                    .choices = kernels}};
    return own;
}

std::unique_ptr<Solver> multi_gpu_solver(const SolverInfo& info,
                                         std::unique_ptr<GroupMethod> method) {
    return std::make_unique<TypedSolver<MultiGpu>>(info, std::move(method));
}

std::unique_ptr<Solver> multi_gpu_solver(const SolverInfo& info, const GroupMode& mode) {
    return multi_gpu_solver(info, std::make_unique<DirectMethod>(info, mode));
}

} // namespace orrery
