#include "sim/solvers/fmm/fmm_on_ranks.hpp"

#include "sim/domain/shares.hpp"
#include "sim/domain/travel.hpp"
#include "sim/domain/tree_exchange.hpp"
#include "sim/domain/tree_graft.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace orrery {
namespace {

// A node of the top as others' cells meet it, or all that is below a lowest one.
template <class Real>
struct CellDemand {
    Real x, y, z;
    Box<Real> box;
    TargetBounds<Real> bounds;
    Real largest_leaf;
    std::uint32_t above;
    bool lowest;
};

template <class Real>
std::vector<Real> largest_leaves(const FmmTree<Real>& own, Workers& workers) {
    std::vector<Real> largest(own.prepared.tree.nodes.size());
    upsweep(own.prepared.tree, workers, [&](std::uint32_t index) {
        const Node& node = own.prepared.tree.nodes[index];
        const auto first = largest.begin() + node.first_child;
        largest[index] = node.is_leaf() ? own.cells.radius[index]
                                        : *std::max_element(first, first + node.child_count);
    });
    return largest;
}

template <class Real>
std::vector<CellDemand<Real>> demands_of(const FmmTree<Real>& own, const EssentialTree<Real>& top,
                                         Workers& workers) {
    const std::vector<Real> largest = largest_leaves(own, workers);
    std::vector<CellDemand<Real>> demands(top.nodes.size());
    std::uint32_t child = 1;
    for (std::uint32_t i = 0; i < demands.size(); ++i) {
        const std::uint32_t from = top.from[i];
        CellDemand<Real>& demand = demands[i];
        demand.x = own.cells.x[from];
        demand.y = own.cells.y[from];
        demand.z = own.cells.z[from];
        demand.box = top.nodes[i].box;
        demand.bounds = target_bounds(own.criterion, own.cells.radius[from],
                                      own.min_acceleration[from], own.coherence[from]);
        demand.largest_leaf = largest[from];
        demand.lowest = top.nodes[i].child_count == 0;
        demand.above = i == 0 ? no_demand : demand.above;
        for (unsigned c = 0; c < top.nodes[i].child_count; ++c) {
            demands[child++].above = i;
        }
    }
    return demands;
}

// The test of a pair as the walk has it, on the safe side of its rounding.
template <class Real>
bool is_far(const FmmTree<Real>& own, std::uint32_t node, double distance, double radius,
            const TargetBounds<Real>& bounds) {
    const double softened =
        std::sqrt(distance * distance + static_cast<double>(own.limits.softening_squared));
    const double weight = static_cast<double>(own.cells.mass_root[node]) *
                              static_cast<double>(bounds.demand) / softened +
                          static_cast<double>(bounds.coherent);
    const double size = (static_cast<double>(own.cells.spread[node]) + radius) / softened;
    return static_cast<double>(own.cells.radius[node]) + radius < own.criterion.theta * distance &&
           softened > static_cast<double>(own.limits.min_distance) &&
           weight * std::pow(size, own.criterion.order) < 1;
}

// Whether bodies in the box may meet the node each by itself, as those of a leaf do.
template <class Real>
bool is_far_from_each(const FmmTree<Real>& own, std::uint32_t node,
                      const CellDemand<Real>& demand) {
    const Box<Real>& box = demand.box;
    const double nearest = std::hypot(Box<Real>::outside(box.low_x, box.high_x, own.cells.x[node]),
                                      Box<Real>::outside(box.low_y, box.high_y, own.cells.y[node]),
                                      Box<Real>::outside(box.low_z, box.high_z, own.cells.z[node]));
    return is_far(own, node, nearest, 0, demand.bounds) &&
           static_cast<double>(own.cells.radius[node]) < double{largest_single} * nearest;
}

// Whether a target of the demand may open a node: the walk opens what is larger than the target,
// and leaves open all.
template <class Real>
bool may_open(const FmmTree<Real>& own, std::uint32_t node, const CellDemand<Real>& demand) {
    constexpr double nearer = 0.9999;
    const auto away = [](Real a, Real b) {
        return static_cast<double>(a) - static_cast<double>(b);
    };
    const double distance =
        nearer * std::hypot(away(own.cells.x[node], demand.x), away(own.cells.y[node], demand.y),
                            away(own.cells.z[node], demand.z));
    const auto radius = static_cast<double>(own.cells.radius[node]);
    const auto reach = static_cast<double>(demand.bounds.radius);
    if (!demand.lowest) {
        return radius > nearer * reach && !is_far(own, node, distance, reach, demand.bounds);
    }
    // A few bodies in the outskirts make a leaf so large that all is near it, though no body is:
    // they meet each by itself what is closed, as the walk has it.
    const auto leaf = static_cast<double>(demand.largest_leaf);
    if (radius <= leaf && is_far_from_each(own, node, demand)) {
        return false;
    }
    // Targets are as near as that, and no larger than that where they open the node.
    const double target = std::max(std::min(radius, reach), leaf);
    return !(distance > reach) || !is_far(own, node, distance - reach, target, demand.bounds);
}

// The numbers of a node beside its EssentialNode, and its row.
enum Beside : std::size_t { radius, spread, mass_root, row_begin };

template <class Real>
std::size_t beside_width(const FmmTree<Real>& own) {
    return row_begin + expansion_row(own.order);
}

// The numbers of nodes of the own tree, which has been grafted.
template <class Real>
std::vector<Real> numbers_beside(const FmmTree<Real>& own, const TreeGraft<Real>& graft,
                                 const std::vector<std::uint32_t>& nodes, const Part& part) {
    std::vector<Real> all;
    all.reserve(part.count * beside_width(own));
    for (std::size_t i = part.first; i < part.first + part.count; ++i) {
        const std::uint32_t at = graft.place_of_own(nodes[i]);
        all.insert(all.end(),
                   {own.cells.radius[at], own.cells.spread[at], own.cells.mass_root[at]});
        all.insert(all.end(), own.row(at), own.row(at) + expansion_row(own.order));
    }
    return all;
}

template <class Real>
void put_cells(const std::vector<Real>& beside, const Part& part, const TreeGraft<Real>& graft,
               std::size_t other, FmmTree<Real>& own) {
    CellArrays<Real>& cells = own.cells;
    graft.for_nodes_of(other, [&](std::uint32_t node, std::uint32_t at) {
        if (node < part.first || node >= part.first + part.count) {
            return;
        }
        const Real* const numbers = beside.data() + (node - part.first) * beside_width(own);
        cells.radius[at] = numbers[Beside::radius];
        cells.spread[at] = numbers[Beside::spread];
        cells.mass_root[at] = numbers[Beside::mass_root];
        std::copy_n(numbers + row_begin, expansion_row(own.order), own.row(at));
    });
}

// The cells of others, of whose trees `nodes_for` each rank it gets those nodes of the own one.
// Most that travels are these numbers: some ranks', or parts of theirs, come at a time, and go to
// their place.
template <class Real>
void bring_cells(const TreeGraft<Real>& graft, const std::vector<EssentialTree<Real>>& of_ranks,
                 const std::vector<std::vector<std::uint32_t>>& nodes_for,
                 const std::vector<std::size_t>& counts, FmmTree<Real>& own, Communicator& ranks) {
    constexpr std::size_t rounds = 8;
    const std::size_t size = ranks.size(), groups = std::min(rounds, size - 1);
    const std::size_t parts = rounds / groups;
    for (std::size_t round = 0; round < groups * parts; ++round) {
        const auto part_of = [&](std::size_t nodes) {
            return even_part(nodes, round / groups, parts);
        };
        std::vector<std::vector<Real>> to(size), from(size);
        on_all(ranks, [&] {
            for (std::size_t ahead = 1 + round % groups; ahead < size; ahead += groups) {
                const std::size_t source = (ranks.rank() + ahead) % size;
                const std::size_t target = (ranks.rank() + size - ahead) % size;
                from[source].resize(part_of(counts[source]).count * beside_width(own));
                to[target] = numbers_beside(own, graft, nodes_for[target],
                                            part_of(nodes_for[target].size()));
            }
        });
        std::vector<std::span<const std::byte>> out;
        std::vector<std::span<std::byte>> in;
        for (std::size_t k = 0; k < size; ++k) {
            out.push_back(std::as_bytes(std::span(to[k])));
            in.push_back(std::as_writable_bytes(std::span(from[k])));
        }
        ranks.all_to_all_v(out, in);
        for (std::size_t k = 0; k < graft.others().size(); ++k) {
            const auto source = static_cast<std::size_t>(graft.others()[k] - of_ranks.data());
            if (!from[source].empty()) {
                put_cells(from[source], part_of(counts[source]), graft, k, own);
            }
        }
    }
}

// Makes room for the cells of others among the own ones.
template <class Real>
void join_cells(const TreeGraft<Real>& graft, FmmTree<Real>& own) {
    CellArrays<Real>& cells = own.cells;
    graft.spread(own.rows, expansion_row(own.order));
    for (std::vector<Real>* array :
         {&cells.x, &cells.y, &cells.z, &cells.radius, &cells.spread, &cells.mass_root}) {
        graft.spread(*array, 1, CellArrays<Real>::padding);
    }
    graft.spread(own.min_acceleration);
    graft.spread(own.coherence);
    for (std::size_t k = 0; k < graft.others().size(); ++k) {
        graft.for_nodes_of(k, [&](std::uint32_t, std::uint32_t at) {
            const PointMass<Real>& centre = own.prepared.expansions.multipoles[at].monopole;
            cells.x[at] = centre.x;
            cells.y[at] = centre.y;
            cells.z[at] = centre.z;
        });
    }
    own.prepared.expansions.multipoles = std::vector<Multipole<Real>>(); // rows stand for bodies
    std::fill_n(cells.radius.begin(), graft.top_count(), std::numeric_limits<Real>::infinity());
    cells.tag.resize(graft.node_count() + CellArrays<Real>::padding);
    for (std::uint32_t at = 0; at < graft.node_count(); ++at) {
        cells.tag[at] = cell_tag(own.prepared.tree.nodes[at], at, own.order);
    }
    own.root = graft.root();
}

} // namespace

template <class Real>
void join_trees(FmmTree<Real>& own, double softening, Execution& execution) {
    Communicator& ranks = execution.communicator;
    Workers& workers = execution.workers;
    own.prepared.sorted.free_keys();
    const EssentialTree<Real> top = top_of(own.prepared, top_nodes(ranks.size()));
    const PreparedTree<Real> tops =
        others_tops(ranks, top, own.prepared.criterion, softening, workers);
    std::vector<CellDemand<Real>> demands;
    on_all(ranks, [&] {
        own.estimate_accelerations(own.prepared, workers, &tops);
        demands = demands_of(own, top, workers);
        own.prepared.nodes = WalkNodes<Real>(); // by which pulls have been estimated
    });
    const auto of_ranks = gathered(ranks, demands);
    std::vector<EssentialTree<Real>> sent(ranks.size());
    std::vector<std::vector<std::uint32_t>> nodes_for(ranks.size());
    on_all(ranks, [&] {
        workers.for_ranges(ranks.size(), 1, [&](std::size_t k, std::size_t) {
            if (k != ranks.rank()) {
                sent[k] = essential_tree(
                    own.prepared, of_ranks[k].size(),
                    [&](std::uint32_t node, std::uint32_t demand) {
                        return may_open(own, node, of_ranks[k][demand]);
                    },
                    [&](std::uint32_t demand) { return of_ranks[k][demand].above; });
                nodes_for[k] = std::exchange(sent[k].from, {});
            }
        });
    });
    std::vector<EssentialTree<Real>> found = exchanged_trees(ranks, std::move(sent));
    std::vector<std::size_t> counts;
    std::optional<TreeGraft<Real>> graft;
    on_all(ranks, [&] {
        for (const EssentialTree<Real>& other : found) {
            counts.push_back(other.nodes.size());
        }
        graft.emplace(own.prepared.tree, following(ranks, found));
        if (!own.prepared.tree.nodes.empty()) {
            graft->join_all_but_walk(own.prepared);
            join_cells(*graft, own);
        }
    });
    bring_cells(*graft, found, nodes_for, counts, own, ranks);
}

template void join_trees(FmmTree<float>&, double, Execution&);
template void join_trees(FmmTree<double>&, double, Execution&);

} // namespace orrery
