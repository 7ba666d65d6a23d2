#pragma once

// What one of several GPUs does of the transforms of a mesh that they share.
//
// Idea:   as SlabTransform (sim/mesh/slab_transform.hpp) among ranks: a GPU has some planes of the
//         first axis, which it transforms along the other two; then all exchange blocks of rows, a
//         transpose, and each has some rows of all planes, which it transforms along the first axis
//         and multiplies by Green's function; and back.
// Source: Swarztrauber, Parallel Computing 5, 197 (1987).
// Cost:   a GPU sends and gets the planes that its bodies reach, for masses and potential (all of
//         them where bodies lie in no order), and a slab of the spectrum twice, but for its own.
// Memory: three slabs, and one for each other GPU.

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/mesh/gpu_mesh_field.cuh"
#include "sim/solvers/multi_gpu/device_exchange.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

// Each step is taken by all GPUs before one takes the next; what is fetched is there for the step
// behind it (RankDriver::each).
template <class Real>
class DeviceSlab {
public:
    DeviceSlab(DeviceQueue& queue, DeviceExchange& exchange, std::size_t rank)
        : queue_(queue), exchange_(exchange), rank_(rank) {}

    // Of a mesh of these cells, among so many.
    void fit(std::array<std::size_t, 3> cells, std::size_t members);

    // The planes that this GPU transforms.
    BodyPart own() const { return planes_of(rank_); }

    // The masses of the own bodies, which reach some planes, to those that are others' …
    void post_masses(const Real* field, const MeshPlanes& reached);
    void fetch_masses(std::span<const MeshPlanes> reached); // by the bodies of each GPU
    // … those of all bodies into rows of the others …
    void post_rows(Real* field, std::span<const MeshPlanes> reached);
    void fetch_rows();
    // … these to the potential …
    void post_planes(GpuMeshField<Real>& field);
    void fetch_planes();
    // … and that to those that read it.
    void post_potential(Real* field, std::span<const MeshPlanes> read); // by each GPU
    void fetch_potential(Real* field, const MeshPlanes& read);

    std::size_t bytes() const {
        return (transform_ ? transform_->bytes() : 0) + total_bytes(of_others_, blocks_, rows_);
    }

private:
    std::size_t row() const { return DeviceTransform<Real>::row_length(cells_[2]); }
    std::size_t plane() const { return cells_[1] * row(); }
    // Of all planes, or rows of a plane, those of rank k.
    BodyPart planes_of(std::size_t k) const { return body_part(cells_[0], k, members_); }
    BodyPart rows_of(std::size_t k) const { return body_part(cells_[1], k, members_); }
    std::size_t planes() const { return planes_of(rank_).end - planes_of(rank_).first; }
    std::size_t rows() const { return rows_of(rank_).end - rows_of(rank_).first; }
    Real* own_planes(Real* field) const { return field + planes_of(rank_).first * plane(); }
    // The rows of rank k in the own planes, one plane's after the other, and the own rows in the
    // planes of rank k.
    Real* block(std::size_t k) {
        return k == rank_ ? rows_in(rank_) : blocks_.data() + rows_of(k).first * planes() * row();
    }
    Real* rows_in(std::size_t k) { return rows_.data() + planes_of(k).first * rows() * row(); }
    void copy_block(std::size_t k, Real* field, bool into_block);

    // Masses that rank k sends for a run of the own planes.
    Real* received(std::size_t k, const BodyPart& run) {
        const std::size_t before = (k < rank_ ? k : k - 1) * planes();
        return of_others_.data() + (before + run.first - own().first) * plane();
    }
    std::size_t numbers_of(const BodyPart& run) const { return (run.end - run.first) * plane(); }
    void post_runs(std::size_t k, const Real* field, const std::vector<BodyPart>& runs) {
        for (const BodyPart& run : runs) {
            post(k, field + run.first * plane(), numbers_of(run));
        }
    }

    template <class Visit>
    void for_others(const Visit& visit) const {
        for (std::size_t k = 0; k < members_; ++k) {
            if (k != rank_) {
                visit(k);
            }
        }
    }
    // `count` numbers.
    void post(std::size_t k, const Real* from, std::size_t count) {
        exchange_.post(rank_, k, from, count * sizeof(Real));
    }

    DeviceQueue& queue_;
    DeviceExchange& exchange_;
    std::size_t rank_;
    std::array<std::size_t, 3> cells_{};
    std::size_t members_ = 0;
    std::optional<DeviceSlabTransform<Real>> transform_;
    DeviceArray<Real> of_others_; // masses on the own planes
    DeviceArray<Real> blocks_, rows_;
};

} // namespace orrery
