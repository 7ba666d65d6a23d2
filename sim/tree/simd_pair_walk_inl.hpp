// A target meets cells, a vector of them at a time: accepted, near, to be opened, or left to the
// target's children.
// Included by tree_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE unsigned bits_of(D d, hn::Mask<D> mask) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, mask, bits);
    return bits[0] | static_cast<unsigned>(bits[1]) << 8;
}

// Writes those entries whose bit is set, one behind the other, and whatever behind them.
template <class D>
HWY_INLINE void keep(D d, hn::Vec<D> entries, unsigned chosen, hn::TFromD<D>* to) {
    const std::uint8_t bits[8] = {static_cast<std::uint8_t>(chosen),
                                  static_cast<std::uint8_t>(chosen >> 8)};
    hn::StoreU(hn::Compress(entries, hn::LoadMaskBits(d, bits)), d, to);
}

template <class Real>
struct PairTest {
    const WalkedTarget<Real>& target;
    const PairCriterion& criterion;
    const PairLimits<Real>& limits;
    Real single_part = static_cast<Real>(std::min<double>(criterion.theta, largest_single));

    // Bits of the cells from `at` on, as many as d has lanes: those whose multipoles may become a
    // local expansion of the target; if that is a leaf, those that its bodies may meet each by
    // itself; and those larger than the target.
    struct Found {
        unsigned far = 0, single = 0, larger = 0;
    };

    template <class D>
    HWY_INLINE hn::Vec<D> left_out(D d, hn::Vec<D> size) const {
        auto power = hn::Set(d, 1), square = size;
        for (int n = criterion.order; n > 0; n >>= 1) {
            power = (n & 1) != 0 ? hn::Mul(power, square) : power;
            square = hn::Mul(square, square);
        }
        return power;
    }

    template <class D>
    HWY_INLINE Found operator()(D d, const CellArrays<Real>& cells, std::size_t at) const {
        const auto one = hn::Set(d, 1);
        const auto dx = hn::Sub(hn::LoadU(d, cells.x.data() + at), hn::Set(d, target.x));
        const auto dy = hn::Sub(hn::LoadU(d, cells.y.data() + at), hn::Set(d, target.y));
        const auto dz = hn::Sub(hn::LoadU(d, cells.z.data() + at), hn::Set(d, target.z));
        const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
        const auto r = hn::Sqrt(r2);
        const auto softening = hn::Set(d, limits.softening_squared);
        const auto least = hn::Set(d, limits.min_distance);
        const auto softened = hn::Sqrt(hn::Add(r2, softening));
        const auto inverse = hn::Div(one, softened);
        const auto own = hn::Set(d, target.bounds.radius);
        const auto radius = hn::LoadU(d, cells.radius.data() + at);
        const auto spread = hn::LoadU(d, cells.spread.data() + at);
        const auto mass_root = hn::LoadU(d, cells.mass_root.data() + at);
        const auto weight =
            hn::MulAdd(mass_root, hn::Mul(hn::Set(d, target.bounds.demand), inverse),
                       hn::Set(d, target.bounds.coherent));
        const auto error = hn::Mul(weight, left_out(d, hn::Mul(hn::Add(spread, own), inverse)));
        const auto apart = hn::Lt(hn::Add(radius, own),
                                  hn::Mul(hn::Set(d, static_cast<Real>(criterion.theta)), r));
        Found found;
        found.far =
            bits_of(d, hn::And(hn::And(apart, hn::Gt(softened, least)), hn::Lt(error, one)));
        found.larger = bits_of(d, hn::Gt(radius, own));
        if (target.is_leaf) {
            const auto nearest = hn::Sub(r, own);
            const auto distance = hn::Sqrt(hn::MulAdd(nearest, nearest, softening));
            const auto own_error = hn::Mul(weight, left_out(d, hn::Div(spread, distance)));
            const auto outside = hn::Lt(radius, hn::Mul(nearest, hn::Set(d, single_part)));
            found.single = bits_of(
                d, hn::And(hn::And(outside, hn::Gt(distance, least)), hn::Lt(own_error, one)));
        }
        return found;
    }
};

template <class Real>
struct PairSorter {
    const CellArrays<Real>& cells;
    const PairTest<Real>& test;
    PairLists<Real>& lists;
    CellArrays<Real>& later;
    std::size_t later_count = 0;

    // Puts the cells [at, at + count) of `from`, at most as many as a vector has, into the lists.
    template <class D>
    HWY_INLINE void take(D d, const CellArrays<Real>& from, std::size_t at, std::size_t count) {
        const hn::Rebind<std::uint32_t, D> tags;
        const auto found = test(d, from, at);
        const unsigned all = (1U << count) - 1;
        const auto tag = hn::LoadU(tags, from.tag.data() + at);
        const auto with = [&](std::uint32_t bit) HWY_ATTR {
            return all & bits_of(tags, hn::TestBit(tag, hn::Set(tags, bit)));
        };
        constexpr std::uint32_t bits = leaf_bit | small_bit;
        const auto index = hn::AndNot(hn::Set(tags, bits), tag);
        const bool leaf = test.target.is_leaf;
        const unsigned leaves = with(leaf_bit);
        const unsigned far = found.far & all;
        const unsigned single = found.single & all & ~far & ~with(small_bit);
        const unsigned rest = all & ~far & ~single;
        const unsigned near = leaf ? rest & leaves : 0;
        const unsigned open = rest & ~leaves & (leaf ? all : found.larger);
        const unsigned left = rest & ~near & ~open;
        lists.make_room();
        keep(tags, index, far, lists.far.data() + lists.far_count);
        keep(tags, index, single, lists.single.data() + lists.single_count);
        keep(tags, index, near, lists.near.data() + lists.near_count);
        keep(tags, index, open, lists.open.data() + lists.open_count);
        lists.far_count += hwy::PopCount(far);
        lists.single_count += hwy::PopCount(single);
        lists.near_count += hwy::PopCount(near);
        lists.open_count += hwy::PopCount(open);
        if (left != 0) {
            leave(d, from, at, left);
        }
    }

    template <class D>
    HWY_INLINE void leave(D d, const CellArrays<Real>& from, std::size_t at, unsigned left) {
        later.make_room(later_count);
        const hn::Rebind<std::uint32_t, D> tags;
        keep(tags, hn::LoadU(tags, from.tag.data() + at), left, later.tag.data() + later_count);
        const auto copy = [&](const std::vector<Real>& values, std::vector<Real>& to) HWY_ATTR {
            keep(d, hn::LoadU(d, values.data() + at), left, to.data() + later_count);
        };
        copy(from.x, later.x);
        copy(from.y, later.y);
        copy(from.z, later.z);
        copy(from.radius, later.radius);
        copy(from.spread, later.spread);
        copy(from.mass_root, later.mass_root);
        later_count += hwy::PopCount(left);
    }
};

template <class Real>
std::size_t walk_pairs(const CellArrays<Real>& cells, const std::vector<Node>& nodes,
                       const CellArrays<Real>& candidates, std::size_t count,
                       const WalkedTarget<Real>& target, const PairCriterion& criterion,
                       const PairLimits<Real>& limits, PairLists<Real>& lists,
                       CellArrays<Real>& later) {
    const hn::ScalableTag<Real> wide;
    const hn::CappedTag<Real, max_children> siblings;
    const PairTest<Real> test{target, criterion, limits};
    PairSorter<Real> sorter{cells, test, lists, later};
    for (std::size_t i = 0; i < count; i += hn::Lanes(wide)) {
        sorter.take(wide, candidates, i, std::min(hn::Lanes(wide), count - i));
    }
    while (lists.open_count > 0) {
        const Node& node = nodes[lists.open[--lists.open_count]];
        for (std::size_t i = 0; i < node.child_count; i += hn::Lanes(siblings)) {
            sorter.take(siblings, cells, node.first_child + i,
                        std::min<std::size_t>(hn::Lanes(siblings), node.child_count - i));
        }
    }
    return sorter.later_count;
}

template <class Real>
Real farthest(const BodiesView<Real>& bodies, std::size_t first, std::size_t last, Real x, Real y,
              Real z) {
    const hn::ScalableTag<Real> d;
    auto most = hn::Zero(d);
    for (std::size_t i = first; i < last; i += hn::Lanes(d)) {
        const auto dx = hn::Sub(hn::LoadU(d, bodies.x + i), hn::Set(d, x));
        const auto dy = hn::Sub(hn::LoadU(d, bodies.y + i), hn::Set(d, y));
        const auto dz = hn::Sub(hn::LoadU(d, bodies.z + i), hn::Set(d, z));
        const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
        most = hn::Max(most, hn::IfThenElseZero(hn::FirstN(d, last - i), r2));
    }
    return hn::GetLane(hn::MaxOfLanes(d, most));
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
