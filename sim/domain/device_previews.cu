// Previews of other domains: eight boxes that follow one another along the curve are one node,
// eight of these again, up to a root.
//
// Cost:    one launch of a block for each other domain.
// Memory:  1200 nodes for each.

#include "sim/domain/device_previews.cuh"

namespace orrery {
namespace {

template <class Real>
class PreviewWriter {
public:
    __device__ PreviewWriter(const GuestTree<Real>& tree, unsigned which)
        : tree_(tree), root_(tree.roots.first + 1 + which),
          next_(tree.roots.first + tree.roots.count + which * preview_nodes) {}

    // All threads of a block of `domain_boxes`.
    __device__ void write(const DomainBox<Real>* boxes) {
        unsigned first = next_;
        const DomainBox<Real> own = boxes[threadIdx.x];
        store(first + threadIdx.x, own.monopole, own.box, own.bodies, 0);
        unsigned count = domain_boxes;
        next_ += count;
        while (count > 1) {
            __syncthreads();
            const unsigned above = (count + max_children - 1) / max_children;
            const unsigned at = above == 1 ? root_ : next_ + threadIdx.x;
            if (threadIdx.x < above) {
                const unsigned begin = threadIdx.x * max_children;
                merge(at, first + begin, min(count - begin, max_children));
            }
            first = next_;
            next_ += above;
            count = above;
        }
    }

private:
    __device__ void merge(unsigned at, unsigned first, unsigned count) {
        PointMass<Real> sum{};
        Box<Real> box{};
        for (unsigned child = first; child < first + count; ++child) {
            const PointMass<Real> one = tree_.walk_nodes[child].monopole;
            if (one.mass == 0) {
                continue; // there is no such box
            }
            const Box<Real> its = tree_.boxes[child];
            sum.mass == 0 ? void(box = its) : box.extend(its);
            sum.x += one.mass * one.x;
            sum.y += one.mass * one.y;
            sum.z += one.mass * one.z;
            sum.mass += one.mass;
        }
        const Real inverse = sum.mass == 0 ? Real(0) : 1 / sum.mass;
        store(at, {sum.x * inverse, sum.y * inverse, sum.z * inverse, sum.mass}, box, first, count);
    }

    // `count`: of children from `first` on; 0: it is closed.
    __device__ void store(unsigned at, const PointMass<Real>& centre, const Box<Real>& box,
                          std::uint32_t first, unsigned count) {
        const Real x = fmax(centre.x - box.low_x, box.high_x - centre.x);
        const Real y = fmax(centre.y - box.low_y, box.high_y - centre.y);
        const Real z = fmax(centre.z - box.low_z, box.high_z - centre.z);
        WalkNode<Real> node{};
        node.monopole = centre;
        node.opening_radius = static_cast<float>(sqrt(x * x + y * y + z * z));
        node.first = first;
        node.packed = WalkNode<Real>::pack(count, 0, false);
        tree_.walk_nodes[at] = node;
        tree_.boxes[at] = box;
    }

    const GuestTree<Real>& tree_;
    unsigned root_, next_;
};

// A block for each other domain with sources.
template <class Real>
__global__ void __launch_bounds__(domain_boxes)
    place(const __grid_constant__ GuestTree<Real> tree, BoxesOfAll<Real> all) {
    std::uint32_t others = all.with_sources & ~(1U << all.own);
    for (unsigned k = 0; k < blockIdx.x; ++k) {
        others &= others - 1;
    }
    const unsigned domain = __ffs(int(others)) - 1;
    PreviewWriter<Real>(tree, blockIdx.x).write(all.sources + domain * domain_boxes);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        tree.walk_nodes[tree.roots.first] = tree.walk_nodes[0];
        tree.boxes[tree.roots.first] = tree.boxes[0];
    }
}

} // namespace

template <class Real>
void place_previews(DeviceQueue& queue, const GuestTree<Real>& tree, const BoxesOfAll<Real>& all) {
    queue.launch("boxes", {dim3(previewed_domains(all) - 1), dim3(domain_boxes)}, place<Real>, tree,
                 all);
}

template void place_previews(DeviceQueue&, const GuestTree<float>&, const BoxesOfAll<float>&);
template void place_previews(DeviceQueue&, const GuestTree<double>&, const BoxesOfAll<double>&);

} // namespace orrery
