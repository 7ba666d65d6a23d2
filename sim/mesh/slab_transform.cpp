#include "sim/mesh/slab_transform.hpp"

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

using Sent = std::vector<std::span<const std::byte>>;
using Got = std::vector<std::span<std::byte>>;

} // namespace

template <class Real>
SlabTransform<Real>::SlabTransform(FourierTransform<Real>& transform, Communicator& ranks,
                                   Workers& workers)
    : transform_(&transform), ranks_(&ranks), workers_(&workers) {
    const auto [n0, n1, n2] = transform.cells();
    first_plane_ = first_of(n0, ranks.rank());
    planes_ = first_of(n0, ranks.rank() + 1) - first_plane_;
    first_row_ = first_of(n1, ranks.rank());
    rows_ = first_of(n1, ranks.rank() + 1) - first_row_;
    of_others_ = HostArray<Real>(ranks.size() * planes_ * n1 * n2);
    own_planes_ = HostArray<std::complex<Real>>(planes_ * n1 * line());
    blocks_ = HostArray<std::complex<Real>>(own_planes_.size());
}

template <class Real>
void SlabTransform<Real>::sum_of_ranks(std::span<Real> field) {
    const auto [n0, n1, n2] = transform_->cells();
    const std::size_t plane = n1 * n2;
    const std::size_t own = planes_ * plane;
    const std::size_t size = ranks_->size();
    Sent to(size);
    Got from(size);
    for (std::size_t k = 0; k < size; ++k) {
        if (k != ranks_->rank()) {
            const std::size_t first = first_of(n0, k) * plane;
            to[k] = std::as_bytes(field.subspan(first, first_of(n0, k + 1) * plane - first));
            from[k] = std::as_writable_bytes(std::span(of_others_.data() + k * own, own));
        }
    }
    ranks_->all_to_all_v(to, from);
    Real* const at = field.data() + first_plane_ * plane;
    workers_->for_ranges(planes_, 1, [&](std::size_t p, std::size_t) {
        for (std::size_t i = p * plane; i < (p + 1) * plane; ++i) {
            Real sum = 0;
            for (std::size_t k = 0; k < size; ++k) {
                sum += k == ranks_->rank() ? at[i] : of_others_[k * own + i];
            }
            at[i] = sum;
        }
    });
}

template <class Real>
void SlabTransform<Real>::share_planes(std::span<Real> field) {
    const auto [n0, n1, n2] = transform_->cells();
    const std::size_t plane = n1 * n2;
    Sent to(ranks_->size());
    Got from(ranks_->size());
    for (std::size_t k = 0; k < ranks_->size(); ++k) {
        if (k != ranks_->rank()) {
            const std::size_t first = first_of(n0, k) * plane;
            to[k] = std::as_bytes(field.subspan(first_plane_ * plane, planes_ * plane));
            from[k] =
                std::as_writable_bytes(field.subspan(first, first_of(n0, k + 1) * plane - first));
        }
    }
    ranks_->all_to_all_v(to, from);
}

template <class Real>
void SlabTransform<Real>::cut(bool into_blocks) {
    const std::size_t rows = transform_->cells()[1];
    for (std::size_t k = 0; k < ranks_->size(); ++k) {
        const std::size_t first = first_of(rows, k);
        const std::size_t count = (first_of(rows, k + 1) - first) * line();
        workers_->for_ranges(planes_, 1, [&](std::size_t p, std::size_t) {
            std::complex<Real>* const in_plane = own_planes_.data() + (p * rows + first) * line();
            std::complex<Real>* const in_block =
                blocks_.data() + first * planes_ * line() + p * count;
            std::copy_n(into_blocks ? in_plane : in_block, count,
                        into_blocks ? in_block : in_plane);
        });
    }
}

template <class Real>
void SlabTransform<Real>::exchange_blocks(std::span<std::complex<Real>> spectrum, bool to_rows) {
    const auto [n0, n1, n2] = transform_->cells();
    Sent to(ranks_->size());
    Got from(ranks_->size());
    for (std::size_t k = 0; k < ranks_->size(); ++k) {
        // Rows of rank k in the own planes, and own rows in the planes of rank k.
        const std::size_t first = first_of(n1, k) * planes_ * line();
        const std::span<std::complex<Real>> block(blocks_.data() + first,
                                                  first_of(n1, k + 1) * planes_ * line() - first);
        const std::size_t row = first_of(n0, k) * rows_ * line();
        const auto of_rows = spectrum.subspan(row, first_of(n0, k + 1) * rows_ * line() - row);
        to[k] = std::as_bytes(to_rows ? block : of_rows);
        from[k] = std::as_writable_bytes(to_rows ? of_rows : block);
        if (k == ranks_->rank()) {
            std::copy_n(to[k].data(), to[k].size(), from[k].data());
            to[k] = {};
            from[k] = {};
        }
    }
    ranks_->all_to_all_v(to, from);
}

template <class Real>
Outcome SlabTransform<Real>::forward(std::span<Real> field, std::span<std::complex<Real>> spectrum,
                                     std::stop_token stop) {
    const auto [n0, n1, n2] = transform_->cells();
    sum_of_ranks(field);
    const bool transformed = agreed_on(*ranks_, [&] {
        const auto own = field.subspan(first_plane_ * n1 * n2, planes_ * n1 * n2);
        return transform_->planes_forward(own, {own_planes_.data(), own_planes_.size()}, stop) ==
               Outcome::complete;
    });
    if (!transformed) {
        return Outcome::cancelled;
    }
    cut(true);
    exchange_blocks(spectrum, true);
    return transform_->lines(spectrum, true, stop);
}

template <class Real>
Outcome SlabTransform<Real>::backward(std::span<std::complex<Real>> spectrum, std::span<Real> field,
                                      std::stop_token stop) {
    const auto [n0, n1, n2] = transform_->cells();
    if (!agreed_on(*ranks_,
                   [&] { return transform_->lines(spectrum, false, stop) == Outcome::complete; })) {
        return Outcome::cancelled;
    }
    exchange_blocks(spectrum, false);
    cut(false);
    const bool transformed = agreed_on(*ranks_, [&] {
        const auto own = field.subspan(first_plane_ * n1 * n2, planes_ * n1 * n2);
        return transform_->planes_backward({own_planes_.data(), own_planes_.size()}, own, stop) ==
               Outcome::complete;
    });
    if (transformed) {
        share_planes(field);
    }
    return transformed ? Outcome::complete : Outcome::cancelled;
}

template class SlabTransform<float>;
template class SlabTransform<double>;

} // namespace orrery
