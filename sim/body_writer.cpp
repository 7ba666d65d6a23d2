#include "sim/body_writer.hpp"

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

// The inner loops run over a block on the stack, apart from the gathering into x y z s: so each is
// plain enough for the compiler to vectorise.
template <class Real, class BlockScalars>
void write_range(float* xyzs, std::size_t first, std::size_t last,
                 const VectorArray<Real>& position, const BlockScalars& block_scalars) {
    constexpr std::size_t block = 256;
    std::array<float, block> scalars;
    for (std::size_t begin = first; begin < last; begin += block) {
        const std::size_t count = std::min(block, last - begin);
        block_scalars(scalars.data(), begin, count);
        const Real* x = position.x.data() + begin;
        const Real* y = position.y.data() + begin;
        const Real* z = position.z.data() + begin;
        float* to = xyzs + 4 * begin;
        for (std::size_t i = 0; i < count; ++i) {
            to[4 * i + 0] = static_cast<float>(x[i]);
            to[4 * i + 1] = static_cast<float>(y[i]);
            to[4 * i + 2] = static_cast<float>(z[i]);
            to[4 * i + 3] = scalars[i];
        }
    }
}

template <class Real>
void write_magnitudes(float* xyzs, std::size_t count, const VectorArray<Real>& position,
                      const VectorArray<Real>& v) {
    write_range(xyzs, 0, count, position,
                [&](float* scalars, std::size_t begin, std::size_t block_count) {
                    for (std::size_t i = 0; i < block_count; ++i) {
                        scalars[i] = magnitude(v, begin + i);
                    }
                });
}

template <class Real>
void write_constant(float* xyzs, std::size_t first, std::size_t last,
                    const VectorArray<Real>& position, float value) {
    write_range(xyzs, first, last, position,
                [value](float* scalars, std::size_t, std::size_t block_count) {
                    std::fill_n(scalars, block_count, value);
                });
}

// Interactions that were counted.
template <class Real>
void write_interactions(float* xyzs, std::size_t count, const VectorArray<Real>& position,
                        std::span<const float> interactions) {
    write_range(xyzs, 0, count, position,
                [&](float* scalars, std::size_t begin, std::size_t block_count) {
                    std::copy_n(interactions.data() + begin, block_count, scalars);
                });
}

// Of what `scalar_of` says of each of so many bodies.
template <class ScalarOf>
ScalarRange percentiles(std::size_t bodies, const ScalarOf& scalar_of) {
    const std::size_t count = std::min(bodies, largest_sample);
    if (count == 0) {
        return {};
    }
    std::array<float, largest_sample> sample;
    for (std::size_t k = 0; k < count; ++k) {
        sample[k] = scalar_of(k * bodies / count);
    }
    return percentile_range({sample.data(), count});
}

template <class Real>
ScalarRange percentiles(const VectorArray<Real>& v) {
    return percentiles(v.size(), [&](std::size_t i) { return magnitude(v, i); });
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
                         const VectorArray<Real>& position, const VectorArray<Real>& velocity,
                         const VectorArray<Real>& acceleration, std::span<const float> interactions,
                         std::span<const Component> components) {
    assert(!target.on_device);
    const std::size_t count = std::min(target.capacity, position.size());
    switch (scalar) {
    case BodyScalar::none:
        write_constant(target.xyzs, 0, count, position, 0.0F);
        return {};
    case BodyScalar::speed:
        write_magnitudes(target.xyzs, count, position, velocity);
        return percentiles(velocity);
    case BodyScalar::acceleration:
        write_magnitudes(target.xyzs, count, position, acceleration);
        return percentiles(acceleration);
    case BodyScalar::interactions:
        if (interactions.empty()) { // each body meets all others
            const auto others = static_cast<float>(std::max<std::size_t>(position.size(), 1) - 1);
            write_constant(target.xyzs, 0, count, position, others);
            return {0, others};
        }
        write_interactions(target.xyzs, count, position, interactions);
        return percentiles(interactions.size(), [&](std::size_t i) { return interactions[i]; });
    case BodyScalar::component:
        break;
    }

    std::size_t written = 0; // bodies that no component claims are of the first
    for (std::size_t k = 0; k < components.size(); ++k) {
        const std::size_t end = std::min(count, components[k].first + components[k].count);
        if (end > written) {
            write_constant(target.xyzs, written, end, position, static_cast<float>(k));
            written = end;
        }
    }
    write_constant(target.xyzs, written, count, position, 0.0F);
    const std::size_t last = std::max<std::size_t>(components.size(), 2) - 1;
    return {0, static_cast<float>(last)};
}

template ScalarRange write_bodies(const BodyTarget&, BodyScalar, const VectorArray<float>&,
                                  const VectorArray<float>&, const VectorArray<float>&,
                                  std::span<const float>, std::span<const Component>);
template ScalarRange write_bodies(const BodyTarget&, BodyScalar, const VectorArray<double>&,
                                  const VectorArray<double>&, const VectorArray<double>&,
                                  std::span<const float>, std::span<const Component>);

} // namespace orrery
