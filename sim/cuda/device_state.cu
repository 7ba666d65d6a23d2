// A simulation's state that never leaves the GPU: the integrators' kicks and drifts are one kernel,
// what is measured of the state is reduced where it is (CUB), and only sums come back.

#include "sim/cuda/device_state.hpp"

#include "sim/base/error.hpp"
#include "sim/cuda/device_departure.cuh"
#include "sim/cuda/device_reading.cuh"
#include "sim/cuda/device_reduce.cuh"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/domain/device_migration.cuh"
#include "sim/machine/device_memory.hpp"

#include <algorithm>
#include <utility>

namespace orrery {
namespace {

// to = base + factor * term: every kick, drift and running sum there is.
template <class Real>
__global__ void add_vectors(Vectors<Real> to, Vectors<const Real> base, Real factor,
                            Vectors<const Real> term, std::size_t count) {
    const std::size_t i = own_wide_index();
    if (i < count) {
        to.x[i] = fma(factor, term.x[i], base.x[i]);
        to.y[i] = fma(factor, term.y[i], base.y[i]);
        to.z[i] = fma(factor, term.z[i], base.z[i]);
    }
}

enum Trouble : unsigned { bad_input_found = 1, bad_acceleration_found = 2 };

template <class Real>
__global__ void check_finite(Vectors<const Real> position, const Real* mass,
                             Vectors<const Real> acceleration, std::size_t count,
                             unsigned* trouble) {
    const std::size_t i = own_wide_index();
    if (i >= count) {
        return;
    }
    if (!(isfinite(position.x[i]) && isfinite(position.y[i]) && isfinite(position.z[i]) &&
          isfinite(mass[i]))) {
        atomicOr(trouble, bad_input_found);
    }
    if (!(isfinite(acceleration.x[i]) && isfinite(acceleration.y[i]) &&
          isfinite(acceleration.z[i]))) {
        atomicOr(trouble, bad_acceleration_found);
    }
}

// Its own index and one for the body with a number, 0 for all others: their largest tells where
// that body is.
template <class Number>
struct PlaceOfBody {
    const Number* numbers;
    Number wanted;

    __device__ double operator()(std::size_t k) const {
        return numbers[k] == wanted ? static_cast<double>(k) + 1 : 0.0;
    }
};

// The most that a reduction gives back.
constexpr std::size_t max_reduced = sizeof(BodySums) / sizeof(double);

} // namespace

template <class Real>
DeviceState<Real>::DeviceState(const Bodies<double>& bodies, int device)
    : queue_(device), count_(bodies.size()), order_(count_), mass_(uploaded<Real>(bodies.mass)),
      start_position_(uploaded<Real>(bodies.position)),
      start_velocity_(uploaded<Real>(bodies.velocity)), start_acceleration_(count_),
      position_(count_), velocity_(count_), acceleration_(count_), reduced_(max_reduced),
      reduced_copy_(max_reduced), trouble_(1), trouble_copy_(1), publisher_(device) {
    for (auto* column : {&start_acceleration_.x, &start_acceleration_.y, &start_acceleration_.z}) {
        cuda_check(cudaMemset(column->data(), 0, column->bytes()), "clearing GPU memory");
    }
    cuda_check(cudaMemset(trouble_.data(), 0, trouble_.bytes()), "clearing GPU memory");
    trouble_copy_[0] = 0;
    cuda_check(cudaDeviceSynchronize(), "copying bodies to the GPU");
    complete_.record(queue_.stream());
}

template <class Real>
DeviceState<Real>::DeviceState(std::size_t count, int device)
    : queue_(device), count_(count), order_(count), reduced_(max_reduced),
      reduced_copy_(max_reduced), publisher_(device) {}

template <class Real>
void DeviceState<Real>::begin() {
    queue_.forget_phases();
    if (!std::exchange(flown_from_, false)) {
        departures_ = {};
    }
    wait_for_borrowers();
}

// A reader may drop an array while its kernel still reads it: as long as one is held, every step
// waits for what the GPU was given before.
template <class Real>
void DeviceState<Real>::wait_for_borrowers() {
    if (lent_) {
        lent_ = mass_.held() || order_.held() || start_position_.held() || start_velocity_.held() ||
                start_acceleration_.held();
        wait_for_device(queue_.device());
    }
}

template <class Real>
DeviceState<Real>::~DeviceState() = default;

template <class Real>
DeviceVectors<Real>& DeviceState<Real>::vector(StepVector which, std::size_t count) {
    DeviceVectors<Real>& vectors = *all_vectors(*this)[static_cast<std::size_t>(which)];
    if (!suffices(vectors.x.count, count)) {
        vectors = {}; // before the new ones, so that never both are held
        vectors = DeviceVectors<Real>(room_of(count));
    }
    return vectors;
}

template <class Real>
BodiesView<Real> DeviceState<Real>::view(const DeviceVectors<Real>& position,
                                         const DeviceVectors<Real>& velocity) const {
    return {count_,       position.x.data(), position.y.data(), position.z.data(),
            mass_.data(), velocity.x.data(), velocity.y.data(), velocity.z.data()};
}

template <class Real>
void DeviceState<Real>::add(StepVector destination, StepVector base, double factor,
                            StepVector term) {
    queue_.activate();
    DeviceVectors<Real>& to = vector(destination);
    const DeviceVectors<Real>& from = vector(base);
    const DeviceVectors<Real>& step = vector(term);
    queue_.launch("integrate", one_thread_each(count_), add_vectors<Real>, pointers(to),
                  pointers(from), static_cast<Real>(factor), pointers(step), count_);
}

// For the results that are wanted.
template <class Real>
AccelerationsView<Real> DeviceState<Real>::room_for(const Evaluation& wanted) {
    DeviceVectors<Real>& acceleration = vector(StepVector::acceleration);
    AccelerationsView<Real> result{
        .x = acceleration.x.data(), .y = acceleration.y.data(), .z = acceleration.z.data()};
    if (wanted.potential) {
        make_room(potential_, count_);
        result.potential = potential_.data();
    }
    if (wanted.interactions) {
        // Empty: not counted.
        make_room(interactions_, std::max<std::size_t>(count_, 1));
        result.interactions = interactions_.data();
    } else if (!interactions_.empty()) {
        interactions_ = {};
    }
    if (wanted.jerk) {
        DeviceVectors<Real>& jerk = vector(StepVector::jerk);
        result.jerk_x = jerk.x.data();
        result.jerk_y = jerk.y.data();
        result.jerk_z = jerk.z.data();
    }
    return result;
}

template <class Real>
Outcome DeviceState<Real>::evaluate(StepVector at, StepVector with, const Evaluation& evaluation) {
    Execution execution = evaluation.execution;
    execution.queue = &queue_;
    AccelerationsView<Real> result;
    on_all(execution.communicator, [&] {
        queue_.activate();
        result = room_for(evaluation);
    });
    const DeviceVectors<Real>&position = vector(at), &velocity = vector(with);
    const DeviceVectors<Real>& acceleration = vector(StepVector::acceleration);
    const auto request =
        ForceRequest<Real>::among(view(position, velocity), result, evaluation.parameters);
    const Outcome outcome = evaluation.solver.accelerations(request, execution);
    if (outcome == Outcome::cancelled) {
        StepTimings nobody_asks;
        queue_.finish(nobody_asks);
        // The next step must not fail for what this one had found wrong so far.
        cuda_check(cudaMemset(trouble_.data(), 0, trouble_.bytes()), "clearing GPU memory");
        return outcome;
    }
    queue_.launch("check", one_thread_each(count_), check_finite<Real>, pointers(position),
                  mass_.data(), pointers(acceleration), count_, trouble_.data());
    return outcome;
}

template <class Real>
void DeviceState<Real>::finish(StepTimings& timings) {
    queue_.activate();
    queue_.begin("check");
    cuda_check(cudaMemcpyAsync(trouble_copy_.data(), trouble_.data(), trouble_.bytes(),
                               cudaMemcpyDeviceToHost, queue_.stream()),
               "copying results from the GPU");
    if (member_) {
        queue_.report_spans(*member_, timings, "");
    }
    queue_.finish(timings);
    if (unsettled_ != nullptr) {
        std::rethrow_exception(unsettled_);
    }
    const unsigned found = std::exchange(trouble_copy_[0], 0U);
    if (found == 0) {
        return;
    }
    cuda_check(cudaMemset(trouble_.data(), 0, trouble_.bytes()), "clearing GPU memory");
    throw(found & bad_input_found) != 0 ? input_not_finite("GPU") : acceleration_not_finite("GPU");
}

template <class Real>
double DeviceState<Real>::working_potential_energy(Workers&) {
    queue_.activate();
    queue_.begin("diagnostics");
    const HalfMassTimesPotential<Real> term{mass_.data(), potential_.data()};
    return reduce_bodies<double>(queue_, reduction_scratch_, reduced_, reduced_copy_, count_, term,
                                 Plus(), 0.0);
}

template <class Real>
double DeviceState<Real>::largest_acceleration(Workers&) {
    queue_.activate();
    const SquaredLength<Real> term{start_acceleration_.x.data(), start_acceleration_.y.data(),
                                   start_acceleration_.z.data()};
    return std::sqrt(reduce_bodies<double>(queue_, reduction_scratch_, reduced_, reduced_copy_,
                                           count_, term, Larger(), 0.0));
}

template <class Real>
Conserved DeviceState<Real>::conserved(Workers&) {
    return sums().conserved();
}

template <class Real>
BodySums DeviceState<Real>::sums() {
    queue_.activate();
    const auto [x, y, z] = pointers(std::as_const(start_position_));
    const auto [vx, vy, vz] = pointers(std::as_const(start_velocity_));
    const BodyTerms<Real> terms{{count_, x, y, z, mass_.data(), vx, vy, vz}};
    return reduce_bodies<BodySums>(queue_, reduction_scratch_, reduced_, reduced_copy_, count_,
                                   terms, Plus(), BodySums());
}

// Others read the complete state on streams of their own: what they have begun to read is not
// written to before they are done.
template <class Real>
void DeviceState<Real>::commit_step() noexcept {
    start_position_.swap(position_);
    start_velocity_.swap(velocity_);
    position_.leave_if_held();
    velocity_.leave_if_held();
    commit_acceleration();
}

template <class Real>
void DeviceState<Real>::commit_acceleration() noexcept {
    start_acceleration_.swap(acceleration_);
    acceleration_.leave_if_held();
    start_jerk_.swap(jerk_);
    start_interactions_.swap(interactions_);
    // None can fail but by a lost GPU, which the next launch reports.
    wait_for(publisher_.done());
    wait_for(read_);
    cudaEventRecord(complete_.get(), queue_.stream());
}

// The masses go to the potentials' memory: a complete state does not need its potentials.
template <class Real>
void DeviceState<Real>::prepare_order(const std::uint32_t* order, Execution&) {
    queue_.activate();
    order_.prepare(queue_, order);
    const auto to_next_order = [&](const DeviceVectors<Real>& from, DeviceVectors<Real>& to) {
        order_.apply(queue_, from.x, to.x);
        order_.apply(queue_, from.y, to.y);
        order_.apply(queue_, from.z, to.z);
    };
    to_next_order(start_position_, vector(StepVector::position));
    to_next_order(start_velocity_, vector(StepVector::velocity));
    to_next_order(start_acceleration_, vector(StepVector::acceleration));
    if (!start_jerk_.empty()) {
        to_next_order(start_jerk_, vector(StepVector::jerk));
    }
    if (!start_interactions_.empty()) {
        interactions_.reserve(count_);
        order_.apply(queue_, start_interactions_, interactions_);
    } else {
        interactions_ = {};
    }
    potential_.reserve(count_);
    order_.apply(queue_, mass_, potential_);
}

template <class Real>
std::optional<std::size_t> DeviceState<Real>::index_of(std::size_t body) {
    const auto found = [&](const auto& term) -> std::optional<std::size_t> {
        const double place = reduce_bodies<double>(queue_, reduction_scratch_, reduced_,
                                                   reduced_copy_, count_, term, Larger(), 0.0);
        return place > 0 ? std::optional(static_cast<std::size_t>(place) - 1) : std::nullopt;
    };
    if (!numbers_.empty()) {
        return found(PlaceOfBody<std::uint64_t>{numbers_.data(), body});
    }
    if (body >= count_) {
        return std::nullopt;
    }
    return order_.original() ? std::optional(body)
                             : found(PlaceOfBody<std::uint32_t>{order_.numbers(),
                                                                static_cast<std::uint32_t>(body)});
}

template <class Real>
std::unique_ptr<InspectionReading> DeviceState<Real>::inspect(Solver& solver,
                                                              InspectRequest request) {
    queue_.activate();
    if (request.body) {
        request.body = index_of(*request.body);
    }
    return solver.inspect(request);
}

template <class Real>
void DeviceState<Real>::commit_order() noexcept {
    if (settle_ != nullptr) {
        count_ = *std::exchange(next_count_, std::nullopt);
        order_ = DeviceOrder(count_);
        settle();
        return;
    }
    mass_.swap(potential_);
    if (next_count_) {
        count_ = *std::exchange(next_count_, std::nullopt);
        order_ = DeviceOrder(count_);
        numbers_.swap(next_numbers_);
    } else {
        order_.commit();
    }
    commit_step();
}

template <class Real>
std::size_t DeviceState<Real>::memory_bytes() const {
    std::size_t total =
        order_.bytes() + (migration_ ? migration_->bytes() : 0) +
        total_bytes(numbers_, next_numbers_, mass_, potential_, start_interactions_, interactions_);
    for (const auto* v : all_vectors(*this)) {
        total += v->bytes();
    }
    for (const auto& departure : departures_) {
        total += departure != nullptr ? departure->bytes() : 0;
    }
    return total;
}

template <class Real>
std::unique_ptr<StateReading> DeviceState<Real>::begin_reading(const ReadRequest& request) const {
    return begin_reading_of(ReadableColumns<Real>{queue_.device(), count_, order_.numbers(),
                                                  complete_.get(), &start_position_,
                                                  &start_velocity_, &start_acceleration_,
                                                  mass_.data()},
                            request, reader_.get(), read_);
}

// One is flown from while the next is written.
template <class Real>
std::shared_ptr<const Departure> DeviceState<Real>::departure() {
    if (!numbers_.empty()) {
        return nullptr; // among ranks it has a share of them
    }
    queue_.activate();
    try {
        if (departures_.front() == nullptr) {
            std::size_t free = 0, total = 0;
            cuda_check(cudaMemGetInfo(&free, &total), "asking for a GPU's free memory");
            if (free < 4 * departures_.size() * 6 * count_ * sizeof(Real)) {
                return nullptr; // smoothness takes no memory that a solver may want
            }
            for (auto& departure : departures_) {
                departure = std::make_shared<DeviceDeparture<Real>>(queue_.device(), count_);
            }
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::failed) {
            throw;
        }
        departures_ = {};
        return nullptr;
    }
    const auto place = std::ranges::find_if(
        departures_, [](const auto& departure) { return departure.use_count() == 1; });
    if (place == departures_.end()) {
        return nullptr; // a picture still reads the other one
    }
    (*place)->keep(queue_, order_.numbers(), start_position_, start_velocity_, publisher_.done());
    flown_from_ = true;
    return *place;
}

template <class Real>
std::optional<BodiesOnDevice> DeviceState<Real>::on_device() const {
    if (!numbers_.empty()) {
        return std::nullopt; // among ranks it has a share of them
    }
    wait_for_device(queue_.device());
    lent_ = true;
    return BodiesOnDevice{queue_.device(),
                          sizeof(Real),
                          count_,
                          DeviceVectors<Real>::stride(count_),
                          start_position_.hold(),
                          start_velocity_.hold(),
                          start_acceleration_.hold(),
                          mass_.hold(),
                          order_.original() ? nullptr : order_.hold()};
}

template <class Real>
ScalarRange DeviceState<Real>::write(const BodyTarget& target, BodyScalar scalar,
                                     std::span<const Component> components, const Flight& flight,
                                     const ShownSpace& space) const {
    const DeviceVectors<Real>& coloured =
        scalar == BodyScalar::speed ? start_velocity_ : start_acceleration_;
    // A GPU's bodies are all of one process.
    const BodyScalar shown = scalar == BodyScalar::domain ? BodyScalar::none : scalar;
    const DevicePublisher::Source<Real> source{
        start_position_.x.data(),   start_position_.y.data(), start_position_.z.data(),
        coloured.x.data(),          coloured.y.data(),        coloured.z.data(),
        start_interactions_.data(), order_.numbers(),         count_};
    DevicePublisher::Way<Real> way;
    const auto* const from = dynamic_cast<const DeviceDeparture<Real>*>(flight.from.get());
    if (from != nullptr && from->count() == count_) {
        way = {pointers(from->position()), pointers(from->velocity()), pointers(start_velocity_),
               hermite_weights(flight.share, flight.duration, flight.from_drift, flight.to_drift)};
    }
    return publisher_.write(source, way, target, shown, components, complete_, space);
}

template <class Real>
void DeviceState<Real>::wait_for(const DeviceEvent& event) noexcept {
    cudaStreamWaitEvent(queue_.stream(), event.get());
}

template class DeviceState<float>;
template class DeviceState<double>;

std::unique_ptr<State> make_device_state(const Bodies<double>& bodies, Precision precision,
                                         int device) {
    if (precision == Precision::fp32) {
        return std::make_unique<DeviceState<float>>(bodies, device);
    }
    return std::make_unique<DeviceState<double>>(bodies, device);
}

} // namespace orrery
