#include "sim/solvers/mesh/device_slab.cuh"

#include "sim/cuda/one_thread_each.hpp"

namespace orrery {
namespace {

template <class Real>
__global__ void add_to(Real* own, const Real* of_other, std::size_t count) {
    if (const std::size_t i = own_wide_index(); i < count) {
        own[i] += of_other[i];
    }
}

constexpr const char* sharing = "exchange";
constexpr const char* transforming = "transform";

} // namespace

template <class Real>
void DeviceSlab<Real>::fit(std::array<std::size_t, 3> cells, std::size_t members) {
    if (transform_ && cells == cells_ && members == members_) {
        return;
    }
    cells_ = cells;
    members_ = members;
    transform_.reset(); // before the new one, so that never both are held
    of_others_.reserve((members - 1) * planes() * plane());
    blocks_.reserve(planes() * plane());
    rows_.reserve(cells[0] * rows() * row());
    transform_.emplace(cells, planes(), rows()); // last: it says that all is there
}

template <class Real>
void DeviceSlab<Real>::post_masses(const Real* field, const MeshPlanes& reached) {
    queue_.begin(sharing);
    for_others([&](std::size_t k) { post_runs(k, field, reached.runs(planes_of(k))); });
}

template <class Real>
void DeviceSlab<Real>::fetch_masses(std::span<const MeshPlanes> reached) {
    for_others([&](std::size_t k) {
        for (const BodyPart& run : reached[k].runs(own())) {
            exchange_.fetch(rank_, k, received(k, run));
        }
    });
}

// A transpose of rows and planes between GPUs is one of blocks, each of which is whole in memory.
template <class Real>
void DeviceSlab<Real>::copy_block(std::size_t k, Real* field, bool into_block) {
    const BodyPart part = rows_of(k);
    const std::size_t width = (part.end - part.first) * row() * sizeof(Real);
    Real* const in_planes = own_planes(field) + part.first * row();
    const std::size_t pitch = plane() * sizeof(Real);
    cuda_check(cudaMemcpy2DAsync(into_block ? block(k) : in_planes, into_block ? width : pitch,
                                 into_block ? in_planes : block(k), into_block ? pitch : width,
                                 width, planes(), cudaMemcpyDeviceToDevice, queue_.stream()),
               "transposing a mesh");
}

template <class Real>
void DeviceSlab<Real>::post_rows(Real* field, std::span<const MeshPlanes> reached) {
    queue_.begin(transforming);
    for_others([&](std::size_t k) {
        for (const BodyPart& run : reached[k].runs(own())) {
            const std::size_t count = numbers_of(run);
            queue_.launch(transforming, one_thread_each(count), add_to<Real>,
                          field + run.first * plane(), received(k, run), count);
        }
    });
    transform_->planes(own_planes(field), true, queue_.stream());
    for (std::size_t k = 0; k < members_; ++k) {
        copy_block(k, field, true);
    }
    queue_.begin(sharing);
    for_others([&](std::size_t k) {
        const BodyPart part = rows_of(k);
        post(k, block(k), (part.end - part.first) * planes() * row());
    });
}

template <class Real>
void DeviceSlab<Real>::fetch_rows() {
    for_others([&](std::size_t k) { exchange_.fetch(rank_, k, rows_in(k)); });
}

template <class Real>
void DeviceSlab<Real>::post_planes(GpuMeshField<Real>& field) {
    queue_.begin(transforming);
    transform_->lines(rows_.data(), true, queue_.stream());
    field.multiply({static_cast<int>(rows_of(rank_).first), static_cast<int>(rows())},
                   rows_.data());
    transform_->lines(rows_.data(), false, queue_.stream());
    queue_.begin(sharing);
    for_others([&](std::size_t k) {
        const BodyPart part = planes_of(k);
        post(k, rows_in(k), (part.end - part.first) * rows() * row());
    });
}

template <class Real>
void DeviceSlab<Real>::fetch_planes() {
    for_others([&](std::size_t k) { exchange_.fetch(rank_, k, block(k)); });
}

template <class Real>
void DeviceSlab<Real>::post_potential(Real* field, std::span<const MeshPlanes> read) {
    queue_.begin(transforming);
    for (std::size_t k = 0; k < members_; ++k) {
        copy_block(k, field, false);
    }
    transform_->planes(own_planes(field), false, queue_.stream());
    queue_.begin(sharing);
    for_others([&](std::size_t k) { post_runs(k, field, read[k].runs(own())); });
}

template <class Real>
void DeviceSlab<Real>::fetch_potential(Real* field, const MeshPlanes& read) {
    for_others([&](std::size_t k) {
        for (const BodyPart& run : read.runs(planes_of(k))) {
            exchange_.fetch(rank_, k, field + run.first * plane());
        }
    });
}

template class DeviceSlab<float>;
template class DeviceSlab<double>;

} // namespace orrery
