#include "sim/domain/ranked_solver.hpp"

#include "sim/domain/parcel.hpp"
#include "sim/domain/travel.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>

namespace orrery {
template <class Real>
RankedSolver::Prepared<Real>& RankedSolver::prepared() {
    if constexpr (std::is_same_v<Real, float>) {
        return floats_;
    } else {
        return doubles_;
    }
}

template <class Real>
Outcome RankedSolver::prepare_own(const ForceSources<Real>& sources, Execution& execution) {
    prepared<Real>() = {sources.sources, &sources.parameters};
    const bool complete = agreed_on(execution.communicator, [&] {
        return own_->prepare(sources, execution) == Outcome::complete;
    });
    return complete ? Outcome::complete : Outcome::cancelled;
}

// A rank waits here for the slowest.
template <class Real>
Outcome RankedSolver::evaluate_own(ForceTargets<Real> targets, Execution& execution) {
    const bool counts = info().counts_interactions && info().space == Space::host;
    if (counts && targets.result.interactions == nullptr) {
        if (work_.size() != targets.targets.count) {
            work_ = HostArray<float>(targets.targets.count);
        }
        targets.result.interactions = work_.data();
    } else if (counts) {
        work_ = HostArray<float>(targets.targets.count);
    }
    const bool complete = agreed_on(execution.communicator, [&] {
        return (info().knows_ranks ? own_->evaluate(targets, execution)
                                   : go_round(targets, execution)) == Outcome::complete;
    });
    if (counts && targets.result.interactions != work_.data()) {
        std::copy_n(targets.result.interactions, work_.size(), work_.begin());
    }
    return complete ? Outcome::complete : Outcome::cancelled;
}

template <class Real>
Outcome RankedSolver::go_round(const ForceTargets<Real>& targets, Execution& execution) {
    Communicator& ranks = execution.communicator;
    Prepared<Real>& own = prepared<Real>();
    const std::size_t size = ranks.size();
    const bool jerk = targets.result.jerk_x != nullptr;
    double interactions = 0;
    const auto step = [&](const auto& work) {
        const bool complete = agreed_on(ranks, [&] { return work() == Outcome::complete; });
        interactions += execution.timings.interactions;
        return complete;
    };
    const auto counts = gathered(ranks, std::vector<std::uint64_t>{own.sources.count});
    std::optional<Parcel<Real>> sent, found;
    const bool begun = step([&] {
        sent.emplace(own.sources.count, jerk).pack(own.sources);
        if (own.by_others &&
            own_->prepare({own.sources, *own.parameters}, execution) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        own.by_others = true;
        return own_->evaluate(targets, execution);
    });
    if (!begun) {
        return Outcome::cancelled;
    }
    ForceTargets<Real> of_others = targets;
    of_others.targets_at.reset();
    of_others.result.add = true;
    for (std::size_t round = 1; round < size; ++round) {
        const std::size_t from = (ranks.rank() + round) % size;
        const std::size_t to = (ranks.rank() + size - round) % size;
        found.reset();
        on_all(ranks, [&] { found.emplace(counts[from].front(), jerk); });
        std::vector<std::span<const std::byte>> out(size);
        std::vector<std::span<std::byte>> in(size);
        out[to] = sent->bytes();
        in[from] = found->writable_bytes();
        ranks.all_to_all_v(out, in);
        const bool added = step([&] {
            const BodiesView<Real> others = found->view();
            return own_->prepare({others, *own.parameters}, execution) == Outcome::cancelled
                       ? Outcome::cancelled
                       : own_->evaluate(of_others, execution);
        });
        if (!added) {
            return Outcome::cancelled;
        }
    }
    execution.timings.interactions = interactions;
    return Outcome::complete;
}

Outcome RankedSolver::prepare(const ForceSources<float>& sources, Execution& execution) {
    return prepare_own(sources, execution);
}
Outcome RankedSolver::prepare(const ForceSources<double>& sources, Execution& execution) {
    return prepare_own(sources, execution);
}
Outcome RankedSolver::evaluate(const ForceTargets<float>& targets, Execution& execution) {
    return evaluate_own(targets, execution);
}
Outcome RankedSolver::evaluate(const ForceTargets<double>& targets, Execution& execution) {
    return evaluate_own(targets, execution);
}

} // namespace orrery
