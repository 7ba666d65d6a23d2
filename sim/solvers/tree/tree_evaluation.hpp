#pragma once

// What evaluations on a tree have in common: bodies are sorted and results go back to where their
// bodies were.

#include "sim/solver.hpp"
#include "sim/solvers/direct/simd_sum.hpp"
#include "sim/tree/prepared_tree.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace orrery {

// The same number, for all that is wanted of every target; and no terms.
template <class Real>
void store_all(const ForceRequest<Real>& request, Real value) {
    for_each_array(request.result, [&](Real* array) {
        for (std::size_t i = 0; i < request.targets.count; ++i) {
            request.result.store(array[i], value);
        }
    });
    float* const interactions = request.result.interactions;
    for (std::size_t i = 0; interactions != nullptr && i < request.targets.count; ++i) {
        request.result.store(interactions[i], 0.0F);
    }
}

// Which entry of the result a body of the targets' order is for; none for a source that is no
// target.
template <class Real>
std::optional<std::size_t> entry_of(const ForceRequest<Real>& request, std::size_t body) {
    const std::size_t entry = body - request.targets_at.value_or(0); // huge below the range
    return entry < request.targets.count ? std::optional(entry) : std::nullopt;
}

template <class Real>
bool any_wanted(const ForceRequest<Real>& request, std::span<const std::uint32_t> bodies) {
    return request.mutual() || std::any_of(bodies.begin(), bodies.end(), [&](std::uint32_t body) {
               return entry_of(request, body).has_value();
           });
}

// From sums on bodies, of so many terms each and without the factor G, to results in the bodies'
// own order. Tells how many were wanted.
template <class Real>
std::size_t scatter_results(const ForceRequest<Real>& request, const AccelerationsView<Real>& sums,
                            std::size_t terms, std::span<const std::uint32_t> bodies) {
    const AccelerationsView<Real>& result = request.result;
    const Real gravity = static_cast<Real>(request.parameters.gravity);
    std::size_t wanted = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto to = entry_of(request, bodies[i]);
        if (!to) {
            continue;
        }
        ++wanted;
        result.store(result.x[*to], gravity * sums.x[i]);
        result.store(result.y[*to], gravity * sums.y[i]);
        result.store(result.z[*to], gravity * sums.z[i]);
        if (result.potential != nullptr) {
            result.store(result.potential[*to], gravity * sums.potential[i]);
        }
        if (result.interactions != nullptr) {
            result.store(result.interactions[*to], static_cast<float>(terms));
        }
    }
    return wanted;
}

// A tree over bodies, without what stands for them. False if asked to stop.
template <class Real>
bool sort_and_build(const BodiesView<Real>& bodies, std::size_t leaf, Execution& execution,
                    PreparedTree<Real>& tree) {
    {
        const auto timer = timed("sort", execution.timings);
        if (!tree.sort(bodies, execution.workers, execution.stop)) {
            return false;
        }
    }
    const auto timer = timed("build", execution.timings);
    tree.build(leaf, execution.workers);
    return !execution.stop.stop_requested();
}

} // namespace orrery
