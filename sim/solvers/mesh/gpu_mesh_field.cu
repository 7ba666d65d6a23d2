// The field of some bodies on a mesh in a GPU's memory (gpu_mesh_field.cuh).

#include "sim/solvers/mesh/gpu_mesh_field.cuh"

#include <complex>
#include <numbers>
#include <span>
#include <utility>

namespace orrery {
namespace {

// What a transform, the products before it and the sums before those cost for a point, in the
// operations that slices count by.
constexpr double operations_of_point = 8;
constexpr std::uint64_t solving_parts = 3;

constexpr const char* making_green = "making Green's function of the mesh";

} // namespace

template <class Real>
GpuMeshField<Real>::GpuMeshField(DeviceQueue& queue)
    : queue_(queue), assigning_(queue.multiprocessors()), transforming_(queue.multiprocessors()),
      reading_(queue.multiprocessors()) {}

template <class Real>
std::size_t GpuMeshField<Real>::field_size() const {
    return space_.cells[0] * space_.cells[1] * DeviceTransform<Real>::row_length(space_.cells[2]);
}

template <class Real>
Outcome GpuMeshField<Real>::prepare(const MeshSpace& space, const MeshChoice& choice,
                                    double softening, Execution& execution) {
    space_ = space;
    choice_ = choice;
    built_ = false;
    queue_.end();
    const auto timer = timed("mesh", execution.timings);
    make_room();
    const MeshLaw law = mesh_law(space, choice, softening);
    return green_for_ == law ? Outcome::complete : make_green(law, execution);
}

template <class Real>
void GpuMeshField<Real>::sort(const BodiesView<Real>& sources) {
    sources_.sort(queue_, sources, mesh(), choice_.points);
    of_parts_.grow(sources_.view().most_parts *
                   static_cast<std::size_t>(reached_points(choice_.points)));
}

template <class Real>
void GpuMeshField<Real>::make_room() {
    if (!transform_ || transformed_ != space_.cells) {
        transform_.reset(); // before the new one, so that never both are held
        transform_.emplace(space_.cells);
        transformed_ = space_.cells;
    }
    field_.reserve(field_size());
    if (spectral()) {
        derivative_.reserve(field_size());
    } else {
        derivative_ = {};
    }
}

template <class Real>
Outcome GpuMeshField<Real>::make_green(const MeshLaw& law, Execution& execution) {
    green_for_.reset();
    HostArray<std::complex<Real>> far_field;
    if (!law.periodic) {
        require_memory_for_mesh(2.3 * space_.points() * sizeof(Real)); // values and spectrum
        HostArray<Real> values(law.cells[0] * law.cells[1] * law.cells[2]);
        if (open_far_field(law, std::span(values.data(), values.size()), execution.workers,
                           execution.stop) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        transform_far_field(values, far_field);
    }
    GreenFunction<Real> green;
    if (make_green_function(law,
                            std::span<const std::complex<Real>>(far_field.data(), far_field.size()),
                            execution.workers, execution.stop, green) == Outcome::cancelled) {
        return Outcome::cancelled;
    }
    self_potential_ = green.self_potential;
    green_.reserve(green.values.size());
    cuda_check(cudaMemcpyAsync(green_.data(), green.values.data(),
                               green.values.size() * sizeof(Real), cudaMemcpyHostToDevice,
                               queue_.stream()),
               making_green);
    queue_.wait(); // the values are given back
    green_for_ = law;
    return Outcome::complete;
}

template <class Real>
void GpuMeshField<Real>::transform_far_field(const HostArray<Real>& field,
                                             HostArray<std::complex<Real>>& spectrum) {
    const auto [n0, n1, n2] = space_.cells;
    const std::size_t row = DeviceTransform<Real>::row_length(n2) * sizeof(Real);
    cuda_check(cudaMemcpy2DAsync(field_.data(), row, field.data(), n2 * sizeof(Real),
                                 n2 * sizeof(Real), n0 * n1, cudaMemcpyHostToDevice,
                                 queue_.stream()),
               making_green);
    transform_->forward(field_.data(), queue_.stream());
    spectrum = HostArray<std::complex<Real>>(n0 * n1 * (n2 / 2 + 1));
    cuda_check(cudaMemcpyAsync(spectrum.data(), field_.data(), n0 * n1 * row,
                               cudaMemcpyDeviceToHost, queue_.stream()),
               making_green);
    queue_.wait();
}

template <class Real>
SlicedWork::Range GpuMeshField<Real>::work_of_parts(const BrickedBodiesView<Real>& bodies) const {
    SlicedWork::Range range;
    range.last = bodies.most_parts;
    range.interactions_per_unit = static_cast<double>(bodies.count) * choice_.points *
                                  choice_.points * choice_.points / bodies.most_parts;
    return range;
}

template <class Real>
void GpuMeshField<Real>::add_building(SlicedWork& work) {
    if (built_) {
        return;
    }
    SlicedWork::Range assigning = work_of_parts(sources_.view());
    assigning.size = &assigning_;
    assigning.slice = [this](std::uint64_t first, std::uint64_t end) {
        spread_bodies(queue_, sources_.view(), mesh(), choice_.points, static_cast<unsigned>(first),
                      static_cast<unsigned>(end), of_parts_.data());
    };
    work.add(std::move(assigning));
    SlicedWork::Range solving;
    solving.last = solving_parts;
    solving.interactions_per_unit = operations_of_point * static_cast<double>(field_size());
    solving.size = &transforming_;
    solving.slice = [this](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t part = first; part < end; ++part) {
            solve_part(part);
        }
    };
    work.add(std::move(solving));
}

template <class Real>
void GpuMeshField<Real>::spread(const MeshPlanes& planes) {
    spread_bodies(queue_, sources_.view(), mesh(), choice_.points, 0, sources_.view().most_parts,
                  of_parts_.data());
    add_up(planes);
}

template <class Real>
void GpuMeshField<Real>::add_up(const MeshPlanes& planes) {
    add_parts(queue_, sources_.view(), mesh(), choice_.points, planes, of_parts_.data(),
              field_.data());
}

template <class Real>
void GpuMeshField<Real>::build() {
    if (built_) {
        return;
    }
    spread(MeshPlanes::all());
    for (std::uint64_t part = 1; part < solving_parts; ++part) {
        solve_part(part);
    }
    queue_.end(); // what comes next may have to wait
}

template <class Real>
void GpuMeshField<Real>::multiply(ModeRows rows, Real* spectrum) {
    multiply_by_green(queue_, mesh(), rows, green_.data(), spectrum, no_axis, 0, spectrum);
}

template <class Real>
void GpuMeshField<Real>::solve_part(std::uint64_t part) {
    if (part == 0) {
        add_up(MeshPlanes::all());
        return;
    }
    queue_.begin("transform");
    if (part == 1) {
        transform_->forward(field_.data(), queue_.stream());
        return;
    }
    if (!spectral()) {
        multiply(all_rows(mesh()), field_.data());
        transform_->backward(field_.data(), queue_.stream());
    }
    built_ = true;
}

template <class Real>
void GpuMeshField<Real>::derive(int axis) {
    double wave = 0;
    if (axis != no_axis) {
        const auto along = static_cast<std::size_t>(axis);
        wave = 2 * std::numbers::pi * space_.widest() /
               (static_cast<double>(space_.cells[along]) * space_.spacing[along]);
    }
    multiply_by_green(queue_, mesh(), all_rows(mesh()), green_.data(), field_.data(), axis, wave,
                      derivative_.data());
    transform_->backward(derivative_.data(), queue_.stream());
}

template <class Real>
void GpuMeshField<Real>::add_reading(SlicedWork& work, const BrickedBodiesView<Real>& bodies,
                                     const MeshReadout<Real>& readout) {
    SlicedWork::Range range = work_of_parts(bodies);
    range.size = &reading_;
    if (!spectral()) {
        range.slice = [this, bodies, readout](std::uint64_t first, std::uint64_t end) {
            Real per_spacing[3];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                per_spacing[axis] = static_cast<Real>(space_.widest() / space_.spacing[axis]);
            }
            read_differences(queue_, bodies, mesh(), choice_.points, choice_.gradient, per_spacing,
                             static_cast<unsigned>(first), static_cast<unsigned>(end),
                             field_.data(), readout);
        };
        work.add(std::move(range));
        return;
    }
    for (const int axis : {0, 1, 2, no_axis}) {
        if (axis == no_axis && readout.result.potential == nullptr) {
            continue;
        }
        range.before = [this, axis] { derive(axis); };
        range.slice = [this, axis, bodies, readout](std::uint64_t first, std::uint64_t end) {
            read_component(queue_, bodies, mesh(), choice_.points, axis,
                           static_cast<unsigned>(first), static_cast<unsigned>(end),
                           derivative_.data(), readout);
        };
        work.add(range);
    }
}

template <class Real>
std::size_t GpuMeshField<Real>::bytes() const {
    return (transform_ ? transform_->bytes() : 0) +
           total_bytes(sources_, green_, of_parts_, field_, derivative_);
}

template class GpuMeshField<float>;
template class GpuMeshField<double>;

} // namespace orrery
