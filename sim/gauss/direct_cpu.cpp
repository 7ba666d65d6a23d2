// Idea:   every pair, sources in the lanes of vectors, four targets at once; the exponential is a
//         polynomial and an addition to the exponent.
// Source: the definition.
// Cost:   sources x targets pairs, about 18 instructions for each vector of them.
// Memory: a copy of sources and targets.
// Error:  rounding alone. Sources are summed in blocks, so that it stays near that of one term.

#include "sim/gauss/gauss_kernels.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/state/host_array.hpp"

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

template <class Real>
HostArray<Real> padded_copy(std::span<const Real> values) {
    constexpr std::size_t padding = 64; // more than a vector
    HostArray<Real> copy(values.size() + padding);
    std::copy(values.begin(), values.end(), copy.begin());
    return copy;
}

template <class Real>
bool sum_directly(const GaussSum<Real>& sum, const PointBounds&, GaussWork& work) {
    const auto t = timed("pairs", work.timings);
    const HostArray<Real> x = padded_copy(sum.sources.x);
    const HostArray<Real> y = padded_copy(sum.sources.y);
    const HostArray<Real> z = padded_copy(sum.sources.z);
    const HostArray<Real> mass = padded_copy(sum.masses);
    const PointMasses<Real> sources{x.data(), y.data(), z.data(), mass.data()};
    constexpr std::size_t block = 2048;
    std::vector<PointRange> blocks;
    for (std::size_t first = 0; first < sum.sources.size(); first += block) {
        blocks.push_back({first, std::min(first + block, sum.sources.size())});
    }
    std::fill(sum.densities.begin(), sum.densities.end(), Real(0));
    const auto steepness = static_cast<Real>(1 / (2 * sum.sigma * sum.sigma));
    const auto& kernels = gauss_kernels<Real>();
    work.workers.for_ranges(sum.targets.size(), 16, [&](std::size_t first, std::size_t last) {
        if (work.stop.stop_requested()) {
            return;
        }
        kernels.add_pairs(sources, blocks, sum.targets.x.data() + first,
                          sum.targets.y.data() + first, sum.targets.z.data() + first, last - first,
                          steepness, sum.densities.data() + first);
    });
    work.timings.interactions +=
        static_cast<double>(sum.sources.size()) * static_cast<double>(sum.targets.size());
    return !work.stop.stop_requested();
}

double seconds(const GaussLoad& load) {
    return load.sources * load.targets * cpu_seconds_per_pair(load.precision) / load.workers;
}

} // namespace

extern const GaussMethod direct_gauss{
    .id = "cpu.gauss.direct",
    .title = "Direct",
    .idea = "every pair, vectors of sources",
    .min_error_fp32 = 1e-6,
    .min_error_fp64 = 1e-14,
    .seconds = seconds,
    .sum_fp32 = sum_directly<float>,
    .sum_fp64 = sum_directly<double>,
};

} // namespace orrery
