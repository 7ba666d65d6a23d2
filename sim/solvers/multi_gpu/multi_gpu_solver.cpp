// A solver of several GPUs: the group, the way between its members and the plan they follow, each
// made anew when something else is asked for.

#include "sim/solvers/multi_gpu/multi_gpu_solver.hpp"

#include "sim/solvers/multi_gpu/direct_plans.hpp"
#include "sim/solvers/multi_gpu/group_sum.hpp"

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

class MultiGpuSolver final : public Solver {
public:
    MultiGpuSolver(const SolverInfo& info, std::unique_ptr<GroupMethod> method)
        : info_(info), method_(std::move(method)) {}

    const SolverInfo& info() const override { return info_; }

    Outcome accelerations(const BodiesView<float>& bodies, const AccelerationsView<float>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return run(bodies, result, parameters, context);
    }
    Outcome accelerations(const BodiesView<double>& bodies, const AccelerationsView<double>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return run(bodies, result, parameters, context);
    }

    const std::uint32_t* order() const override {
        if (singles_) {
            return singles_->plan().order();
        }
        return doubles_ ? doubles_->plan().order() : nullptr;
    }

    std::size_t scratch_bytes() const override {
        return (singles_ ? singles_->bytes() : 0) + (doubles_ ? doubles_->bytes() : 0);
    }

private:
    template <class Real>
    Outcome run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                const ForceParameters& parameters, SolverContext& context) {
        DeviceQueue& home = *context.queue;
        home.activate();
        context.timings.interactions = 0;
        if (bodies.count == 0) {
            return context.stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
        }
        adapt(home, parameters);
        auto& sum = this->sum(Real());
        if (sum == nullptr) {
            sum = std::make_unique<GroupSum<Real>>(*group_, plan(Real()));
        }
        const Request<Real> request{bodies, result, parameters};
        context.timings.interactions = sum->plan().interactions(request);
        const Outcome outcome = sum->run(request, *exchange_, threads_.get(), context.stop);
        home.when_finished([&sum = *sum](StepTimings& timings) { sum.report(timings); });
        return outcome;
    }

    // A group of the GPUs asked for, with what belongs to it.
    void adapt(DeviceQueue& home, const ForceParameters& parameters) {
        const GroupMode mode = method_->mode(parameters);
        const std::vector<int> devices =
            members_of(parameters, home.device(), mode.exchange != nccl_exchange);
        const std::size_t kernel = method_->kernel(parameters);
        if (group_ == nullptr || !group_->is(home, devices) || mode != mode_) {
            singles_.reset();
            doubles_.reset();
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
            singles_.reset();
            doubles_.reset();
            kernel_ = kernel;
        }
    }

    std::unique_ptr<Plan<float>> plan(float) const {
        return method_->plan_in_float(*group_, kernel_);
    }
    std::unique_ptr<Plan<double>> plan(double) const {
        return method_->plan_in_double(*group_, kernel_);
    }

    std::unique_ptr<GroupSum<float>>& sum(float) {
        doubles_.reset();
        return singles_;
    }
    std::unique_ptr<GroupSum<double>>& sum(double) {
        singles_.reset();
        return doubles_;
    }

    const SolverInfo& info_;
    std::unique_ptr<GroupMethod> method_;
    GroupMode mode_;
    std::unique_ptr<DeviceGroup> group_;
    std::unique_ptr<Exchange> exchange_;
    std::unique_ptr<MemberThreads> threads_;
    std::size_t kernel_ = 0;
    std::unique_ptr<GroupSum<float>> singles_;
    std::unique_ptr<GroupSum<double>> doubles_;
};

// Direct sums, in one mode.
class DirectMethod final : public GroupMethod {
public:
    DirectMethod(const SolverInfo& info, const GroupMode& mode) : info_(info), mode_(mode) {}

    GroupMode mode(const ForceParameters&) const override { return mode_; }
    std::size_t kernel(const ForceParameters& parameters) const override {
        return parameters.options.choice(info_, 0); // its only option
    }
    std::unique_ptr<Plan<float>> plan_in_float(DeviceGroup& group,
                                               std::size_t kernel) const override {
        return direct_plan<float>(group, kernel);
    }
    std::unique_ptr<Plan<double>> plan_in_double(DeviceGroup& group,
                                                 std::size_t kernel) const override {
        return direct_plan<double>(group, kernel);
    }

private:
    const SolverInfo& info_;
    GroupMode mode_;
};

} // namespace

SolverInfo multi_gpu_info(SolverInfo own) {
    const std::vector<std::string> kernels = direct_plan_kernels();
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
    return std::make_unique<MultiGpuSolver>(info, std::move(method));
}

std::unique_ptr<Solver> multi_gpu_solver(const SolverInfo& info, const GroupMode& mode) {
    return multi_gpu_solver(info, std::make_unique<DirectMethod>(info, mode));
}

} // namespace orrery
