// Points onto a grid and back, and the convolution of a grid along an axis.
//
// The nodes along x are the lanes of a vector or of a few; rows of nodes are added to where they
// lie, for neighbouring points follow each other and their rows stay in the first-level cache.
//
// Included by gauss_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A point's first node, and its weights at the nodes from there on.
template <class Real, class D, int vectors>
struct Weights {
    std::size_t first; // node
    hn::Vec<D> x[vectors];
    HWY_ALIGN Real y[SpreadingGrid<Real>::max_width];
    HWY_ALIGN Real z[SpreadingGrid<Real>::max_width];

    HWY_INLINE Weights(D d, const SpreadingGrid<Real>& grid, Real at_x, Real at_y, Real at_z,
                       Real factor) {
        const std::size_t lanes = hn::Lanes(d);
        const double half = 0.5 * grid.width;
        const auto nodes_from = [&](Real at, double origin) {
            return (static_cast<double>(at) - origin) * grid.inverse_spacing - half;
        };
        const double u = nodes_from(at_x, grid.origin_x);
        const double v = nodes_from(at_y, grid.origin_y);
        const double w = nodes_from(at_z, grid.origin_z);
        const double first_x = std::ceil(u);
        const double first_y = std::ceil(v);
        const double first_z = std::ceil(w);
        first = static_cast<std::size_t>(first_z) * grid.plane +
                static_cast<std::size_t>(first_y) * grid.row + static_cast<std::size_t>(first_x);
        // From -1 to 1.
        const auto px = hn::Set(d, static_cast<Real>(2 * (first_x - u) - 1));
        const auto py = hn::Set(d, static_cast<Real>(2 * (first_y - v) - 1));
        const auto pz = hn::Set(d, static_cast<Real>(2 * (first_z - w) - 1));
        const auto scale = hn::Set(d, factor);
        for (int part = 0; part < vectors; ++part) {
            const std::size_t node = static_cast<std::size_t>(part) * lanes;
            const Real* coefficient =
                grid.coefficients + node +
                static_cast<std::size_t>(grid.degree) * SpreadingGrid<Real>::max_width;
            auto wx = hn::Load(d, coefficient);
            auto wy = wx;
            auto wz = wx;
            for (int k = grid.degree; k > 0; --k) {
                coefficient -= SpreadingGrid<Real>::max_width;
                const auto next = hn::Load(d, coefficient);
                wx = hn::MulAdd(wx, px, next);
                wy = hn::MulAdd(wy, py, next);
                wz = hn::MulAdd(wz, pz, next);
            }
            x[part] = wx;
            hn::Store(wy, d, y + node);
            hn::Store(hn::Mul(wz, scale), d, z + node);
        }
    }
};

template <int vectors, class D, class Real>
HWY_INLINE void spread_by(D d, const SpreadingGrid<Real>& grid, const PointMasses<Real>& points,
                          PointRange range) {
    const std::size_t lanes = hn::Lanes(d);
    const auto width = static_cast<std::size_t>(grid.width);
    for (std::size_t i = range.first; i < range.last; ++i) {
        const Weights<Real, D, vectors> weights(d, grid, points.x[i], points.y[i], points.z[i],
                                                points.mass[i]);
        for (std::size_t k = 0; k < width; ++k) {
            Real* row = grid.values + weights.first + k * grid.plane;
            for (std::size_t j = 0; j < width; ++j, row += grid.row) {
                const auto factor = hn::Set(d, weights.y[j] * weights.z[k]);
                for (std::size_t part = 0; part < vectors; ++part) {
                    Real* const node = row + part * lanes;
                    hn::StoreU(hn::MulAdd(factor, weights.x[part], hn::LoadU(d, node)), d, node);
                }
            }
        }
    }
}

template <int vectors, class D, class Real>
HWY_INLINE void gather_by(D d, const SpreadingGrid<Real>& grid, const PointMasses<Real>& points,
                          PointRange range, Real* results) {
    const std::size_t lanes = hn::Lanes(d);
    const auto width = static_cast<std::size_t>(grid.width);
    for (std::size_t i = range.first; i < range.last; ++i) {
        const Weights<Real, D, vectors> weights(d, grid, points.x[i], points.y[i], points.z[i],
                                                Real(1));
        hn::Vec<D> sum[vectors];
        for (int part = 0; part < vectors; ++part) {
            sum[part] = hn::Zero(d);
        }
        for (std::size_t k = 0; k < width; ++k) {
            const Real* row = grid.values + weights.first + k * grid.plane;
            hn::Vec<D> plane[vectors];
            for (int part = 0; part < vectors; ++part) {
                plane[part] = hn::Zero(d);
            }
            for (std::size_t j = 0; j < width; ++j, row += grid.row) {
                const auto factor = hn::Set(d, weights.y[j]);
                for (std::size_t part = 0; part < vectors; ++part) {
                    plane[part] = hn::MulAdd(factor, hn::LoadU(d, row + part * lanes), plane[part]);
                }
            }
            const auto factor = hn::Set(d, weights.z[k]);
            for (int part = 0; part < vectors; ++part) {
                sum[part] = hn::MulAdd(factor, plane[part], sum[part]);
            }
        }
        auto all = hn::Mul(sum[0], weights.x[0]);
        for (int part = 1; part < vectors; ++part) {
            all = hn::MulAdd(sum[part], weights.x[part], all);
        }
        results[i - range.first] = hn::GetLane(hn::SumOfLanes(d, all));
    }
}

// work(tag, vectors) with the fewest lanes that hold the width.
template <class Real, class Work>
HWY_INLINE void with_lanes(int width, const Work& work) {
    const hn::CappedTag<Real, 4> four;
    const hn::CappedTag<Real, 8> eight;
    const hn::CappedTag<Real, 16> sixteen;
    const auto whole = [&](auto d) HWY_ATTR {
        switch ((static_cast<std::size_t>(width) + hn::Lanes(d) - 1) / hn::Lanes(d)) {
        case 1:
            return work(d, std::integral_constant<int, 1>());
        case 2:
            return work(d, std::integral_constant<int, 2>());
        case 3:
        case 4:
            return work(d, std::integral_constant<int, 4>());
        default:
            return work(d, std::integral_constant<int, 8>());
        }
    };
    if (width <= 4) {
        whole(four);
    } else if (width <= 8) {
        whole(eight);
    } else {
        whole(sixteen);
    }
}

template <class Real>
void spread(const SpreadingGrid<Real>& grid, const PointMasses<Real>& points, PointRange range) {
    with_lanes<Real>(grid.width, [&](auto d, auto vectors) HWY_ATTR {
        spread_by<decltype(vectors)::value>(d, grid, points, range);
    });
}

template <class Real>
void gather(const SpreadingGrid<Real>& grid, const PointMasses<Real>& points, PointRange range,
            Real* results) {
    with_lanes<Real>(grid.width, [&](auto d, auto vectors) HWY_ATTR {
        gather_by<decltype(vectors)::value>(d, grid, points, range, results);
    });
}

// out[i] from in[i - k step] and in[i + k step].
template <class D, class Real>
HWY_INLINE void convolve_vector(D d, const Real* in, std::size_t step, std::span<const Real> taps,
                                Real* out) {
    auto sum = hn::Mul(hn::Set(d, taps[0]), hn::LoadU(d, in));
    auto odd = hn::Zero(d);
    const Real* below = in;
    const Real* above = in;
    std::size_t k = 1;
    for (; k + 1 < taps.size(); k += 2) {
        odd = hn::MulAdd(hn::Set(d, taps[k]),
                         hn::Add(hn::LoadU(d, below - step), hn::LoadU(d, above + step)), odd);
        below -= 2 * step;
        above += 2 * step;
        sum = hn::MulAdd(hn::Set(d, taps[k + 1]), hn::Add(hn::LoadU(d, below), hn::LoadU(d, above)),
                         sum);
    }
    if (k < taps.size()) {
        odd = hn::MulAdd(hn::Set(d, taps[k]),
                         hn::Add(hn::LoadU(d, below - step), hn::LoadU(d, above + step)), odd);
    }
    hn::StoreU(hn::Add(sum, odd), d, out);
}

template <class Real>
void convolve_row(const Real* in, std::size_t count, std::span<const Real> taps, Real* out) {
    const hn::ScalableTag<Real> d;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        convolve_vector(d, in + i, 1, taps, out + i);
    }
}

template <class Real>
void convolve_columns(const Real* in, std::size_t count, std::span<const Real> taps, Real* out) {
    const hn::CappedTag<Real, column_lanes<Real>> d;
    for (std::size_t i = 0; i < count * column_lanes<Real>; i += hn::Lanes(d)) {
        convolve_vector(d, in + i, column_lanes<Real>, taps, out + i);
    }
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
