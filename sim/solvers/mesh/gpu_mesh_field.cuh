#pragma once

// A MeshField (sim/mesh/mesh_field.hpp) in the memory of a GPU: what has the same name there is the
// same here.

#include "sim/cuda/sliced_work.hpp"
#include "sim/mesh/green_function.hpp"
#include "sim/mesh/mesh_options.hpp"
#include "sim/mesh/mesh_space.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/mesh/cufft_library.hpp"
#include "sim/solvers/mesh/device_mesh.cuh"
#include "sim/solvers/mesh/gpu_mesh_kernels.cuh"

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace orrery {

// Idea:   masses, their spectrum and the potential P follow each other in one array. With spectral
//         gradients the spectrum stays there, and one component at a time is made and read in a
//         second array. Green's function is computed by the processor, as seldom as there.
// Memory: 4 bytes a cell in float, twice that with spectral gradients, half a byte for Green's
//         function, as much for the transforms as cuFFT asks for; for assignment, the points of
//         each part of a brick (gpu_assignment.cu).
template <class Real>
class GpuMeshField {
public:
    explicit GpuMeshField(DeviceQueue& queue);

    // Makes the mesh and Green's function of it, …
    Outcome prepare(const MeshSpace& space, const MeshChoice& choice, double softening,
                    Execution& execution);
    // … and puts the sort of the bodies into the queue; there is at least one.
    void sort(const BodiesView<Real>& sources);
    // Behind that: BrickedBodies' of the same name.
    void tell_bricks() { sources_.tell_bricks(queue_, mesh()); }
    // Adds what there is left to do until P is there; or puts it into the queue, all at once.
    void add_building(SlicedWork& work);
    void build();
    // After that: adds the reading by `bodies`, which are sorted into the bricks of this mesh.
    void add_reading(SlicedWork& work, const BrickedBodiesView<Real>& bodies,
                     const MeshReadout<Real>& readout);

    // Where others have bodies on the same mesh: the masses of the own ones on these planes of it,
    // all at once, …
    void spread(const MeshPlanes& planes);
    Real* values() { return field_.data(); }
    // … and some rows of the spectrum of all masses times Green's function. Then the values are to
    // be made P before they are read.
    void multiply(ModeRows rows, Real* spectrum);

    const MeshSpace& space() const { return space_; }
    const MeshChoice& choice() const { return choice_; }
    DeviceMesh mesh() const { return DeviceMesh(space_); }
    const BrickedBodies<Real>& sources() const { return sources_; }
    double self_potential() const { return self_potential_; }
    std::size_t bytes() const;

private:
    bool spectral() const { return choice_.gradient == MeshGradient::spectral; }
    std::size_t field_size() const;
    void make_room();
    Outcome make_green(const MeshLaw& law, Execution& execution);
    // Its spectrum, on the host.
    void transform_far_field(const HostArray<Real>& field, HostArray<std::complex<Real>>& spectrum);
    SlicedWork::Range work_of_parts(const BrickedBodiesView<Real>& bodies) const;
    void add_up(const MeshPlanes& planes);
    void solve_part(std::uint64_t part);
    void derive(int axis);

    DeviceQueue& queue_;
    MeshSpace space_;
    MeshChoice choice_{};
    bool built_ = false;               // all but the reading
    std::optional<MeshLaw> green_for_; // the law that Green's function is of
    double self_potential_ = 0;
    SliceSize assigning_, transforming_, reading_;
    BrickedBodies<Real> sources_;
    std::optional<DeviceTransform<Real>> transform_;
    std::array<std::size_t, 3> transformed_{}; // cells
    DeviceArray<Real> green_, field_, derivative_;
    DeviceArray<typename WholeMass<Real>::Number> of_parts_;
};

} // namespace orrery
