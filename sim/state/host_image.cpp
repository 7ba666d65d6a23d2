// What is kept and read of a complete state in host memory.
#include "sim/state/host_complete.hpp"
#include "sim/state/host_state.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace orrery {
namespace {

// Holds the arrays of one complete state, and copies them when asked to.
template <class Real>
class HostReading final : public StateReading {
public:
    HostReading(const HostComplete<Real>& state, const ReadRequest& request)
        : bodies_(request.bodies), count_(bodies_.empty() ? state.count() : bodies_.size()),
          indices_(state.indices.hold()) {
        position_ = request.position ? state.position.hold() : nullptr;
        velocity_ = request.velocity ? state.velocity.hold() : nullptr;
        acceleration_ = request.acceleration ? state.acceleration.hold() : nullptr;
        mass_ = request.mass ? state.mass.hold() : nullptr;
    }

    BodyValues finish() override {
        BodyValues values{vectors(position_), vectors(velocity_), vectors(acceleration_), {}};
        if (mass_ != nullptr) {
            values.mass = in_order(*mass_);
        }
        return values;
    }

private:
    VectorArray<double> vectors(const std::shared_ptr<const VectorArray<Real>>& from) const {
        VectorArray<double> to;
        if (from != nullptr) {
            to.x = in_order(from->x);
            to.y = in_order(from->y);
            to.z = in_order(from->z);
        }
        return to;
    }

    HostArray<double> in_order(const HostArray<Real>& from) const {
        if (bodies_.empty() && indices_->empty()) {
            return converted<double>(from);
        }
        HostArray<double> to(count_);
        for (std::size_t k = 0; k < count_; ++k) {
            const std::size_t body = bodies_.empty() ? k : bodies_[k];
            to[k] = static_cast<double>(from[indices_->empty() ? body : (*indices_)[body]]);
        }
        return to;
    }

    std::vector<std::size_t> bodies_;
    std::size_t count_;
    std::shared_ptr<const HostArray<std::uint32_t>> indices_;
    std::shared_ptr<const VectorArray<Real>> position_, velocity_, acceleration_;
    std::shared_ptr<const HostArray<Real>> mass_;
};

template <class Real>
std::size_t bytes_of(const HeldArray<VectorArray<Real>>& vectors) {
    return 3 * vectors->x.padded_size() * sizeof(Real);
}

// Shares the arrays of a state, and holds each of them, so that nobody overwrites it.
template <class Real>
class HostImage final : public StateImage {
public:
    explicit HostImage(const HostComplete<Real>& complete)
        : complete_(complete), held_{complete_.mass.hold(),     complete_.position.hold(),
                                     complete_.velocity.hold(), complete_.acceleration.hold(),
                                     complete_.jerk.hold(),     complete_.interactions.hold(),
                                     complete_.indices.hold()} {}

    std::size_t count() const override { return complete_.count(); }

    Precision precision() const override {
        return sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    }

    std::size_t bytes() const override {
        return complete_.mass->padded_size() * sizeof(Real) + bytes_of(complete_.position) +
               bytes_of(complete_.velocity) + bytes_of(complete_.acceleration) +
               bytes_of(complete_.jerk) + complete_.interactions->padded_size() * sizeof(float) +
               complete_.indices->padded_size() * sizeof(std::uint32_t);
    }

    std::unique_ptr<StateReading> begin_reading(const ReadRequest& request) const override {
        return orrery::begin_reading(complete_, request);
    }

    ScalarRange write(const BodyTarget& target, BodyScalar scalar,
                      std::span<const Component> components, const Flight& flight) const override {
        const auto* const from = dynamic_cast<const HostImage*>(flight.from.get());
        if (from == nullptr || from->count() != count()) {
            return write_bodies(target, scalar, complete_.source(), components);
        }
        const HostComplete<Real>& before = from->complete_;
        const WayFrom<Real> way{*before.position, *before.velocity, *before.indices,
                                flight.duration, flight.share};
        return write_bodies(target, scalar, complete_.source(), components, &way);
    }

    std::unique_ptr<State> to_state() const override {
        return std::make_unique<HostState<Real>>(complete_);
    }

private:
    HostComplete<Real> complete_;
    std::array<std::shared_ptr<const void>, 7> held_;
};

} // namespace

template <class Real>
std::unique_ptr<StateReading> begin_reading(const HostComplete<Real>& complete,
                                            const ReadRequest& request) {
    return std::make_unique<HostReading<Real>>(complete, request);
}

template <class Real>
std::shared_ptr<const StateImage> make_host_image(const HostComplete<Real>& complete) {
    return std::make_shared<HostImage<Real>>(complete);
}

template std::unique_ptr<StateReading> begin_reading(const HostComplete<float>&,
                                                     const ReadRequest&);
template std::unique_ptr<StateReading> begin_reading(const HostComplete<double>&,
                                                     const ReadRequest&);
template std::shared_ptr<const StateImage> make_host_image(const HostComplete<float>&);
template std::shared_ptr<const StateImage> make_host_image(const HostComplete<double>&);

std::shared_ptr<const StateImage> make_host_image(Bodies<double> bodies) {
    return HostState<double>(std::move(bodies)).image();
}

} // namespace orrery
