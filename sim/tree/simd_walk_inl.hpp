// A group's way through the tree: the children of a node lie side by side, so all of them are
// tested at once.
// Included by tree_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A mask of at most eight lanes as bits, the first lane's lowest.
template <class D>
HWY_INLINE unsigned mask_bits(D d, hn::Mask<D> mask) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, mask, bits);
    return bits[0];
}

// Distance along one axis from the box's nearest face; 0 inside.
template <class D>
HWY_INLINE hn::Vec<D> outside(hn::Vec<D> low, hn::Vec<D> high, hn::Vec<D> at, D d) {
    return hn::Max(hn::Max(hn::Sub(low, at), hn::Sub(at, high)), hn::Zero(d));
}

// Which of a node's children may be taken whole, and as points, and which are out of reach: a bit
// each.
struct Accepted {
    unsigned whole = 0;
    unsigned as_point = 0;
    unsigned beyond = 0;
};

template <class Real>
HWY_INLINE Accepted accepted_children(const WalkNodes<Real>& nodes, const ChildLinks& node,
                                      const WalkTarget<Real>& target) {
    const hn::CappedTag<Real, max_children> d;
    const std::size_t lanes = hn::Lanes(d);
    const bool monopole = target.criterion.order == 1;
    const Real mass_part = static_cast<Real>(target.criterion.mass_part);
    const auto box = [d](Real face) HWY_ATTR { return hn::Set(d, face); };
    Accepted accepted;
    for (std::size_t i = 0; i < node.child_count; i += lanes) {
        const std::size_t at = node.first_child + i;
        const auto x = outside(box(target.box.low_x), box(target.box.high_x),
                               hn::LoadU(d, nodes.x.data() + at), d);
        const auto y = outside(box(target.box.low_y), box(target.box.high_y),
                               hn::LoadU(d, nodes.y.data() + at), d);
        const auto z = outside(box(target.box.low_z), box(target.box.high_z),
                               hn::LoadU(d, nodes.z.data() + at), d);
        const auto distance2 = hn::MulAdd(x, x, hn::MulAdd(y, y, hn::Mul(z, z)));
        // accept() of opening_criterion.hpp, for a vector of cells.
        const auto distance = hn::Sqrt(distance2);
        const auto inverse = hn::Div(hn::Set(d, 1), distance);
        const auto radius = hn::LoadU(d, nodes.opening_radius.data() + at);
        const auto b = hn::Mul(radius, inverse);
        const auto u = hn::Mul(hn::LoadU(d, nodes.moment_length.data() + at),
                               hn::Mul(hn::Set(d, target.acceptance_scale), inverse));
        const auto u2 = hn::Mul(u, u);
        const auto u4 = hn::Mul(u2, u2);
        const auto left_out = monopole ? u4 : hn::Mul(u4, u);
        const auto gap = hn::Max(hn::Sub(hn::Set(d, 1), b), hn::Zero(d));
        const auto room = hn::Mul(gap, gap);
        const auto for_mass = hn::Mul(hn::Mul(hn::Set(d, mass_part), room), b);
        accepted.beyond |= mask_bits(d, hn::Gt(distance, hn::Add(radius, hn::Set(d, target.reach))))
                           << i;
        accepted.whole |= mask_bits(d, hn::Gt(room, left_out)) << i;
        accepted.as_point |= monopole ? ~0U : mask_bits(d, hn::Gt(for_mass, left_out)) << i;
    }
    return accepted;
}

// Appends those of a node's children whose bit is set: all are written side by side and the list
// grows by as many as belong there, so there is no branch that a processor could guess wrong.
HWY_INLINE void append(std::uint32_t* list, std::size_t& length, std::uint32_t first_child,
                       unsigned chosen) {
    const hn::CappedTag<std::uint32_t, max_children> d;
    for (unsigned i = 0; i < max_children; i += static_cast<unsigned>(hn::Lanes(d))) {
        const std::uint8_t bits[8] = {static_cast<std::uint8_t>(chosen >> i)};
        const auto children = hn::Iota(d, first_child + i);
        const auto mask = hn::LoadMaskBits(d, bits);
        hn::StoreU(hn::Compress(children, mask), d, list + length);
        length += hn::CountTrue(d, mask);
    }
}

template <class Real>
void walk(const WalkNodes<Real>& nodes, const WalkTarget<Real>& target, Walk& walk) {
    while (walk.open_count > 0 && walk.cell_count <= Walk::max_cells &&
           walk.point_count <= Walk::max_points && walk.leaf_count <= Walk::max_leaves) {
        // [cpu.tree]
        const ChildLinks node = nodes.links[walk.open_list[--walk.open_count]];
        // [lit]
        const Accepted accepted = accepted_children(nodes, node, target);
        // [/lit]
        const unsigned all = ((1U << node.child_count) - 1) & ~accepted.beyond;
        const unsigned points = accepted.whole & accepted.as_point & all;
        const unsigned cells = accepted.whole & ~accepted.as_point & ~node.small_children & all;
        const unsigned leaves = node.leaf_children & all & ~points & ~cells;
        const unsigned open = all & ~points & ~cells & ~leaves;
        // [/cpu.tree]
        append(walk.cell_list, walk.cell_count, node.first_child, cells);
        append(walk.point_list, walk.point_count, node.first_child, points);
        append(walk.leaf_list, walk.leaf_count, node.first_child, leaves);
        append(walk.open_list, walk.open_count, node.first_child, open);
    }
}

// Nodes farther than they are large count as points, and leaves always do, blurred by their own
// size: what is near then neither dominates nor is missed. What is inside the box is left out: were
// it a heavy body, that itself would be pulled much less than the others. Where pulls cancel, a
// part of their sum counts; what is nearer than the softening hardly pulls. Towards the end of the
// reach pulls fade as (1 - R^2 / reach^2)^4, which is near enough to what ShortRange makes of them.
template <class Real>
EstimatedPull estimate_acceleration(const WalkNodes<Real>& nodes, const Box<Real>& box,
                                    Real softening_squared, Real reach) {
    const auto middle = [](Real low, Real high) { return low + (high - low) / 2; };
    const Real x = middle(box.low_x, box.high_x);
    const Real y = middle(box.low_y, box.high_y);
    const Real z = middle(box.low_z, box.high_z);
    const hn::CappedTag<Real, max_children> d;
    const std::size_t lanes = hn::Lanes(d);
    const Real fading = 1 / (reach * reach);
    auto sum_x = hn::Zero(d), sum_y = hn::Zero(d), sum_z = hn::Zero(d), sum = hn::Zero(d);
    std::uint32_t open_list[Walk::max_open];
    std::size_t open_count = 0;
    open_list[open_count++] = 0;
    while (open_count > 0) {
        const ChildLinks node = nodes.links[open_list[--open_count]];
        unsigned points = 0;
        for (std::size_t i = 0; i < node.child_count; i += lanes) {
            const std::size_t at = node.first_child + i;
            const auto dx = hn::Sub(hn::LoadU(d, nodes.x.data() + at), hn::Set(d, x));
            const auto dy = hn::Sub(hn::LoadU(d, nodes.y.data() + at), hn::Set(d, y));
            const auto dz = hn::Sub(hn::LoadU(d, nodes.z.data() + at), hn::Set(d, z));
            const auto distance2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
            const auto inside = hn::And(hn::And(hn::Le(hn::Abs(dx), hn::Set(d, box.high_x - x)),
                                                hn::Le(hn::Abs(dy), hn::Set(d, box.high_y - y))),
                                        hn::Le(hn::Abs(dz), hn::Set(d, box.high_z - z)));
            const auto size = hn::LoadU(d, nodes.opening_radius.data() + at);
            const auto size2 = hn::Mul(size, size);
            const auto far = hn::Gt(distance2, size2);
            points |= mask_bits(d, far) << i;
            const std::uint8_t leaves[8] = {static_cast<std::uint8_t>(node.leaf_children >> i)};
            const auto counts =
                hn::And(hn::AndNot(inside, hn::Or(far, hn::LoadMaskBits(d, leaves))),
                        hn::FirstN(d, node.child_count - i));
            const auto apart2 = hn::Add(distance2, hn::IfThenZeroElse(far, size2));
            const auto blurred2 = hn::Add(apart2, hn::Set(d, softening_squared));
            const auto inverse = hn::Div(hn::Set(d, 1), hn::Sqrt(blurred2));
            const auto left =
                hn::Max(hn::NegMulAdd(blurred2, hn::Set(d, fading), hn::Set(d, 1)), hn::Zero(d));
            const auto left2 = hn::Mul(left, left);
            const auto mass = hn::Mul(hn::LoadU(d, nodes.mass.data() + at), hn::Mul(left2, left2));
            const auto over_r2 = hn::Mul(hn::Mul(mass, inverse), inverse);
            const auto strength = hn::IfThenElseZero(counts, hn::Mul(over_r2, inverse));
            sum = hn::MulAdd(strength, hn::Sqrt(apart2), sum);
            sum_x = hn::MulAdd(strength, dx, sum_x);
            sum_y = hn::MulAdd(strength, dy, sum_y);
            sum_z = hn::MulAdd(strength, dz, sum_z);
        }
        const unsigned near = ~(points | node.leaf_children);
        for (unsigned i = 0; i < node.child_count; ++i) {
            open_list[open_count] = node.first_child + i;
            open_count += near >> i & 1U;
        }
    }
    const auto total = [d](hn::Vec<decltype(d)> v) HWY_ATTR {
        return static_cast<double>(hn::GetLane(hn::SumOfLanes(d, v)));
    };
    return {{total(sum_x), total(sum_y), total(sum_z)}, total(sum)};
}

// Keys along the Hilbert curve, many bodies at a time: the loops over bodies are innermost and have
// no branches, so the compiler makes vectors of them.
template <class Real>
void keys(const CurveSpace& space, const BodiesView<Real>& bodies, std::size_t first,
          std::size_t last, std::uint64_t* keys) {
    constexpr std::size_t most = 128;
    alignas(64) std::uint32_t x[most], y[most], z[most];
    for (; first < last; first += most) {
        const std::size_t count = last - first < most ? last - first : most;
        for (std::size_t i = 0; i < count; ++i) {
            const auto cell = [&](const Real* axis, double centre) {
                return curve_cell(static_cast<double>(axis[first + i]), centre, space.reach);
            };
            x[i] = cell(bodies.x, space.centre_x);
            y[i] = cell(bodies.y, space.centre_y);
            z[i] = cell(bodies.z, space.centre_z);
        }
        for (int bit = curve_levels - 1; bit > 0; --bit) {
            for (std::size_t i = 0; i < count; ++i) {
                hilbert_turn(x[i], x[i], bit);
                hilbert_turn(x[i], y[i], bit);
                hilbert_turn(x[i], z[i], bit);
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            keys[first + i] = hilbert_turned(x[i], y[i], z[i]);
        }
    }
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
