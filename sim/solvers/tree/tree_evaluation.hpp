#pragma once

// What evaluations on a tree have in common: bodies are sorted and results go back to where their
// bodies were.

#include "sim/solver.hpp"
#include "sim/solvers/direct/simd_sum.hpp"
#include "sim/tree/prepared_tree.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

// The same number, for all that is wanted of every target; and no terms.
template <class Real>
void store_all(const ForceRequest<Real>& request, Real value) {
    request.result.for_each([&](Real* array) {
        for (std::size_t i = 0; i < request.targets.count; ++i) {
            request.result.store(array[i], value);
        }
    });
    float* const interactions = request.result.interactions;
    for (std::size_t i = 0; interactions != nullptr && i < request.targets.count; ++i) {
        request.result.store(interactions[i], 0.0F);
    }
}

// Which entry of the result a body of the targets' tree is for.
class ResultEntries {
public:
    template <class Real>
    explicit ResultEntries(const ForceRequest<Real>& request)
        : all_(request.mutual()), first_(request.targets_at.value_or(0)),
          count_(request.targets.count) {
        if (request.list != nullptr) {
            of_listed_.assign(request.sources.count, none);
            for (std::size_t k = 0; k < count_; ++k) {
                of_listed_[request.list[k]] = static_cast<std::uint32_t>(k);
            }
        }
    }

    // None for a source that is no target.
    std::optional<std::size_t> of(std::size_t body) const {
        // Huge below the range.
        const std::size_t entry = of_listed_.empty() ? body - first_ : of_listed_[body];
        return entry < count_ ? std::optional(entry) : std::nullopt;
    }
    bool any_of(std::span<const std::uint32_t> bodies) const {
        return all_ || std::any_of(bodies.begin(), bodies.end(),
                                   [this](std::uint32_t body) { return of(body).has_value(); });
    }

private:
    static constexpr std::uint32_t none = ~0U;

    bool all_;
    std::size_t first_, count_;
    std::vector<std::uint32_t> of_listed_;
};

// From sums on bodies, of so many terms each and without the factor G, to results in the bodies'
// own order. Tells how many were wanted.
template <class Real>
std::size_t scatter_results(const ForceRequest<Real>& request, const ResultEntries& entries,
                            const AccelerationsView<Real>& sums, std::size_t terms,
                            std::span<const std::uint32_t> bodies) {
    const AccelerationsView<Real>& result = request.result;
    const Real gravity = static_cast<Real>(request.parameters.gravity);
    std::size_t wanted = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto to = entries.of(bodies[i]);
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
