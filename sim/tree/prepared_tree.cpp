#include "sim/tree/prepared_tree.hpp"

namespace orrery {

template <class Real>
bool PreparedTree<Real>::sort(const BodiesView<Real>& bodies, Workers& workers,
                              const std::stop_token& stop) {
    return sorted.sort(bodies, workers, stop);
}

template <class Real>
void PreparedTree<Real>::build(std::size_t leaf, Workers& workers) {
    build_tree(sorted.view(), sorted.keys(), leaf, workers, tree);
}

template <class Real>
void PreparedTree<Real>::prepare_walk(const OpeningCriterion& how, double softening,
                                      Workers& workers) {
    criterion = how;
    softening_squared = static_cast<Real>(softening * softening);
    compute_moments(tree, sorted.view(), workers, expansions);
    compute_acceptance(tree, expansions, criterion, workers, nodes);
}

template <class Real>
std::size_t PreparedTree<Real>::bytes() const {
    return sorted.scratch_bytes() + tree.bytes() + expansions.bytes() + nodes.bytes();
}

template struct PreparedTree<float>;
template struct PreparedTree<double>;

} // namespace orrery
