#pragma once

#include "sim/communicator.hpp"
#include "sim/force_request.hpp"
#include "sim/tree/space_curve.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery {

// More GPUs than this have no bodies.
inline constexpr unsigned most_domains = 32;

// The parts of space that the ranks have: stretches of the space-filling curve.
struct Domains {
    std::vector<std::uint64_t>
        begins; // rank k has the keys from begins[k] on, before begins[k + 1]

    // How many of the sorted keys go to each rank.
    std::vector<std::size_t> counts(std::span<const std::uint64_t> keys) const;
};

// Where some bodies of a rank are that stand for all it has: `count` numbers for each axis.
struct SampledPlaces {
    const double* at;
    std::size_t count, bodies;
};

// The space that the bodies of all ranks are in, the same on all. Collective.
template <class Real>
CurveSpace measured_space(const BodiesView<Real>& bodies, Communicator& ranks);
CurveSpace measured_space(const SampledPlaces& sampled, Communicator& ranks);

// Cuts the curve where so much work lies below: `wanted` ascends, one number for each cut. Bodies
// of one key are not parted. `work_before[i]`: of the bodies with keys before keys[i], which are
// sorted; one entry more for all; empty: as much as there are. Collective.
//
// Idea:   a cut is found digit by digit, as a word is in a dictionary: how much work lies before
//         each of 16 keys that could begin the rest of it, summed over the ranks.
// Source: Warren & Salmon 1993 (stretches of the curve, by work); the bisection: Teyssier 2002.
// Cost:   16 reductions of 15 numbers a rank, a binary search each; nobody's bodies are looked at.
Domains cut_domains(std::span<const std::uint64_t> keys, std::span<const double> work_before,
                    const std::vector<double>& wanted, Communicator& ranks);

// The same from samples of the keys: those of rank k, ascending, each stand for weights[k] of what
// all domains get as much of. For keys that the host does not have: of 4096 a rank a cut is as much
// off as a 4096th of that rank's bodies. On all ranks alike that have the same samples. `counts`,
// of the bodies of domains that are along the curve: each cut goes half of its way from theirs;
// empty: all of it.
Domains domains_by_samples(const std::vector<std::vector<std::uint64_t>>& samples,
                           const std::vector<double>& weights,
                           const std::vector<std::uint64_t>& counts = {});

// What lies below each cut where all ranks have the same of `all`.
std::vector<double> even_shares(double all, std::size_t ranks);

} // namespace orrery
