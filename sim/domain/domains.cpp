#include "sim/domain/domains.hpp"

#include "sim/domain/travel.hpp"
#include "sim/tree/sorted_bodies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace orrery {
namespace {

constexpr int key_bits = 3 * curve_levels;
constexpr int digit_bits = 4;
constexpr std::uint64_t digits = 1U << digit_bits;

double work_below(std::span<const std::uint64_t> keys, std::span<const double> work_before,
                  std::uint64_t key) {
    const auto bodies =
        static_cast<std::size_t>(std::ranges::lower_bound(keys, key) - keys.begin());
    return work_before.empty() ? static_cast<double>(bodies) : work_before[bodies];
}

} // namespace

std::vector<std::size_t> Domains::counts(std::span<const std::uint64_t> keys) const {
    std::vector<std::size_t> all(begins.size());
    std::size_t first = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
        const auto end = k + 1 < begins.size()
                             ? static_cast<std::size_t>(
                                   std::ranges::lower_bound(keys, begins[k + 1]) - keys.begin())
                             : keys.size();
        all[k] = end - first;
        first = end;
    }
    return all;
}

// As measured_space of one rank's bodies, with each rank's samples standing for as many as it has.
CurveSpace measured_space(const SampledPlaces& sampled, Communicator& ranks) {
    const auto bodies = static_cast<double>(sampled.bodies);
    const auto sums_of = [&](const auto& number) {
        std::array<double, 4> sums{0, 0, 0, bodies};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t sample = 0; sample < sampled.count; ++sample) {
                const double at = sampled.at[axis * sampled.count + sample];
                sums[axis] += bodies / static_cast<double>(sampled.count) * number(axis, at);
            }
        }
        ranks.all_reduce(sums, Reduction::sum);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sums[axis] = sums[3] > 0 ? sums[axis] / sums[3] : 0;
        }
        return sums;
    };
    const auto means = sums_of([](std::size_t, double at) { return at; });
    const auto spreads =
        sums_of([&](std::size_t axis, double at) { return std::abs(at - means[axis]); });
    return curve_space(means[0], means[1], means[2],
                       std::max({spreads[0], spreads[1], spreads[2]}));
}

template <class Real>
CurveSpace measured_space(const BodiesView<Real>& bodies, Communicator& ranks) {
    if (ranks.size() == 1) {
        return measured_space(bodies);
    }
    const std::size_t samples = curve_samples(bodies.count);
    std::vector<double> places;
    on_all(ranks, [&] {
        for (const Real* const axis : {bodies.x, bodies.y, bodies.z}) {
            for (std::size_t sample = 0; sample < samples; ++sample) {
                places.push_back(static_cast<double>(axis[curve_sample(sample, bodies.count)]));
            }
        }
    });
    return measured_space({places.data(), samples, bodies.count}, ranks);
}

Domains cut_domains(std::span<const std::uint64_t> keys, std::span<const double> work_before,
                    const std::vector<double>& wanted, Communicator& ranks) {
    const std::size_t cuts = wanted.size();
    std::vector<std::uint64_t> found(cuts, 0);
    std::vector<double> below(cuts * (digits - 1));
    for (int bit = (key_bits - 1) / digit_bits * digit_bits; bit >= 0; bit -= digit_bits) {
        for (std::size_t cut = 0; cut < cuts; ++cut) {
            for (std::uint64_t digit = 1; digit < digits; ++digit) {
                below[cut * (digits - 1) + digit - 1] =
                    work_below(keys, work_before, found[cut] + (digit << bit));
            }
        }
        ranks.all_reduce(below, Reduction::sum);
        for (std::size_t cut = 0; cut < cuts; ++cut) {
            const auto first = below.begin() + static_cast<std::ptrdiff_t>(cut * (digits - 1));
            const auto larger = std::upper_bound(first, first + digits - 1, wanted[cut]);
            found[cut] += static_cast<std::uint64_t>(larger - first) << bit;
        }
    }
    Domains domains{{0}};
    domains.begins.insert(domains.begins.end(), found.begin(), found.end());
    return domains;
}

Domains domains_by_samples(const std::vector<std::vector<std::uint64_t>>& samples,
                           const std::vector<double>& weights,
                           const std::vector<std::uint64_t>& counts) {
    using Sample = std::pair<std::uint64_t, std::size_t>; // and its rank
    std::vector<Sample> all;
    double sum = 0;
    for (std::size_t k = 0; k < samples.size(); ++k) {
        const auto merged = static_cast<std::ptrdiff_t>(all.size());
        for (const std::uint64_t key : samples[k]) {
            all.emplace_back(key, k);
            sum += weights[k];
        }
        std::ranges::inplace_merge(all, all.begin() + merged);
    }
    // The first samples that stand for as much as is wanted.
    const auto places = [&](const std::vector<double>& wanted, const auto& of_sample) {
        std::vector<std::size_t> found;
        double below = 0;
        std::size_t at = 0;
        for (const double least : wanted) {
            while (at < all.size() && below < least) {
                below += of_sample(all[at++].second);
            }
            found.push_back(at);
        }
        return found;
    };
    std::vector<std::size_t> cuts =
        places(even_shares(sum, samples.size()), [&](std::size_t rank) { return weights[rank]; });
    if (!counts.empty()) {
        std::vector<double> before(counts.begin(), counts.end() - 1);
        std::partial_sum(before.begin(), before.end(), before.begin());
        const auto old = places(before, [&](std::size_t rank) {
            return static_cast<double>(counts[rank]) / static_cast<double>(samples[rank].size());
        });
        std::ranges::transform(cuts, old, cuts.begin(),
                               [](std::size_t a, std::size_t b) { return (a + b) / 2; });
    }
    Domains domains{{0}};
    for (const std::size_t cut : cuts) {
        domains.begins.push_back(cut < all.size() ? all[cut].first : ~std::uint64_t{0});
    }
    return domains;
}

std::vector<double> even_shares(double all, std::size_t ranks) {
    std::vector<double> below;
    for (std::size_t cut = 1; cut < ranks; ++cut) {
        below.push_back(all * static_cast<double>(cut) / static_cast<double>(ranks));
    }
    return below;
}

template CurveSpace measured_space(const BodiesView<float>&, Communicator&);
template CurveSpace measured_space(const BodiesView<double>&, Communicator&);

} // namespace orrery
