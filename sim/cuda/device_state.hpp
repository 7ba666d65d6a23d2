#pragma once

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/device_stream.hpp"
#include "sim/cuda/device_vectors.hpp"
#include "sim/state/state.hpp"
#include "sim/system.hpp"

#include <array>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

class DeviceMigration;

// Writes what a GPU has to where it is drawn from. Runs on the drawing thread's stream, beside the
// step that the simulation's stream computes.
class DevicePublisher {
public:
    // The bodies to publish: `count` of them. Arrays that the scalar does not need may be null, and
    // so may interactions that were not counted.
    template <class Real>
    struct Source {
        const Real *x, *y, *z;
        const Real *sx, *sy, *sz; // of the vector whose length colours a body
        const float* interactions;
        const std::uint32_t* numbers; // see DeviceOrder
        std::size_t count;
    };
    template <class Real>
    struct Vectors {
        Real *x, *y, *z;
    };
    // From where bodies fly, in original order, to where the source has them, in its own. Null:
    // they are there.
    template <class Real>
    struct Way {
        Vectors<const Real> position{}, velocity{}; // at its beginning
        Vectors<const Real> to_velocity{};
        HermiteWeights weights{};
    };

    explicit DevicePublisher(int device);

    // After `ready`, writes the bodies in original order, as many as fit. To a target on the GPU
    // this returns at once, and the range is that of the publication before; a target on the host
    // is complete on return.
    template <class Real>
    ScalarRange write(const Source<Real>& source, const Way<Real>& way, const BodyTarget& target,
                      BodyScalar scalar, std::span<const Component> components,
                      const DeviceEvent& ready, const ShownSpace& space);

    // Passed when all reading of published data has ended.
    const DeviceEvent& done() const { return done_; }

private:
    void upload_components(std::span<const Component> components, cudaStream_t stream);

    int device_;
    DeviceStream own_stream_;
    DeviceEvent done_;
    DeviceArray<float4> staging_; // for targets on the host
    DeviceArray<float> sample_;
    PinnedArray<float> sample_copy_;
    std::size_t sampled_ = 0;    // bodies in the sample
    std::size_t sampled_of_ = 0; // bodies
    BodyScalar sampled_scalar_ = BodyScalar::none;
    bool sampled_counts_ = false; // interactions were counted
    DeviceEvent sample_ready_;
    DeviceArray<unsigned> component_ends_;
    std::vector<unsigned> uploaded_ends_;
    ScalarRange range_; // of the last sample that came back
};

template <class Real>
class DeviceDeparture;

// What a copy of a complete state has besides places and numbers.
struct CopiedColumns {
    bool velocity = false, acceleration = false, mass = false, interactions = false;

    bool operator==(const CopiedColumns&) const = default;
};

// A State in the memory of one GPU.
template <class Real>
class DeviceState final : public State {
public:
    DeviceState(const Bodies<double>& bodies, int device);
    // Has no bodies until copy() brings so many of others' complete states.
    DeviceState(std::size_t count, int device);
    ~DeviceState() override;

    void begin() override;
    void add(StepVector destination, StepVector base, double factor, StepVector term,
             Execution&) override {
        add(destination, base, factor, term);
    }
    void add(StepVector destination, StepVector base, double factor, StepVector term);
    Outcome evaluate(StepVector position, StepVector velocity,
                     const Evaluation& evaluation) override;
    double working_potential_energy(Workers& workers) override;
    void commit_step() noexcept override;
    void commit_acceleration() noexcept override;
    void finish(StepTimings& timings) override;
    void prepare_order(const std::uint32_t* order, Execution& execution) override;
    void commit_order() noexcept override;
    void number(HostArray<std::uint64_t> numbers) override;
    HostArray<std::uint64_t> numbers() const override;
    std::size_t prepare_migration(const Recut& recut, Execution& execution) override;
    bool in_original_order() const override { return order_.original(); }
    std::unique_ptr<InspectionReading> inspect(Solver& solver, InspectRequest request) override;
    std::size_t memory_bytes() const override;

    std::size_t local_count() const override { return count_; }
    Precision precision() const override {
        return sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    }
    std::optional<int> device() const override { return queue_.device(); }
    std::unique_ptr<StateReading> begin_reading(const ReadRequest& request) const override;
    std::optional<BodiesOnDevice> on_device() const override;
    double largest_acceleration(Workers& workers) override;
    Conserved conserved(Workers& workers) override;
    std::shared_ptr<const Departure> departure() override;
    ScalarRange write(const BodyTarget& target, BodyScalar scalar,
                      std::span<const Component> components, const Flight& flight,
                      const ShownSpace& space) const override;

    // ---- one of several that have a share of the bodies each ----

    // Begins on the readers' stream: the complete state becomes a copy of all of theirs, one behind
    // the other, which the queue waits for. Theirs may be written to again when `copied` has
    // passed.
    void copy(std::span<const DeviceState* const> shares, const CopiedColumns& columns,
              DeviceEvent& copied);
    // What the queue is given next is done when that has passed.
    void wait_for(const DeviceEvent& event) noexcept;
    // finish() tells phases as this member's of a group; those of the first are the step's, too.
    void join(std::size_t member) { member_ = member; }
    BodySums sums();
    void wait() { queue_.wait(); }

private:
    // In the order of StepVector.
    template <class Self>
    static auto all_vectors(Self& self) {
        return std::array{&self.start_position_, &self.start_velocity_, &self.start_acceleration_,
                          &self.start_jerk_,     &self.position_,       &self.velocity_,
                          &self.acceleration_,   &self.jerk_,           &self.position_sum_,
                          &self.velocity_sum_};
    }
    // With room for all bodies.
    DeviceVectors<Real>& vector(StepVector which) { return vector(which, count_); }
    DeviceVectors<Real>& vector(StepVector which, std::size_t count);
    BodiesView<Real> view(const DeviceVectors<Real>& position,
                          const DeviceVectors<Real>& velocity) const;
    AccelerationsView<Real> room_for(const Evaluation& wanted);
    // Where a body of original order is; none: it is not here.
    std::optional<std::size_t> index_of(std::size_t body);
    void wait_for_borrowers();
    bool has_room(std::size_t count, bool with_jerk) const;
    // The room that `count` bodies are given where they lack it. Among ranks their number
    // varies: room that is nearly used up does not suffice, so that steps seldom have to take some.
    std::size_t room_of(std::size_t count) const {
        return numbers_.empty() ? count : count + count / 16;
    }
    bool suffices(std::size_t room, std::size_t count) const {
        return room >= (numbers_.empty() ? count : count + count / 32);
    }
    template <class Array>
    void make_room(Array& array, std::size_t count) {
        array.reserve(suffices(array.size(), count) ? array.size() : room_of(count));
    }
    void settle() noexcept;

    DeviceQueue queue_;
    std::size_t count_;
    std::optional<std::size_t> member_;
    DeviceOrder order_;
    // Among ranks, see number(); and the way of bodies from one to another.
    DeviceArray<std::uint64_t> numbers_, next_numbers_;
    std::unique_ptr<DeviceMigration> migration_;
    std::optional<std::size_t> next_count_; // after a migration that is prepared,
    std::function<void()> settle_;          // which this ends where bodies stay in their arrays
    std::exception_ptr unsettled_;          // that has failed: some bodies are lost
    SharedDeviceArray<Real> mass_;
    DeviceVectors<Real> start_position_, start_velocity_, start_acceleration_, start_jerk_;
    DeviceVectors<Real> position_, velocity_, acceleration_, jerk_;
    DeviceVectors<Real> position_sum_, velocity_sum_;
    SharedDeviceArray<Real> potential_;
    DeviceArray<float> start_interactions_, interactions_; // empty: not counted

    // For reductions; results come back through page-locked memory.
    DeviceArray<std::byte> reduction_scratch_;
    DeviceArray<double> reduced_;
    PinnedArray<double> reduced_copy_;
    DeviceArray<unsigned> trouble_;
    PinnedArray<unsigned> trouble_copy_;

    mutable DevicePublisher publisher_;
    mutable DeviceStream reader_;
    mutable DeviceEvent read_;  // passed when all reads of the complete state have ended
    DeviceEvent complete_;      // passed when the complete state is
    mutable bool lent_ = false; // readers elsewhere may be at work on it
    std::array<std::shared_ptr<DeviceDeparture<Real>>, 2> departures_; // 24 bytes a body in float
    bool flown_from_ = false;                                          // the state before this step
};

} // namespace orrery
