// Series in three variables: outer products, their sums, and transformations axis by axis.
//
// Included by gauss_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors no longer than a tensor's rows are padded to.
template <class Real>
using TensorTag = hn::CappedTag<Real, 64 / sizeof(Real)>;

template <class Real>
void add_product(const TensorShape<Real>& shape, Real weight, const Real* x, const Real* y,
                 const Real* z, Real* tensor) {
    const TensorTag<Real> d;
    for (std::size_t i = 0; i < shape.order; ++i) {
        for (std::size_t j = 0; j < shape.order; ++j, tensor += shape.pitch) {
            const auto factor = hn::Set(d, weight * x[i] * y[j]);
            for (std::size_t k = 0; k < shape.pitch; k += hn::Lanes(d)) {
                hn::StoreU(hn::MulAdd(factor, hn::LoadU(d, z + k), hn::LoadU(d, tensor + k)), d,
                           tensor + k);
            }
        }
    }
}

template <class Real>
Real contract(const TensorShape<Real>& shape, const Real* tensor, const Real* x, const Real* y,
              const Real* z) {
    const TensorTag<Real> d;
    auto sum = hn::Zero(d);
    for (std::size_t i = 0; i < shape.order; ++i) {
        for (std::size_t j = 0; j < shape.order; ++j, tensor += shape.pitch) {
            const auto factor = hn::Set(d, x[i] * y[j]);
            for (std::size_t k = 0; k < shape.pitch; k += hn::Lanes(d)) {
                sum =
                    hn::MulAdd(factor, hn::Mul(hn::LoadU(d, z + k), hn::LoadU(d, tensor + k)), sum);
            }
        }
    }
    return hn::GetLane(hn::SumOfLanes(d, sum));
}

template <class Real>
void turn(const TensorShape<Real>& shape, const Real* tensor, const Real* matrix, bool add,
          Real* out) {
    const TensorTag<Real> d;
    const std::size_t plane = shape.order * shape.pitch;
    for (std::size_t j = 0; j < shape.order; ++j) {
        for (std::size_t k = 0; k < shape.order; ++k, out += shape.pitch) {
            const Real* const first = tensor + j * shape.pitch + k;
            for (std::size_t l = 0; l < shape.pitch; l += hn::Lanes(d)) {
                auto sum = add ? hn::LoadU(d, out + l) : hn::Zero(d);
                for (std::size_t i = 0; i < shape.order; ++i) {
                    sum = hn::MulAdd(hn::Set(d, first[i * plane]),
                                     hn::LoadU(d, matrix + i * shape.pitch + l), sum);
                }
                hn::StoreU(sum, d, out + l);
            }
        }
    }
}

template <class Real>
void hermite_in_plane(int order, const Real* coefficients, const Real* x, const Real* y,
                      std::size_t count, Real* sums) {
    const hn::ScalableTag<Real> d;
    const std::size_t lanes = hn::Lanes(d);
    constexpr int max_order = 32;
    const auto base_two = hn::Set(d, Real(1.4426950408889634));
    const auto evaluate = [&](hn::Vec<decltype(d)> at_x, hn::Vec<decltype(d)> at_y) HWY_ATTR {
        hn::Vec<decltype(d)> h[max_order]; // of y, without the exponential
        const auto twice_x = hn::Add(at_x, at_x);
        const auto twice_y = hn::Add(at_y, at_y);
        const auto one = hn::Set(d, Real(1));
        h[0] = one;
        h[1] = twice_y;
        for (int n = 2; n < order; ++n) {
            h[n] = hn::NegMulAdd(hn::Set(d, static_cast<Real>(2 * (n - 1))), h[n - 2],
                                 hn::Mul(twice_y, h[n - 1]));
        }
        auto sum = hn::Zero(d);
        auto before = hn::Zero(d);
        auto now = one; // of x
        const Real* coefficient = coefficients;
        for (int m = 0; m < order; ++m) {
            auto row = hn::Zero(d);
            for (int n = 0; n < order; ++n, ++coefficient) {
                row = hn::MulAdd(hn::Set(d, *coefficient), h[n], row);
            }
            sum = hn::MulAdd(now, row, sum);
            const auto next =
                hn::NegMulAdd(hn::Set(d, static_cast<Real>(2 * m)), before, hn::Mul(twice_x, now));
            before = now;
            now = next;
        }
        const auto square = hn::MulAdd(at_x, at_x, hn::Mul(at_y, at_y));
        const auto most = hn::Set(d, PowerOfTwo<Real>::most / Real(1.4426950408889634));
        return hn::Mul(sum, power_of_two(d, hn::Min(square, most), base_two));
    };
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        hn::StoreU(evaluate(hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, sums + i);
    }
    if (i < count) {
        const auto some = hn::FirstN(d, count - i);
        hn::BlendedStore(evaluate(hn::MaskedLoad(some, d, x + i), hn::MaskedLoad(some, d, y + i)),
                         some, d, sums + i);
    }
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
