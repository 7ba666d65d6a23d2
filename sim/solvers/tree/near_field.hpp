#pragma once

#include "sim/base/vector3.hpp"
#include "sim/solvers/direct/simd_kernels.hpp"
#include "sim/tree/prepared_tree.hpp"

#include <limits>

namespace orrery {

// Everything that the groups of one evaluation share. Groups are those of the targets' tree: the
// sources' own, or one over targets that are others.
template <class Real>
struct NearProblem {
    const PreparedTree<Real>& sources;
    const PreparedTree<Real>& targets;
    bool among_sources; // the targets are sources, in the same places
    PeriodicBox box;    // that all of them are in
    PairLaw<Real> law;
    const SimdKernels<Real>& pairs;
    bool potential;

    // `short_range`: of what a mesh leaves of the law; null: all of it.
    NearProblem(const PreparedTree<Real>& of_sources, const PreparedTree<Real>& of_targets,
                const ForceRequest<Real>& request, const ShortRange<Real>* short_range = nullptr)
        : sources(of_sources), targets(of_targets), among_sources(request.targets_at.has_value()),
          box(request.parameters.box),
          law(request.parameters.softening, request.parameters.gravity),
          pairs(instruction_sets().front().kernels.template in<Real>()),
          potential(request.result.potential != nullptr) {
        law.short_range = short_range;
    }

    Real reach() const {
        return law.short_range != nullptr ? law.short_range->cutoff
                                          : std::numeric_limits<Real>::infinity();
    }
};

// Bodies that pull on a few neighbouring targets: gathered a tile at a time, so that the direct
// sum's vector kernel does the rest. Its memory is fixed, so nothing is ever too much.
template <class Real>
class NearField {
public:
    static constexpr std::size_t max_targets = 128;

    NearField();

    // Bodies [begin, end) of the targets' tree, at most max_targets of them, without any pull.
    void begin(const NearProblem<Real>& problem, const Group& targets);
    // Goes on with what pulls on the same targets from another image of the box: seen from there
    // they are at `shift` from where they are.
    void turn_to_image(const NearProblem<Real>& problem, const Group& targets,
                       const Vector3& shift);
    // All of a leaf but the targets themselves, which pull each other without being asked to. Any
    // number of bodies at one point are one: a crowd there costs no more than a body, and its
    // members do not pull on each other.
    void add_leaf(const NearProblem<Real>& problem, std::uint32_t leaf);
    void add_point(const NearProblem<Real>& problem, Real x, Real y, Real z, Real mass);
    void finish(const NearProblem<Real>& problem) { pull(problem); }

    // The targets, and the sums on them without the factor G, from index 0 on; others may add to
    // them.
    BodiesView<Real> targets() const { return gathered(targets_); }
    const AccelerationsView<Real>& result() const { return result_; }
    std::size_t terms() const { return terms_; } // of each target

private:
    void add_bodies(const NearProblem<Real>& problem, std::size_t begin, std::size_t end);
    void gather(const BodiesView<Real>& bodies, std::size_t begin, std::size_t count,
                std::size_t to);
    void pull(const NearProblem<Real>& problem);
    BodiesView<Real> gathered(std::size_t count) const;

    // The targets, then the bodies that pull on them.
    HostArray<Real> x_, y_, z_, mass_;
    Group own_ = {}; // the sources that are the targets
    std::size_t targets_ = 0;
    std::size_t first_source_ = 0; // 0 until the targets have pulled one another
    std::size_t sources_end_ = 0;
    HostArray<Real> sum_x_, sum_y_, sum_z_, sum_potential_;
    AccelerationsView<Real> result_;
    std::size_t terms_ = 0;
};

} // namespace orrery
