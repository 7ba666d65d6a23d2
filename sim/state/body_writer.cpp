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

// Where a body is, in either case: known to the compiler, so that it can vectorise the first.
struct AsTheyLie {
    std::size_t operator()(std::size_t body) const { return body; }
};
struct Scattered {
    std::span<const std::uint32_t> places;
    std::size_t operator()(std::size_t body) const { return places[body]; }
};

// The inner loops run over a block on the stack, apart from the gathering into x y z s: so each is
// plain enough for the compiler to vectorise.
template <class Real, class Place, class ScalarOf>
void write_range(float* xyzs, std::size_t first, std::size_t last,
                 const VectorArray<Real>& position, const Place& place, const ScalarOf& scalar_of) {
    constexpr std::size_t block = 256;
    std::array<float, block> scalars;
    for (std::size_t begin = first; begin < last; begin += block) {
        const std::size_t count = std::min(block, last - begin);
        for (std::size_t k = 0; k < count; ++k) {
            scalars[k] = scalar_of(place(begin + k));
        }
        float* to = xyzs + 4 * begin;
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t i = place(begin + k);
            to[4 * k + 0] = static_cast<float>(position.x[i]);
            to[4 * k + 1] = static_cast<float>(position.y[i]);
            to[4 * k + 2] = static_cast<float>(position.z[i]);
            to[4 * k + 3] = scalars[k];
        }
    }
}

// Runs `write` with what tells where a body is.
template <class Write>
auto with_places(std::span<const std::uint32_t> places, const Write& write) {
    return places.empty() ? write(AsTheyLie{}) : write(Scattered{places});
}

// Writes bodies [first, last) with what `scalar_of` says of the one at i.
template <class Real, class ScalarOf>
void write_scalars(const BodyTarget& target, std::size_t first, std::size_t last,
                   const BodySource<Real>& source, const ScalarOf& scalar_of) {
    with_places(source.places, [&](const auto& place) {
        write_range(target.xyzs, first, last, source.position, place, scalar_of);
    });
}

template <class Real>
void write_constant(const BodyTarget& target, std::size_t first, std::size_t last,
                    const BodySource<Real>& source, float value) {
    write_scalars(target, first, last, source, [value](std::size_t) { return value; });
}

// Writes `count` bodies with a scalar that is measured, and finds its range. The sample is taken in
// original order, so that it is of the same bodies whatever order they are in.
template <class Real, class ScalarOf>
ScalarRange write_measured(const BodyTarget& target, std::size_t count,
                           const BodySource<Real>& source, const ScalarOf& scalar_of) {
    write_scalars(target, 0, count, source, scalar_of);
    const std::size_t bodies = source.position.size();
    const std::size_t sampled = std::min(bodies, largest_sample);
    if (sampled == 0) {
        return {};
    }
    std::array<float, largest_sample> sample;
    with_places(source.places, [&](const auto& place) {
        for (std::size_t k = 0; k < sampled; ++k) {
            sample[k] = scalar_of(place(k * bodies / sampled));
        }
    });
    return percentile_range({sample.data(), sampled});
}

// The length of one vector for each body.
template <class Real>
ScalarRange write_magnitudes(const BodyTarget& target, std::size_t count,
                             const BodySource<Real>& source, const VectorArray<Real>& v) {
    return write_measured(target, count, source, [&v](std::size_t i) { return magnitude(v, i); });
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

template <class Real>
ScalarRange write_bodies(const BodyTarget& target, BodyScalar scalar,
                         const BodySource<Real>& source, std::span<const Component> components) {
    assert(!target.on_device);
    const std::size_t bodies = source.position.size();
    const std::size_t count = std::min(target.capacity, bodies);
    switch (scalar) {
    case BodyScalar::none:
        write_constant(target, 0, count, source, 0.0F);
        return {};
    case BodyScalar::speed:
        return write_magnitudes(target, count, source, source.velocity);
    case BodyScalar::acceleration:
        return write_magnitudes(target, count, source, source.acceleration);
    case BodyScalar::interactions:
        if (source.interactions.empty()) { // each body meets all others
            const auto others = static_cast<float>(std::max<std::size_t>(bodies, 1) - 1);
            write_constant(target, 0, count, source, others);
            return {0, others};
        }
        return write_measured(target, count, source,
                              [&](std::size_t i) { return source.interactions[i]; });
    case BodyScalar::component:
        break;
    }

    std::size_t written = 0; // bodies that no component claims are of the first
    for (std::size_t k = 0; k < components.size(); ++k) {
        const std::size_t end = std::min(count, components[k].first + components[k].count);
        if (end > written) {
            write_constant(target, written, end, source, static_cast<float>(k));
            written = end;
        }
    }
    write_constant(target, written, count, source, 0.0F);
    const std::size_t last = std::max<std::size_t>(components.size(), 2) - 1;
    return {0, static_cast<float>(last)};
}

template ScalarRange write_bodies(const BodyTarget&, BodyScalar, const BodySource<float>&,
                                  std::span<const Component>);
template ScalarRange write_bodies(const BodyTarget&, BodyScalar, const BodySource<double>&,
                                  std::span<const Component>);

} // namespace orrery
