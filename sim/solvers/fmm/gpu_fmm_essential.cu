// What the fast multipole method has to see of another GPU's domain: a cell with its children, or a
// leaf with its bodies, if any leaf in one of the other's boxes could find it too near.
//
// Idea:   a leaf's centre is in one of the boxes, and its radius about as many leaves fit there. If
//         a cell is far from the nearest point of a box, it is far from any such leaf; and what is
//         far from all leaves no cell above them opens for long: it is left undecided until then.
//         Within that radius leaves take for each of their bodies what is far from that: else the
//         few leaves in the outskirts of a system, which are as wide as that, would see all of it.

#include "sim/domain/device_essential_tree.cuh"
#include "sim/solvers/fmm/gpu_fmm_sum.cuh"
#include "sim/solvers/fmm/gpu_pair_error.cuh"

namespace orrery {
namespace {

template <class Real>
struct ReadyJudge {
    PairRange<Real> range;
    Real softening_squared;
    float length, per_mass; // FmmUnits
    int order;

    __device__ bool opens(const WalkNode<Real>& node, const TargetBox& target) const {
        const Real squared = target.distance_squared(node.monopole);
        const bool apart = range.separates(squared, node.opening_radius + target.leaf_radius);
        return !is_far(node, squared, {apart ? target.leaf_radius : 0.0F, target.demand});
    }
    __device__ bool may_open(const WalkNode<Real>& node, const TargetBox& several) const {
        return !is_far(node, several.distance_squared(node.monopole),
                       {several.leaf_radius, several.demand});
    }

    __device__ bool is_far(const WalkNode<Real>& node, Real squared,
                           const PairTarget& target) const {
        if (!range.separates(squared, node.opening_radius + target.radius)) {
            return false;
        }
        const PairSource source{node.moment_length, node.opening_radius,
                                static_cast<float>(node.monopole.mass) * per_mass};
        const auto distance = static_cast<float>(squared + softening_squared);
        return pair_error<any_order>(target, source, reciprocal_root(distance), length, order) <
               1.0F;
    }
};

template <class Real>
struct FmmJudge {
    FmmPairLimits<Real> limits;
    Real softening_squared;

    // By the least acceleration in the box.
    __device__ float demand(float acceleration) const { return demand_of(acceleration, limits); }
    __device__ ReadyJudge<Real> ready() const {
        return {PairRange<Real>(limits), softening_squared,
                static_cast<float>(limits.units->length),
                static_cast<float>(limits.units->inverse_mass), limits.order};
    }
};

} // namespace

template <class Real>
void GpuFmmSum<Real>::tell(EssentialWriter<Real>& writer, const DomainNodes& nodes,
                           const BoxesOfAll<Real>& all) {
    const auto* rows = reinterpret_cast<const uint4*>(sources_.moments.data());
    writer.write(queue_,
                 {sources_.tree.view(),
                  {rows, static_cast<unsigned>(row() * sizeof(Real) / sizeof(uint4))},
                  nodes},
                 FmmJudge<Real>{pair_limits(), softening_squared_}, all, softening_squared_);
}

template void GpuFmmSum<float>::tell(EssentialWriter<float>&, const DomainNodes&,
                                     const BoxesOfAll<float>&);
template void GpuFmmSum<double>::tell(EssentialWriter<double>&, const DomainNodes&,
                                      const BoxesOfAll<double>&);

} // namespace orrery
