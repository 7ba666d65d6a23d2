#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace orrery {

struct ForceParameters;

// Bodies that pull or are pulled, in the memory that SolverInfo::space names and in the system's
// units. `count` entries each. Sources in host memory are 64-byte aligned and zero-padded (see
// HostArray); targets need not be. Velocities are needed for jerk only.
template <class Real>
struct BodiesView {
    std::size_t count = 0;
    const Real* x = nullptr;
    const Real* y = nullptr;
    const Real* z = nullptr;
    const Real* mass = nullptr;
    const Real* vx = nullptr;
    const Real* vy = nullptr;
    const Real* vz = nullptr;

    // The bodies from `first` on, before `end`.
    BodiesView part(std::size_t first, std::size_t end) const {
        const auto at = [first](const Real* array) {
            return array == nullptr ? nullptr : array + first;
        };
        return {end - first, at(x), at(y), at(z), at(mass), at(vx), at(vy), at(vz)};
    }
};

// A solver's output: entry k is that of the k-th target. Null potential, jerk or interactions: not
// wanted. Interactions, the number of terms in a target's sum, are for solvers that count them.
template <class Real>
struct AccelerationsView {
    Real* x = nullptr;
    Real* y = nullptr;
    Real* z = nullptr;
    Real* potential = nullptr;
    Real* jerk_x = nullptr;
    Real* jerk_y = nullptr;
    Real* jerk_z = nullptr;
    float* interactions = nullptr;
    bool add = false; // to what is there; else that is overwritten

    // Sets or adds to an entry of one of the arrays.
    template <class Number>
    constexpr void store(Number& entry, Number value) const {
        entry = add ? entry + value : value;
    }

    // The pull on target `i`, and its potential if that is wanted.
    constexpr void store_pull(std::size_t i, Real pull_x, Real pull_y, Real pull_z,
                              Real own_potential) const {
        store(x[i], pull_x);
        store(y[i], pull_y);
        store(z[i], pull_z);
        if (potential != nullptr) {
            store(potential[i], own_potential);
        }
    }

    // Calls visit(array) for all that is wanted but interactions.
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (Real* array : {x, y, z, potential, jerk_x, jerk_y, jerk_z}) {
            if (array != nullptr) {
                visit(array);
            }
        }
    }

    // The entries of the targets from `first` on.
    AccelerationsView from(std::size_t first) const {
        const auto at = [first](auto* array) { return array == nullptr ? nullptr : array + first; };
        return {at(x),      at(y),      at(z),      at(potential),
                at(jerk_x), at(jerk_y), at(jerk_z), at(interactions),
                add};
    }
};

// The bodies that pull, and the law.
template <class Real>
struct ForceSources {
    BodiesView<Real> sources;
    const ForceParameters& parameters;
};

// The bodies that are pulled, and the result: all of the sources, a range of them, a list of them,
// or other bodies, which feel but do not pull: tracers, or another process's bodies.
template <class Real>
struct ForceTargets {
    // With a list: the sources' arrays, with the list's count.
    BodiesView<Real> targets;
    // The first target's place among the sources: target k is source `targets_at + k`, and does not
    // pull itself. None: the targets are others, and all sources pull on each.
    std::optional<std::size_t> targets_at;
    AccelerationsView<Real> result;
    // Target k is source list[k], each at most once, in the memory of the bodies. Null: no list.
    const std::uint32_t* list = nullptr;

    // The place of target k in the targets' arrays.
    std::size_t place(std::size_t k) const { return list == nullptr ? k : list[k]; }
};

// A solver's question: how do the sources pull on the targets?
template <class Real>
struct ForceRequest : ForceSources<Real>, ForceTargets<Real> {
    // All bodies pull on each other.
    static ForceRequest among(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                              const ForceParameters& parameters) {
        return {{bodies, parameters}, {bodies, 0, result}};
    }
    // Only those listed are pulled.
    static ForceRequest on_listed(const BodiesView<Real>& bodies,
                                  std::span<const std::uint32_t> list,
                                  const AccelerationsView<Real>& result,
                                  const ForceParameters& parameters) {
        ForceRequest request = among(bodies, result, parameters);
        request.targets.count = list.size();
        request.list = list.data();
        return request;
    }
    static ForceRequest on_others(const BodiesView<Real>& sources, const BodiesView<Real>& targets,
                                  const AccelerationsView<Real>& result,
                                  const ForceParameters& parameters) {
        return {{sources, parameters}, {targets, std::nullopt, result}};
    }

    // The same for the targets from `first` on, before `end`, alone; in the same entries as before.
    ForceRequest of_targets(std::size_t first, std::size_t end) const {
        ForceRequest part = *this;
        part.result = this->result.from(first);
        if (this->list != nullptr) {
            part.targets.count = end - first;
            part.list = this->list + first;
            return part;
        }
        part.targets = this->targets.part(first, end);
        if (this->targets_at) {
            part.targets_at = *this->targets_at + first;
        }
        return part;
    }

    // Whether all bodies pull on each other, so that a pair may serve both.
    bool mutual() const {
        return this->targets_at == 0 && this->targets.count == this->sources.count &&
               this->list == nullptr;
    }

    // For kernels that want one array: the sources and, behind them, targets that are others. Who
    // is who, and whether a body meets itself, then shows in its number alone.
    std::size_t packed_count() const {
        return this->sources.count + (this->targets_at ? 0 : this->targets.count);
    }
    std::size_t packed_target() const { return this->targets_at.value_or(this->sources.count); }
    // The number of target k.
    std::size_t packed_target(std::size_t k) const { return packed_target() + this->place(k); }

    // Ordered pairs of a source and a target that is another body.
    double pairs() const {
        const auto pulled = static_cast<double>(this->targets.count);
        return pulled * static_cast<double>(this->sources.count) - (this->targets_at ? pulled : 0);
    }
};

} // namespace orrery
