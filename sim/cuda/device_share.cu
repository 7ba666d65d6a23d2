// A GPU's share of a system whose bodies many GPUs have: bodies come and go as domains are cut, and
// a whole is made of the shares of all.

#include "sim/cuda/device_state.hpp"

#include "sim/cuda/one_thread_each.hpp"
#include "sim/domain/device_migration.cuh"

#include <algorithm>
#include <utility>

namespace orrery {
namespace {

__global__ void shorten(const std::uint64_t* numbers, std::size_t count, std::uint32_t* to) {
    const std::size_t k = own_wide_index();
    if (k < count) {
        to[k] = static_cast<std::uint32_t>(numbers[k]);
    }
}

} // namespace

template <class Real>
void DeviceState<Real>::number(HostArray<std::uint64_t> numbers) {
    queue_.activate();
    numbers_ = DeviceArray<std::uint64_t>(std::max<std::size_t>(numbers.size(), 1));
    copy_to_gpu(numbers_.data(), numbers.data(), numbers.size() * sizeof(std::uint64_t),
                "copying the numbers of bodies");
}

template <class Real>
HostArray<std::uint64_t> DeviceState<Real>::numbers() const {
    if (numbers_.empty()) {
        return {};
    }
    queue_.activate();
    HostArray<std::uint64_t> copy(count_);
    cuda_check(cudaMemcpyAsync(copy.data(), numbers_.data(), count_ * sizeof(std::uint64_t),
                               cudaMemcpyDeviceToHost, queue_.stream()),
               "copying the numbers of bodies");
    cuda_check(cudaStreamSynchronize(queue_.stream()), "copying the numbers of bodies");
    return copy;
}

// The masses go to the potentials' memory, as in another order.
template <class Real>
std::size_t DeviceState<Real>::prepare_migration(const Recut& recut, Execution& execution) {
    queue_.activate();
    Communicator& ranks = execution.communicator;
    if (migration_ == nullptr) {
        migration_ = std::make_unique<DeviceMigration>();
    }
    next_count_.reset();
    settle_ = nullptr;
    migration_->plan(queue_,
                     DeviceMigration::Moving<Real>{
                         view(start_position_, start_velocity_), start_acceleration_.x.data(),
                         start_acceleration_.y.data(), start_acceleration_.z.data(), recut.drift},
                     recut, ranks);
    const std::size_t count = migration_->count();
    DeviceMigration::Columns<Real> columns;
    const bool in_place = recut.as_before && has_room(count, recut.with_jerk);
    std::function<void()> settle;
    on_all(ranks, [&] {
        const auto move = [&](DeviceVectors<Real>& from, StepVector to) {
            DeviceVectors<Real>& there = in_place ? from : vector(to, count);
            columns.add(from.x.data(), there.x.data());
            columns.add(from.y.data(), there.y.data());
            columns.add(from.z.data(), there.z.data());
        };
        move(start_position_, StepVector::position);
        move(start_velocity_, StepVector::velocity);
        move(start_acceleration_, StepVector::acceleration);
        recut.with_jerk ? move(start_jerk_, StepVector::jerk) : void();
        columns.numbers_from = numbers_.data();
        columns.interactions_from = start_interactions_.data();
        if (in_place) {
            columns.add(mass_.data(), mass_.data());
            columns.numbers_to = numbers_.data();
            columns.interactions_to = start_interactions_.data();
            settle = [this, columns] { migration_->settle_in_place(queue_, columns); };
            return;
        }
        make_room(potential_, count);
        columns.add(mass_.data(), potential_.data());
        make_room(next_numbers_, count + 1);
        columns.numbers_to = next_numbers_.data();
        if (start_interactions_.empty()) {
            interactions_ = {};
        } else {
            make_room(interactions_, count);
        }
        columns.interactions_to = interactions_.data();
    });
    migration_->move(queue_, columns, ranks);
    next_count_ = count;
    settle_ = std::move(settle);
    return migration_->leaving();
}

// The arrays that the next step writes to need room, too, which a migration to other arrays gives.
template <class Real>
bool DeviceState<Real>::has_room(std::size_t count, bool with_jerk) const {
    const auto all = {start_position_.x.count,
                      start_velocity_.x.count,
                      start_acceleration_.x.count,
                      position_.x.count,
                      velocity_.x.count,
                      acceleration_.x.count,
                      mass_.size(),
                      numbers_.size()};
    return suffices(std::ranges::min(all), count) &&
           (!with_jerk || suffices(start_jerk_.x.count, count)) &&
           (start_interactions_.empty() || suffices(start_interactions_.size(), count));
}

// Whoever reads the complete state has done so before.
template <class Real>
void DeviceState<Real>::settle() noexcept {
    wait_for(publisher_.done());
    wait_for(read_);
    const auto trouble = [&]() -> std::exception_ptr {
        try {
            queue_.activate();
            settle_();
            complete_.record(queue_.stream());
            return nullptr;
        } catch (...) {
            return std::current_exception();
        }
    };
    if (trouble() != nullptr) {
        unsettled_ = trouble(); // once more: it reads nothing that it writes
    }
    settle_ = nullptr;
}

// The copies go into the readers' stream, which long computations do not delay. All memory is taken
// before the first of them, so that none is under way where it does not suffice.
template <class Real>
void DeviceState<Real>::copy(std::span<const DeviceState* const> shares,
                             const CopiedColumns& columns, DeviceEvent& copied) {
    constexpr const char* doing = "copying bodies from GPU to GPU";
    queue_.activate();
    wait_for_borrowers();
    const cudaStream_t stream = reader_.get();
    const auto make_room = [&](DeviceVectors<Real>& vectors) {
        vectors.leave_if_held();
        vectors = vectors.empty() ? DeviceVectors<Real>(count_) : std::move(vectors);
    };
    make_room(start_position_);
    columns.velocity ? make_room(start_velocity_) : void();
    columns.acceleration ? make_room(start_acceleration_) : void();
    columns.mass ? mass_.reserve(count_) : void();
    const bool counted = std::ranges::all_of(shares, [](const DeviceState* share) {
        return share->count_ == 0 || !share->start_interactions_.empty();
    });
    if (columns.interactions && counted) {
        start_interactions_.reserve(count_);
    } else if (columns.interactions) {
        start_interactions_ = {};
    }
    StreamArray<std::uint64_t> long_numbers(count_, stream);
    std::uint32_t* const numbers = order_.rewrite();

    const auto wait = [&](const DeviceEvent& event) {
        cuda_check(cudaStreamWaitEvent(stream, event.get()), doing);
    };
    DeviceEvent before;
    before.record(queue_.stream());
    wait(before);
    wait(publisher_.done());
    for (const DeviceState* const share : shares) {
        wait(share->complete_);
    }
    // Each share's behind that of the one before.
    const auto column = [&]<class T>(T* to, const auto& of_share) {
        for (const DeviceState* const share : shares) {
            cuda_check(cudaMemcpyAsync(to, of_share(*share), share->count_ * sizeof(T),
                                       cudaMemcpyDefault, stream),
                       doing);
            to += share->count_;
        }
    };
    const auto vectors = [&](DeviceVectors<Real> DeviceState::*member) {
        DeviceVectors<Real>& to = this->*member;
        column(to.x.data(), [&](const DeviceState& share) { return (share.*member).x.data(); });
        column(to.y.data(), [&](const DeviceState& share) { return (share.*member).y.data(); });
        column(to.z.data(), [&](const DeviceState& share) { return (share.*member).z.data(); });
    };
    vectors(&DeviceState::start_position_);
    columns.velocity ? vectors(&DeviceState::start_velocity_) : void();
    columns.acceleration ? vectors(&DeviceState::start_acceleration_) : void();
    if (columns.mass) {
        column(mass_.data(), [](const DeviceState& share) { return share.mass_.data(); });
    }
    if (columns.interactions && counted) {
        column(start_interactions_.data(),
               [](const DeviceState& share) { return share.start_interactions_.data(); });
    }
    column(long_numbers.data(), [](const DeviceState& share) { return share.numbers_.data(); });
    DeviceQueue::launch_into(stream, doing, one_thread_each(count_), shorten,
                             std::as_const(long_numbers).data(), count_, numbers);
    copied.record(stream);
    complete_.record(stream);
    wait_for(complete_);
}

template void DeviceState<float>::number(HostArray<std::uint64_t>);
template void DeviceState<double>::number(HostArray<std::uint64_t>);
template HostArray<std::uint64_t> DeviceState<float>::numbers() const;
template HostArray<std::uint64_t> DeviceState<double>::numbers() const;
template std::size_t DeviceState<float>::prepare_migration(const Recut&, Execution&);
template std::size_t DeviceState<double>::prepare_migration(const Recut&, Execution&);
template void DeviceState<float>::settle() noexcept;
template void DeviceState<double>::settle() noexcept;
template void DeviceState<float>::copy(std::span<const DeviceState* const>, const CopiedColumns&,
                                       DeviceEvent&);
template void DeviceState<double>::copy(std::span<const DeviceState* const>, const CopiedColumns&,
                                        DeviceEvent&);

} // namespace orrery
