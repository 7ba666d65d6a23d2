#include "sim/state/body_writer.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace orrery {
namespace {

// Percentiles come from this many bodies at most, evenly spread over the system, so that the
// legend costs nothing and does not flicker.
constexpr std::size_t largest_sample = 1000;

template <class Real>
float magnitude(const VectorArray<Real>& v, std::size_t i) {
    const auto x = static_cast<float>(v.x[i]);
    const auto y = static_cast<float>(v.y[i]);
    const auto z = static_cast<float>(v.z[i]);
    return std::sqrt(x * x + y * y + z * z);
}

// Places as they are shown, with what is done to them known to the compiler: the first costs
// nothing.
struct AsTheyAre {
    float operator()(double place, int) const { return static_cast<float>(place); }
};
struct InTheBox {
    PeriodicBox box;
    float operator()(double place, int axis) const {
        const double length = box.lengths[static_cast<std::size_t>(axis)];
        const auto shown = static_cast<float>(wrapped(place, length));
        return shown >= static_cast<float>(length) ? 0 : shown; // rounded up
    }
};

// The index of a body, in either case: known to the compiler, so that it can vectorise the first.
struct AsTheyLie {
    std::size_t operator()(std::size_t body) const { return body; }
};
struct Scattered {
    std::span<const std::uint32_t> indices;
    std::size_t operator()(std::size_t body) const { return indices[body]; }
};

// The inner loops run over a block on the stack, apart from the gathering into x y z s: so each is
// plain enough for the compiler to vectorise.
template <class Place, class ScalarOf, class PositionOf>
void write_range(float* xyzs, std::size_t first, std::size_t last, const Place& place,
                 const ScalarOf& scalar_of, const PositionOf& position_of) {
    constexpr std::size_t block = 256;
    std::array<float, block> scalars;
    for (std::size_t begin = first; begin < last; begin += block) {
        const std::size_t count = std::min(block, last - begin);
        for (std::size_t k = 0; k < count; ++k) {
            scalars[k] = scalar_of(place(begin + k));
        }
        float* to = xyzs + 4 * begin;
        for (std::size_t k = 0; k < count; ++k) {
            const std::array<float, 3> position = position_of(begin + k, place(begin + k));
            to[4 * k + 0] = position[0];
            to[4 * k + 1] = position[1];
            to[4 * k + 2] = position[2];
            to[4 * k + 3] = scalars[k];
        }
    }
}

// Runs `write` with what tells where a body is.
template <class Write>
auto with_indices(std::span<const std::uint32_t> indices, const Write& write) {
    return indices.empty() ? write(AsTheyLie{}) : write(Scattered{indices});
}

// The positions of a source's bodies, at the end of a way or on it.
template <class Real>
struct Whereabouts {
    const BodySource<Real>& source;
    const WayFrom<Real>* way;
    const ShownSpace& space;

    template <class Show>
    std::array<float, 3> at_end(std::size_t i, const Show& show) const {
        return {show(static_cast<double>(source.position.x[i]), 0),
                show(static_cast<double>(source.position.y[i]), 1),
                show(static_cast<double>(source.position.z[i]), 2)};
    }

    // `body` of original order, which lies at i now.
    template <class Show>
    std::array<float, 3> on_way(std::size_t body, std::size_t i, const HermiteWeights& w,
                                const Show& show) const {
        const std::size_t b = way->indices.empty() ? body : way->indices[body];
        const auto between = [&](const HostArray<Real>& from, const HostArray<Real>& from_velocity,
                                 const HostArray<Real>& to, const HostArray<Real>& to_velocity) {
            return w.from * static_cast<double>(from[b]) +
                   w.from_velocity * static_cast<double>(from_velocity[b]) +
                   w.to * static_cast<double>(to[i]) +
                   w.to_velocity * static_cast<double>(to_velocity[i]);
        };
        const VectorArray<Real>&p = source.position, &v = source.velocity;
        return {show(between(way->position.x, way->velocity.x, p.x, v.x), 0),
                show(between(way->position.y, way->velocity.y, p.y, v.y), 1),
                show(between(way->position.z, way->velocity.z, p.z, v.z), 2)};
    }
};

// Runs `write` with what makes shown places of those in the state.
template <class Write>
void with_show(const ShownSpace& space, const Write& write) {
    space.box.is_periodic() ? write(InTheBox{space.box}) : write(AsTheyAre{});
}

// Writes bodies [first, last) with what `scalar_of` says of the one at i.
template <class Real, class ScalarOf>
void write_scalars(const BodyTarget& target, std::size_t first, std::size_t last,
                   const Whereabouts<Real>& bodies, const ScalarOf& scalar_of) {
    with_indices(bodies.source.indices, [&](const auto& place) {
        with_show(bodies.space, [&](const auto& show) {
            if (bodies.way == nullptr) {
                write_range(target.xyzs, first, last, place, scalar_of,
                            [&](std::size_t, std::size_t i) { return bodies.at_end(i, show); });
                return;
            }
            const WayFrom<Real>& way = *bodies.way;
            const HermiteWeights weights =
                hermite_weights(way.share, way.duration, way.from_drift, way.to_drift);
            write_range(target.xyzs, first, last, place, scalar_of,
                        [&](std::size_t body, std::size_t i) {
                            return bodies.on_way(body, i, weights, show);
                        });
        });
    });
}

template <class Real>
void write_constant(const BodyTarget& target, std::size_t first, std::size_t last,
                    const Whereabouts<Real>& bodies, float value) {
    write_scalars(target, first, last, bodies, [value](std::size_t) { return value; });
}

// Writes `count` bodies with a scalar that is measured, and finds its range. The sample is taken in
// original order, so that it is of the same bodies whatever order they are in.
template <class Real, class ScalarOf>
ScalarRange write_measured(const BodyTarget& target, std::size_t count,
                           const Whereabouts<Real>& written, const ScalarOf& scalar_of) {
    write_scalars(target, 0, count, written, scalar_of);
    const BodySource<Real>& source = written.source;
    const std::size_t bodies = source.position.size();
    const std::size_t sampled = std::min(bodies, largest_sample);
    if (sampled == 0) {
        return {};
    }
    std::array<float, largest_sample> sample;
    with_indices(source.indices, [&](const auto& place) {
        for (std::size_t k = 0; k < sampled; ++k) {
            sample[k] = scalar_of(place(k * bodies / sampled));
        }
    });
    return percentile_range({sample.data(), sampled});
}

// The length of one vector for each body.
template <class Real>
ScalarRange write_magnitudes(const BodyTarget& target, std::size_t count,
                             const Whereabouts<Real>& written, const VectorArray<Real>& v,
                             double factor) {
    return write_measured(
        target, count, written,
        [&v, by = static_cast<float>(factor)](std::size_t i) { return by * magnitude(v, i); });
}

} // namespace

ScalarRange percentile_range(std::span<float> sample) {
    const double last = static_cast<double>(sample.size()) - 1;
    const auto low = sample.begin() + static_cast<std::ptrdiff_t>(0.02 * last);
    const auto high = sample.begin() + static_cast<std::ptrdiff_t>(std::ceil(0.98 * last));
    std::nth_element(sample.begin(), high, sample.end());
    std::nth_element(sample.begin(), low, high);
    return {*low < *high ? *low : 0, *high};
}

// The cubic of Hermite over a way of that duration.
HermiteWeights hermite_weights(double share, double duration, double from_drift, double to_drift) {
    const double s = share, s2 = s * s, s3 = s2 * s;
    return {2 * s3 - 3 * s2 + 1, from_drift * duration * (s3 - 2 * s2 + s), 3 * s2 - 2 * s3,
            to_drift * duration * (s3 - s2)};
}

template <class Real>
ScalarRange write_bodies(const BodyTarget& target, BodyScalar scalar,
                         const BodySource<Real>& source, std::span<const Component> components,
                         const WayFrom<Real>* way, const ShownSpace& space) {
    assert(!target.on_device);
    const Whereabouts<Real> written{source, way, space};
    const std::size_t bodies = source.position.size();
    const std::size_t count = std::min(target.capacity, bodies);
    switch (scalar) {
    case BodyScalar::none:
        write_constant(target, 0, count, written, 0.0F);
        return {};
    case BodyScalar::speed:
        return write_magnitudes(target, count, written, source.velocity, space.speed_factor);
    case BodyScalar::acceleration:
        return write_magnitudes(target, count, written, source.acceleration, 1);
    case BodyScalar::interactions:
        if (source.interactions.empty()) { // each body meets all others
            const auto others = static_cast<float>(std::max<std::size_t>(bodies, 1) - 1);
            write_constant(target, 0, count, written, others);
            return {0, others};
        }
        return write_measured(target, count, written,
                              [&](std::size_t i) { return source.interactions[i]; });
    case BodyScalar::domain: {
        if (source.domains.empty()) {
            write_constant(target, 0, count, written, 0.0F);
            return {};
        }
        write_scalars(target, 0, count, written, [&](std::size_t i) { return source.domains[i]; });
        return {0, std::ranges::max(source.domains)};
    }
    case BodyScalar::component:
        break;
    }

    std::size_t done = 0; // bodies that no component claims are of the first
    for (std::size_t k = 0; k < components.size(); ++k) {
        const std::size_t end = std::min(count, components[k].first + components[k].count);
        if (end > done) {
            write_constant(target, done, end, written, static_cast<float>(k));
            done = end;
        }
    }
    write_constant(target, done, count, written, 0.0F);
    const std::size_t last = std::max<std::size_t>(components.size(), 2) - 1;
    return {0, static_cast<float>(last)};
}

template ScalarRange write_bodies(const BodyTarget&, BodyScalar, const BodySource<float>&,
                                  std::span<const Component>, const WayFrom<float>*,
                                  const ShownSpace&);
template ScalarRange write_bodies(const BodyTarget&, BodyScalar, const BodySource<double>&,
                                  std::span<const Component>, const WayFrom<double>*,
                                  const ShownSpace&);

} // namespace orrery
