// How a group of bodies walks the tree on a GPU, to be looked at.
//
// Idea:    one warp walks for the group of one body, as the groups have walked, but writing down
//          what it finds.

#include "sim/solvers/tree/gpu_group.cuh"
#include "sim/solvers/tree/gpu_tree_sum.cuh"

namespace orrery {
namespace {

// One warp: GroupWalk::run() of gpu_walk.cu, but for what it does with what it finds.
template <class Real, unsigned targets_per_lane>
__global__ void __launch_bounds__(warp_size)
    tell_interactions(WalkedTree<Real> walked, Telling telling) {
    __shared__ std::uint32_t stack_memory[CellStack::size];
    const DeviceTreeView<Real>& tree = walked.tree;
    const unsigned lane = threadIdx.x;
    if (telling.tally->body == no_body) {
        return;
    }
    const Group bodies = tree.groups[tree.groups_before(telling.tally->body + 1) - 1];
    const WarpGroup<Real, targets_per_lane> group(tree, bodies, lane);
    const Box<Real> box = group.box();
    const float scale =
        group.scale(walked.criterion, tree, box, walked.softening_squared, stack_memory);
    CellStack stack(stack_memory, lane);
    while (!stack.empty()) {
        std::uint32_t cell = 0;
        const bool mine = stack.pop(cell);
        const WalkNode<Real> node = tree.walk_nodes[cell];
        const Acceptance how =
            acceptance(walked.criterion.order, walked.criterion, node, box, scale);
        const bool opened = how == Acceptance::open && !node.is_leaf();
        stack.push(node.first, mine && opened ? node.count() : 0);
        if (mine && !opened) {
            telling.tell(tree, cell,
                         how == Acceptance::open         ? Role::leaf
                         : how == Acceptance::quadrupole ? Role::multipole
                                                         : Role::monopole);
        }
    }
    if (lane == 0) {
        telling.tell(box, bodies.count(), 0, false, Role::group);
    }
}

} // namespace

template <class Real>
void tell_walk(const WalkedTree<Real>& walked, cudaStream_t stream, const Telling& telling) {
    DeviceQueue::launch_into(stream, inspecting, {dim3(1), dim3(warp_size)},
                             walked.group > warp_size ? tell_interactions<Real, 2>
                                                      : tell_interactions<Real, 1>,
                             walked, telling);
}

template void tell_walk(const WalkedTree<float>&, cudaStream_t, const Telling&);
template void tell_walk(const WalkedTree<double>&, cudaStream_t, const Telling&);

} // namespace orrery
