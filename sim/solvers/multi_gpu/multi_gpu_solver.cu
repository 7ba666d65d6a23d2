// One evaluation on several GPUs. One-sided kernels share out the targets: every GPU needs all
// positions and gives back the accelerations of its own targets. The symmetric kernel shares out
// the pairs: every GPU needs all positions and gives back a part of all accelerations, which are
// added at home. Which GPU does what is the same in every mode; the modes differ in the Exchange
// and in who drives.

#include "sim/solvers/multi_gpu/multi_gpu_solver.hpp"

#include "sim/cuda/device_array.hpp"
#include "sim/error.hpp"
#include "sim/solvers/direct/gpu_direct_methods.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"
#include "sim/solvers/direct/gpu_pairwise.cuh"
#include "sim/solvers/multi_gpu/member_threads.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace orrery {
namespace {

// The kernels that can be shared out, as the slider names them: the first shares out pairs.
constexpr std::size_t symmetric_choice = 0;
const OneSidedKernels& one_sided_choice(std::size_t choice) {
    constexpr std::array<const OneSidedKernels& (*)(), 6> kernels{
        register_kernels, shared_kernels,  naive_kernels,
        const_kernels,    shuffle_kernels, texture_kernels};
    return kernels[choice - 1]();
}

// Takes apart a member's slot: accelerations of targets [first, first + count), one component after
// the other.
template <class Real>
__global__ void unpack_targets(const Real* slot, unsigned stride, unsigned first, unsigned count,
                               AccelerationsView<Real> result) {
    const unsigned i = blockIdx.x * frame_threads + threadIdx.x;
    if (i >= count) {
        return;
    }
    result.x[first + i] = slot[i];
    result.y[first + i] = slot[stride + i];
    result.z[first + i] = slot[2 * std::size_t{stride} + i];
    if (result.potential != nullptr) {
        result.potential[first + i] = slot[3 * std::size_t{stride} + i];
    }
}

// Adds the members' parts of the sums, in their order.
template <class Real>
__global__ void add_parts(PointMass<Real>* slots, unsigned members, unsigned count) {
    const unsigned i = blockIdx.x * frame_threads + threadIdx.x;
    if (i >= count) {
        return;
    }
    PointMass<Real> sum = slots[i];
    for (std::size_t member = 1; member < members; ++member) {
        sum = sum + slots[member * count + i];
    }
    slots[i] = sum;
}

template <class Real>
struct Request {
    BodiesView<Real> bodies;
    AccelerationsView<Real> result;
    PairLaw<Real> law;
    unsigned count() const { return static_cast<unsigned>(bodies.count); }
    bool potential() const { return result.potential != nullptr; }
};

// One GPU's share of one evaluation after the other.
template <class Real>
class Member {
public:
    virtual ~Member() = default;
    virtual std::size_t slot_bytes(const Request<Real>& request, std::size_t members) const = 0;
    // Before its bodies are there: `bodies` is where they will be, `arrived` when.
    virtual void begin(const Request<Real>& request, const PointMass<Real>* bodies,
                       std::vector<DeviceEvent>& arrived) = 0;
    virtual SlicedWork& work() = 0;
    // After the work: where the result is, as long as a slot.
    virtual const void* finish() = 0;
    virtual std::size_t bytes() const = 0;
};

// Some of the targets, by a one-sided kernel.
template <class Real>
class TargetsMember final : public Member<Real> {
public:
    TargetsMember(DeviceQueue& queue, const OneSidedKernel<Real>& kernel, std::size_t index,
                  std::size_t members)
        : queue_(queue), sum_(queue, kernel), index_(index), members_(members) {}

    std::size_t slot_bytes(const Request<Real>& request, std::size_t members) const override {
        const std::size_t stride = divided_up(request.count(), static_cast<unsigned>(members));
        return stride * (request.potential() ? 4 : 3) * sizeof(Real);
    }

    void begin(const Request<Real>& request, const PointMass<Real>* bodies,
               std::vector<DeviceEvent>& arrived) override {
        queue_.activate();
        const BodyPart own = body_part(request.count(), index_, members_);
        stride_ = divided_up(request.count(), static_cast<unsigned>(members_));
        potential_ = request.potential();
        result_.reserve(std::size_t{stride_} * 4);
        sum_.begin(static_cast<unsigned>(own.first), static_cast<unsigned>(own.end), request.law,
                   {potential_, false});
        BodiesView<Real> nothing_but_the_count{};
        nothing_but_the_count.count = request.count();
        for (std::size_t turn = 0; turn < arrived.size(); ++turn) {
            const std::size_t k = (index_ + turn) % arrived.size(); // the targets' own part first
            const BodyPart part = body_part(request.count(), k, arrived.size());
            const auto wait = [this, &event = arrived[k]] {
                cuda_check(cudaStreamWaitEvent(queue_.stream(), event.get()),
                           "waiting for positions");
            };
            sum_.add({bodies, nullptr, nothing_but_the_count}, static_cast<unsigned>(part.first),
                     static_cast<unsigned>(part.end), wait);
        }
    }

    SlicedWork& work() override { return sum_.work(); }

    const void* finish() override {
        queue_.activate();
        Real* const base = result_.data();
        sum_.finish({.x = base,
                     .y = base + stride_,
                     .z = base + 2 * std::size_t{stride_},
                     .potential = potential_ ? base + 3 * std::size_t{stride_} : nullptr});
        return base;
    }

    std::size_t bytes() const override { return sum_.bytes() + result_.bytes(); }

private:
    DeviceQueue& queue_;
    OneSidedSum<Real> sum_;
    std::size_t index_, members_;
    DeviceArray<Real> result_;
    unsigned stride_ = 0;
    bool potential_ = false;
};

// Some of the pairs, by the symmetric kernel.
template <class Real>
class PairsMember final : public Member<Real> {
public:
    PairsMember(DeviceQueue& queue, const PairwiseKernel<Real>& kernel, std::size_t index,
                std::size_t members)
        : queue_(queue), sum_(queue, kernel), share_{static_cast<unsigned>(index),
                                                     static_cast<unsigned>(members)} {}

    std::size_t slot_bytes(const Request<Real>& request, std::size_t) const override {
        return request.count() * sizeof(PointMass<Real>);
    }

    void begin(const Request<Real>& request, const PointMass<Real>* bodies,
               std::vector<DeviceEvent>& arrived) override {
        queue_.activate();
        for (const DeviceEvent& part : arrived) {
            cuda_check(cudaStreamWaitEvent(queue_.stream(), part.get()), "waiting for positions");
        }
        sum_.begin(bodies, request.count(), request.law, request.potential(), share_);
    }

    SlicedWork& work() override { return sum_.work(); }
    const void* finish() override { return sum_.totals(); }
    std::size_t bytes() const override { return sum_.bytes(); }

private:
    DeviceQueue& queue_;
    PairwiseSum<Real> sum_;
    PairwiseShare share_;
};

// Everything that is kept between evaluations in one precision with one kernel on one group.
template <class Real>
class GroupSum {
public:
    GroupSum(DeviceGroup& group, std::size_t choice)
        : group_(group), pairs_(choice == symmetric_choice) {
        for (std::size_t k = 0; k < group.size(); ++k) {
            DeviceQueue& queue = group.queue(k);
            queue.activate();
            if (pairs_) {
                members_.push_back(std::make_unique<PairsMember<Real>>(
                    queue, symmetric_kernels().in<Real>(), k, group.size()));
            } else {
                members_.push_back(std::make_unique<TargetsMember<Real>>(
                    queue, one_sided_choice(choice).in<Real>(), k, group.size()));
            }
            bodies_.emplace_back();
            // Sums over sources begin with the part that is there; pairs want all bodies at once.
            arrived_.emplace_back(k == 0 || pairs_ ? 1 : group.size());
        }
    }

    Outcome run(const Request<Real>& request, Exchange& exchange, MemberThreads* threads,
                const std::stop_token& stop) {
        DeviceQueue& home = group_.home();
        home.activate();
        bodies_[0].reserve(request.count());
        pack_bodies(home, request.bodies, bodies_[0].data());
        const std::size_t slot = members_[0]->slot_bytes(request, members_.size());
        slots_.reserve(slot * members_.size());
        arrived_[0][0].record(home.stream());
        home.begin("exchange");
        exchange.offer(group_, {bodies_[0].data(), request.count() * sizeof(PointMass<Real>),
                                sizeof(PointMass<Real>), slots_.data(), slot});
        const Outcome outcome = threads == nullptr ? drive_all(request, exchange, stop)
                                                   : drive_by(*threads, request, exchange, stop);
        if (outcome == Outcome::cancelled) {
            group_.wait();
            return outcome;
        }
        home.activate();
        home.begin("exchange");
        exchange.gather(group_);
        home.activate();
        combine(request, slot);
        return outcome;
    }

    std::size_t bytes() const {
        std::size_t total = slots_.bytes();
        for (std::size_t k = 0; k < members_.size(); ++k) {
            total += members_[k]->bytes() + bodies_[k].bytes();
        }
        return total;
    }

private:
    // Asks for member k's positions.
    void receive(std::size_t k, const Request<Real>& request, Exchange& exchange) {
        DeviceQueue& queue = group_.queue(k);
        queue.activate();
        queue.begin("exchange");
        bodies_[k].reserve(request.count());
        if (k != 0) {
            exchange.receive(group_, k, bodies_[k].data(), arrived_[k]);
        }
    }

    // One thread gives every GPU a slice in turn.
    Outcome drive_all(const Request<Real>& request, Exchange& exchange,
                      const std::stop_token& stop) {
        for (std::size_t k = members_.size(); k-- > 0;) {
            receive(k, request, exchange);
        }
        exchange.deliver(group_);
        for (std::size_t k = members_.size(); k-- > 0;) { // home last: the others wait for copies
            members_[k]->begin(request, bodies_[k].data(), arrived_[k]);
        }
        for (bool unfinished = true; unfinished;) {
            if (stop.stop_requested()) {
                return Outcome::cancelled;
            }
            unfinished = false;
            for (std::size_t k = members_.size(); k-- > 0;) {
                SlicedWork& work = members_[k]->work();
                if (!work.finished()) {
                    work.step();
                    unfinished = unfinished || !work.finished();
                }
            }
        }
        for (std::size_t k = members_.size(); k-- > 0;) {
            exchange.send(group_, k, members_[k]->finish());
        }
        return Outcome::complete;
    }

    // Every GPU is driven by a thread of its own.
    Outcome drive_by(MemberThreads& threads, const Request<Real>& request, Exchange& exchange,
                     const std::stop_token& stop) {
        std::vector<Outcome> outcomes(members_.size(), Outcome::complete);
        threads.run([&](std::size_t k) {
            receive(k, request, exchange);
            members_[k]->begin(request, bodies_[k].data(), arrived_[k]);
            outcomes[k] = members_[k]->work().run(stop);
            if (outcomes[k] == Outcome::complete) {
                exchange.send(group_, k, members_[k]->finish());
            }
        });
        const bool complete = std::all_of(outcomes.begin(), outcomes.end(), [](Outcome outcome) {
            return outcome == Outcome::complete;
        });
        return complete ? Outcome::complete : Outcome::cancelled;
    }

    void combine(const Request<Real>& request, std::size_t slot_bytes) {
        DeviceQueue& home = group_.home();
        const auto members = static_cast<unsigned>(members_.size());
        if (pairs_) {
            auto* const slots = reinterpret_cast<PointMass<Real>*>(slots_.data());
            home.launch("exchange", one_thread_each(request.count()), add_parts<Real>, slots,
                        members, request.count());
            scale_sums<Real>(home, slots, request.count(), request.law.gravity, request.result);
            return;
        }
        const unsigned stride = divided_up(request.count(), members);
        for (std::size_t k = 0; k < members_.size(); ++k) {
            const BodyPart own = body_part(request.count(), k, members_.size());
            const auto* const slot = reinterpret_cast<const Real*>(slots_.data() + k * slot_bytes);
            home.launch("exchange", one_thread_each(own.end - own.first), unpack_targets<Real>,
                        slot, stride, static_cast<unsigned>(own.first),
                        static_cast<unsigned>(own.end - own.first), request.result);
        }
    }

    DeviceGroup& group_;
    bool pairs_;
    std::vector<std::unique_ptr<Member<Real>>> members_;
    std::vector<DeviceArray<PointMass<Real>>> bodies_;
    std::vector<std::vector<DeviceEvent>> arrived_;
    DeviceArray<std::byte> slots_; // at home
};

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
    MultiGpuSolver(const SolverInfo& info, std::unique_ptr<Exchange> (*exchange)(), Drivers drivers)
        : info_(info), make_exchange_(exchange), drivers_(drivers) {}

    const SolverInfo& info() const override { return info_; }

    Outcome accelerations(const BodiesView<float>& bodies, const AccelerationsView<float>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return run(bodies, result, parameters, context);
    }
    Outcome accelerations(const BodiesView<double>& bodies, const AccelerationsView<double>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return run(bodies, result, parameters, context);
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
        const auto count = static_cast<double>(bodies.count);
        context.timings.interactions = count > 0 ? count * (count - 1) : 0;
        if (bodies.count == 0) {
            return context.stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
        }
        adapt(home, parameters);
        auto& sum = this->sum(Real());
        if (sum == nullptr) {
            sum = std::make_unique<GroupSum<Real>>(*group_, choice_);
        }
        const Outcome outcome =
            sum->run({bodies, result, {parameters.softening, parameters.gravity}}, *exchange_,
                     threads_.get(), context.stop);
        home.when_finished([group = group_.get()](StepTimings& timings) {
            for (std::size_t k = 0; k < group->size(); ++k) {
                group->queue(k).report_spans(k, timings);
            }
            group->home().activate();
        });
        return outcome;
    }

    // A group of the GPUs asked for, with what belongs to it.
    void adapt(DeviceQueue& home, const ForceParameters& parameters) {
        const std::vector<int> devices =
            members_of(parameters, home.device(), make_exchange_ != nccl_exchange);
        const auto choice = static_cast<std::size_t>(parameters.option(info_, "kernel"));
        if (group_ == nullptr || !group_->is(home, devices)) {
            singles_.reset();
            doubles_.reset();
            threads_.reset();
            exchange_.reset();
            group_ = std::make_unique<DeviceGroup>(home, devices);
            exchange_ = make_exchange_();
            if (drivers_ == Drivers::thread_per_gpu) {
                threads_ = std::make_unique<MemberThreads>(group_->size());
            }
        }
        if (choice != choice_) {
            singles_.reset();
            doubles_.reset();
            choice_ = choice;
        }
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
    std::unique_ptr<Exchange> (*make_exchange_)();
    Drivers drivers_;
    std::unique_ptr<DeviceGroup> group_;
    std::unique_ptr<Exchange> exchange_;
    std::unique_ptr<MemberThreads> threads_;
    std::size_t choice_ = symmetric_choice;
    std::unique_ptr<GroupSum<float>> singles_;
    std::unique_ptr<GroupSum<double>> doubles_;
};

} // namespace

SolverInfo multi_gpu_info(SolverInfo own) {
    own.family = "Several GPUs, direct";
    own.space = Space::several_devices;
    own.complexity = "N^2 / 2";
    own.multithreaded = true;
    own.options = {
        {.id = "kernel",
         .title = "Kernel",
         .tooltip = "What each GPU computes with; symmetric shares out pairs, the "
                    "others share out targets",
         .minimum = 0,
         .maximum = 6,
         .standard = 0,
         .choices = {"symmetric", "register", "shared", "naive", "const", "shuffle", "texture"}}};
    return own;
}

std::unique_ptr<Solver> multi_gpu_solver(const SolverInfo& info,
                                         std::unique_ptr<Exchange> (*exchange)(), Drivers drivers) {
    return std::make_unique<MultiGpuSolver>(info, exchange, drivers);
}

} // namespace orrery
