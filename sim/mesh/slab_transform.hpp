#pragma once

// The Fourier transform of a field that many ranks have together.
//
// Idea:    a rank has some planes of the first axis. It transforms them along the other two; then
//          all exchange what makes every line of the first axis whole somewhere, which is a
//          transpose: a rank has some rows of all planes. So a spectrum has the same numbers as
//          that of one process, each at one rank.
// Source:  Swarztrauber, Parallel Computing 5, 197 (1987); FFTW's MPI transforms (Frigo & Johnson
//          2005) share out planes and rows likewise.
// Cost:    that of FourierTransform over the ranks, and two transposes of the spectrum; before it
//          the ranks' own fields are summed up, after it all get the whole: each rank sends and
//          gets a field of all planes twice, and the rest of a spectrum's slab twice.
// Memory:  a slab of the spectrum twice, and as many numbers as the field has.
// Order:   sums over ranks are in their order.

#include "sim/communicator.hpp"
#include "sim/mesh/fourier_transform.hpp"
#include "sim/state/host_array.hpp"

#include <complex>
#include <cstddef>
#include <span>
#include <stop_token>

namespace orrery {

// Collective, as a Communicator's calls are. Both outlive it.
template <class Real>
class SlabTransform {
public:
    SlabTransform(FourierTransform<Real>& transform, Communicator& ranks, Workers& workers);

    bool is_of(const FourierTransform<Real>& transform, const Communicator& ranks) const {
        return transform_ == &transform && ranks_ == &ranks;
    }
    // The rows of this rank, of all planes: its spectrum is cells[0] x rows x (cells[2] / 2 + 1).
    std::size_t first_row() const { return first_row_; }
    std::size_t rows() const { return rows_; }
    std::size_t spectrum_size() const { return transform_->cells()[0] * rows_ * line(); }

    // Of the sum of all ranks' fields, which is overwritten.
    Outcome forward(std::span<Real> field, std::span<std::complex<Real>> spectrum,
                    std::stop_token stop);
    // The whole field to all ranks. Overwrites the spectrum.
    Outcome backward(std::span<std::complex<Real>> spectrum, std::span<Real> field,
                     std::stop_token stop);

    // All ranks' fields added up, to all of them: for those who transform it each by themselves.
    void sum_for_all(std::span<Real> field) {
        sum_of_ranks(field);
        share_planes(field);
    }

    std::size_t scratch_bytes() const {
        return of_others_.bytes() + own_planes_.bytes() + blocks_.bytes();
    }

private:
    std::size_t line() const { return transform_->cells()[2] / 2 + 1; }
    // Of `count` planes or rows the first of rank k.
    std::size_t first_of(std::size_t count, std::size_t k) const {
        return count * k / ranks_->size();
    }

    void sum_of_ranks(std::span<Real> field);
    void share_planes(std::span<Real> field);
    // Between the blocks of own planes that rows of others are cut into, and whole planes.
    void cut(bool into_blocks);
    void exchange_blocks(std::span<std::complex<Real>> spectrum, bool to_rows);

    FourierTransform<Real>* transform_;
    Communicator* ranks_;
    Workers* workers_;
    std::size_t first_plane_, planes_, first_row_, rows_;
    HostArray<Real> of_others_;
    HostArray<std::complex<Real>> own_planes_, blocks_;
};

} // namespace orrery
