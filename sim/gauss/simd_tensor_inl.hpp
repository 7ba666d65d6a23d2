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

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
