// The moments of a tree's nodes, from the leaves up.
//
// Idea:   a leaf's are summed over its bodies about a point inside its box, a parent's over its
//         children's about the centre of the first of them, and then moved to the centre of mass.
// Source: Barnes & Hut 1986; moments about the centre of mass: Hernquist 1987.
// Cost:   10 sums a body and 10 a node, in double.

#include "sim/tree/compute_moments.hpp"

#include "sim/tree/sweeps.hpp"

#include <cmath>

namespace orrery {
namespace {

template <class Real>
Moments moments_of_bodies(const BodiesView<Real>& bodies, const Node& node, const Box<Real>& box) {
    const auto x = double(box.low_x), y = double(box.low_y), z = double(box.low_z);
    Moments sums;
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
        sums.add(double(bodies.mass[i]), double(bodies.x[i]), double(bodies.y[i]),
                 double(bodies.z[i]), x, y, z);
    }
    return sums.centred(x, y, z);
}

Moments moments_of_children(const std::vector<Moments>& moments, const Node& node) {
    const Moments& origin = moments[node.first_child];
    Moments sums;
    for (std::uint32_t i = node.first_child; i < node.first_child + node.child_count; ++i) {
        sums.add(moments[i], origin.x, origin.y, origin.z);
    }
    return sums.centred(origin.x, origin.y, origin.z);
}

} // namespace

template <class Real>
void compute_moments(const Tree<Real>& tree, const BodiesView<Real>& bodies, Workers& workers,
                     Expansions<Real>& expansions) {
    expansions.moments.resize(tree.nodes.size());
    expansions.multipoles.resize(tree.nodes.size());
    upsweep(tree, workers, [&](std::uint32_t index) {
        const Node& node = tree.nodes[index];
        Moments& moments = expansions.moments[index];
        moments = node.is_leaf() ? moments_of_bodies(bodies, node, tree.boxes[index])
                                 : moments_of_children(expansions.moments, node);
        expansions.multipoles[index] = {monopole_of<Real>(moments), Quadrupole<Real>::of(moments)};
    });
}

template <class Real>
bool Expansions<Real>::finite() const {
    if (moments.empty()) {
        return true;
    }
    const Moments& all = moments.front();
    return std::isfinite(all.mass + all.x + all.y + all.z + all.xx + all.yy + all.zz);
}

template <class Real>
std::size_t Expansions<Real>::bytes() const {
    return moments.capacity() * sizeof(Moments) + multipoles.capacity() * sizeof(Multipole<Real>);
}

template void compute_moments(const Tree<float>&, const BodiesView<float>&, Workers&,
                              Expansions<float>&);
template void compute_moments(const Tree<double>&, const BodiesView<double>&, Workers&,
                              Expansions<double>&);
template struct Expansions<float>;
template struct Expansions<double>;

} // namespace orrery
