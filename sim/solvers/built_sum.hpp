#pragma once

// The common part of evaluations on a tree: bodies are sorted, something is built of them, and
// results go back to where their bodies were.

#include "sim/base/per_precision.hpp"
#include "sim/inspection.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/simd_kernels.hpp"
#include "sim/tree/prepared_tree.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
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

// Turns sums on bodies, of `terms` terms each and without the factor G, into results in the bodies'
// own order. Returns how many were wanted.
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
        result.store_pull(*to, gravity * sums.x[i], gravity * sums.y[i], gravity * sums.z[i],
                          sums.potential != nullptr ? gravity * sums.potential[i] : Real(0));
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

// The method of a TypedSolver that builds something out of the sorted bodies: a `Sum` for each
// precision, with prepare, run, prepared (the PreparedTree of the sources), inspect and
// scratch_bytes. run is asked for at least one source, all of them finite.
template <template <class> class Sum>
class BuiltSum {
public:
    template <class Real>
    Outcome prepare(const ForceSources<Real>& sources, Execution& execution) {
        evaluated_.reset();
        return sums_.template in<Real>().prepare(sources, execution);
    }

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        Sum<Real>& sum = sums_.template in<Real>();
        Outcome outcome = Outcome::complete;
        if (request.sources.count == 0) {
            store_all(request, Real(0));
        } else if (!sum.prepared().expansions.finite()) { // nothing to walk by
            store_all(request, std::numeric_limits<Real>::quiet_NaN());
        } else {
            outcome = sum.run(request, execution);
        }
        evaluated_ = sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64;
        return outcome;
    }

    const std::uint32_t* order() const {
        return of_evaluated([](const auto& sum) -> const std::uint32_t* {
            if constexpr (requires { sum.order(); }) {
                return sum.order();
            } else {
                return sum.prepared().sorted.order().data();
            }
        });
    }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const {
        return of_evaluated([&](const auto& sum) { return sum.inspect(request); });
    }
    std::size_t scratch_bytes() const {
        return sums_.fp32.scratch_bytes() + sums_.fp64.scratch_bytes();
    }

private:
    // The last evaluation's answer; null without one.
    template <class Ask>
    auto of_evaluated(const Ask& ask) const -> decltype(ask(std::declval<const Sum<float>&>())) {
        if (!evaluated_) {
            return nullptr;
        }
        return *evaluated_ == Precision::fp32 ? ask(sums_.fp32) : ask(sums_.fp64);
    }

    PerPrecision<Sum> sums_;
    std::optional<Precision> evaluated_;
};

} // namespace orrery
