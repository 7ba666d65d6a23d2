#include "sim/domain/tree_exchange.hpp"

#include "sim/domain/travel.hpp"
#include "sim/domain/tree_graft.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

// The more ranks, the fewer of each: all tops together are on every rank.
std::size_t top_nodes(std::size_t ranks) {
    return std::clamp<std::size_t>(4096 / ranks, 32, 256);
}

template <class Real>
std::vector<EssentialTree<Real>> exchanged_trees(Communicator& ranks,
                                                 std::vector<EssentialTree<Real>> sent) {
    std::vector<std::vector<EssentialNode<Real>>> nodes;
    std::vector<std::vector<PointMass<Real>>> bodies;
    for (EssentialTree<Real>& tree : sent) {
        nodes.push_back(std::exchange(tree.nodes, {}));
        bodies.push_back(std::exchange(tree.bodies, {}));
    }
    nodes = exchanged(ranks, nodes);
    bodies = exchanged(ranks, bodies);
    std::vector<EssentialTree<Real>> found(sent.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        found[k].nodes = std::move(nodes[k]);
        found[k].bodies = std::move(bodies[k]);
    }
    return found;
}

template <class Real>
std::vector<EssentialTree<Real>*> following(const Communicator& ranks,
                                            std::vector<EssentialTree<Real>>& of_ranks) {
    std::vector<EssentialTree<Real>*> others;
    for (std::size_t k = 1; k < of_ranks.size(); ++k) {
        others.push_back(&of_ranks[(ranks.rank() + k) % of_ranks.size()]);
    }
    return others;
}

template <class Real>
PreparedTree<Real> others_tops(Communicator& ranks, const EssentialTree<Real>& own_top,
                               const OpeningCriterion& criterion, double softening,
                               Workers& workers) {
    auto nodes = gathered(ranks, own_top.nodes);
    std::vector<EssentialTree<Real>> tops(nodes.size());
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        tops[k].nodes = std::move(nodes[k]);
    }
    PreparedTree<Real> all;
    all.criterion = criterion;
    all.softening_squared = static_cast<Real>(softening * softening);
    const TreeGraft<Real> graft(all.tree, following(ranks, tops));
    if (graft.node_count() > graft.top_count()) {
        graft.join(all, workers);
    }
    return all;
}

template std::vector<EssentialTree<float>> exchanged_trees(Communicator&,
                                                           std::vector<EssentialTree<float>>);
template std::vector<EssentialTree<double>> exchanged_trees(Communicator&,
                                                            std::vector<EssentialTree<double>>);
template std::vector<EssentialTree<float>*> following(const Communicator&,
                                                      std::vector<EssentialTree<float>>&);
template std::vector<EssentialTree<double>*> following(const Communicator&,
                                                       std::vector<EssentialTree<double>>&);
template PreparedTree<float> others_tops(Communicator&, const EssentialTree<float>&,
                                         const OpeningCriterion&, double, Workers&);
template PreparedTree<double> others_tops(Communicator&, const EssentialTree<double>&,
                                          const OpeningCriterion&, double, Workers&);

} // namespace orrery
