#pragma once

#include "sim/state/held_array.hpp"
#include "sim/state/state.hpp"
#include "sim/system.hpp"

#include <array>
#include <cstdint>

namespace orrery {

// The complete half of a state in host memory, which readers may hold.
template <class Real>
struct HostComplete {
    HeldArray<HostArray<Real>> mass;
    HeldArray<VectorArray<Real>> position, velocity, acceleration, jerk;
    HeldArray<HostArray<float>> interactions;    // empty: not counted
    HeldArray<HostArray<float>> domains;         // the rank that has each; empty: this one
    HeldArray<HostArray<std::uint32_t>> indices; // of bodies in original order; empty: as they lie

    std::size_t count() const { return mass->size(); }
    // The index of a body of original order.
    std::size_t index_of(std::size_t body) const {
        return indices->empty() ? body : (*indices)[body];
    }
    BodySource<Real> source() const {
        return {*position, *velocity, *acceleration, *interactions, *indices, *domains};
    }
};

// A State in host memory. Per body in float: 36 bytes of complete state, 36 of working state, 4 of
// mass, and 4 of potential when asked for; 24 more for integrators that use jerk, 24 more for those
// that keep running sums; 8 more while interactions are asked for, 4 more in another than the
// original order.
template <class Real>
class HostState final : public State {
public:
    explicit HostState(Bodies<Real> bodies);
    // Goes on from a complete state that others may hold.
    explicit HostState(HostComplete<Real> complete);

    void add(StepVector destination, StepVector base, double factor, StepVector term,
             Execution& execution) override;
    Outcome evaluate(StepVector position, StepVector velocity,
                     const Evaluation& evaluation) override;
    double working_potential_energy(Workers& workers) override;
    void commit_step() noexcept override;
    void commit_acceleration() noexcept override;
    std::size_t memory_bytes() const override;
    void prepare_order(const std::uint32_t* order, Execution& execution) override;
    void commit_order() noexcept override;
    void number(HostArray<std::uint64_t> numbers) override { numbers_ = std::move(numbers); }
    HostArray<std::uint64_t> numbers() const override { return numbers_; }
    std::size_t prepare_migration(const Recut& recut, Execution& execution) override;
    bool in_original_order() const override { return complete_.indices->empty(); }
    std::unique_ptr<InspectionReading> inspect(Solver& solver, InspectRequest request) override;

    std::size_t local_count() const override { return complete_.count(); }
    Precision precision() const override {
        return sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    }
    std::unique_ptr<StateReading> begin_reading(const ReadRequest& request) const override;
    std::unique_ptr<State> image() const override { return std::make_unique<HostState>(complete_); }
    double largest_acceleration(Workers& workers) override {
        return largest_magnitude(*complete_.acceleration, workers);
    }
    Conserved conserved(Workers& workers) override;
    // A solver in host memory is done when it returns, and solve() checks its numbers.
    void finish(StepTimings&) override {}
    std::optional<int> device() const override { return std::nullopt; }
    ScalarRange write(const BodyTarget& target, BodyScalar scalar,
                      std::span<const Component> components, const Flight& flight,
                      const ShownSpace& space) const override;

private:
    using Vectors = HeldArray<VectorArray<Real>>;

    // In the order of StepVector.
    template <class Self>
    static auto all_vectors(Self& self) {
        return std::array{&self.complete_.position,
                          &self.complete_.velocity,
                          &self.complete_.acceleration,
                          &self.complete_.jerk,
                          &self.position_,
                          &self.velocity_,
                          &self.acceleration_,
                          &self.jerk_,
                          &self.position_sum_,
                          &self.velocity_sum_};
    }
    Vectors& vector(StepVector which) {
        return *all_vectors(*this)[static_cast<std::size_t>(which)];
    }
    BodiesView<Real> view_of(const Vectors& x, const Vectors& v) const {
        return {local_count(),          x->x.data(), x->y.data(), x->z.data(),
                complete_.mass->data(), v->x.data(), v->y.data(), v->z.data()};
    }
    // The index of a body of original order.
    std::size_t index_of(std::size_t body) const { return complete_.index_of(body); }

    HostComplete<Real> complete_;

    // The working one.
    Vectors position_, velocity_, acceleration_, jerk_;
    Vectors position_sum_, velocity_sum_;
    HeldArray<HostArray<Real>> potential_;
    HeldArray<HostArray<float>> interactions_;
    // For an order that is prepared.
    HeldArray<HostArray<std::uint32_t>> next_indices_;
    HeldArray<HostArray<Real>> next_mass_;
    HostArray<std::uint64_t> numbers_, next_numbers_; // see number()
};

} // namespace orrery
