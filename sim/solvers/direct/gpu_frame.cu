// Packing before the kernels, scaling after them: both move memory and compute nothing worth a
// lecture.

#include "sim/solvers/direct/gpu_frame.cuh"

#include "sim/solvers/direct/gpu_box_pair.cuh"

#include <type_traits>

namespace orrery {
namespace {

template <class Real>
__device__ void pack_one(const BodiesView<Real>& bodies, std::size_t i, PointMass<Real>& point) {
    point = {bodies.x[i], bodies.y[i], bodies.z[i], bodies.mass[i]};
}
template <class Real>
__device__ void pack_one(const BodiesView<Real>& bodies, std::size_t i, Motion<Real>& velocity) {
    velocity = {bodies.vx[i], bodies.vy[i], bodies.vz[i]};
}

template <class Real, class Packed>
__global__ void pack(BodiesView<Real> bodies, Packed* packed) {
    const std::size_t i = own_wide_index();
    if (i < bodies.count) {
        pack_one(bodies, i, packed[i]);
    }
}

// Bodies at their places in a box, as whole numbers: half an edge up and half an edge down are one
// place. What is no number gets no mass either, so that nothing computed with it is one.
template <class Real>
__global__ void pack_in_box(BodiesView<Real> bodies, double edge_x, double edge_y, double edge_z,
                            PointMass<Real>* packed) {
    const std::size_t i = own_wide_index();
    if (i >= bodies.count) {
        return;
    }
    const auto place = [](double coordinate, double edge) {
        const double rest = fma(-rint(coordinate / edge), edge, coordinate); // exact
        const double parts = rint(ldexp(rest / edge, place_bits<Real>));
        const double half = ldexp(1.0, place_bits<Real> - 1);
        return from_whole(static_cast<WholePlace<Real>>(parts < half ? parts : -half));
    };
    const Real sum = bodies.x[i] + bodies.y[i] + bodies.z[i];
    packed[i] = {place(bodies.x[i], edge_x), place(bodies.y[i], edge_y), place(bodies.z[i], edge_z),
                 isfinite(sum) ? bodies.mass[i] : sum - sum};
}

template <class Real>
__global__ void scale(const PointMass<Real>* sums, unsigned count, unsigned parts, Real gravity,
                      AccelerationsView<Real> result) {
    const std::size_t i = own_wide_index();
    if (i >= count) {
        return;
    }
    PointMass<Real> sum = sums[i];
    for (std::size_t part = 1; part < parts; ++part) {
        sum = sum + sums[part * count + i];
    }
    result.store_pull(i, gravity * sum.x, gravity * sum.y, gravity * sum.z, gravity * sum.mass);
}

} // namespace

template <class Real, template <class> class Packed>
void pack_bodies(DeviceQueue& queue, const ForceRequest<Real>& request,
                 DeviceArray<Packed<Real>>& packed) {
    packed.reserve(request.packed_count());
    const PeriodicBox& box = request.parameters.box;
    const auto pack_some = [&](const BodiesView<Real>& bodies, std::size_t first) {
        const LaunchShape shape = one_thread_each(bodies.count);
        Packed<Real>* const to = packed.data() + first;
        if constexpr (std::is_same_v<Packed<Real>, PointMass<Real>>) {
            if (box.is_periodic()) {
                queue.launch("layout", shape, pack_in_box<Real>, bodies, box.lengths[0],
                             box.lengths[1], box.lengths[2], to);
                return;
            }
        }
        queue.launch("layout", shape, pack<Real, Packed<Real>>, bodies, to);
    };
    pack_some(request.sources, 0);
    if (!request.targets_at) {
        pack_some(request.targets, request.packed_target());
    }
}

template <class Real>
void pull_by_nobody(DeviceQueue& queue, const ForceRequest<Real>& request) {
    if (!request.result.add) {
        queue.begin("forces");
        clear_results(queue.stream(), request.result, request.targets.count);
    }
}

template <class Real>
void clear_results(cudaStream_t stream, const AccelerationsView<Real>& result, std::size_t count) {
    const auto clear = [&](auto* array) {
        cuda_check(cudaMemsetAsync(array, 0, count * sizeof(*array), stream), "clearing results");
    };
    result.for_each(clear);
    if (result.interactions != nullptr) {
        clear(result.interactions);
    }
}

template <class Real>
void scale_sums(DeviceQueue& queue, const PointMass<Real>* sums, unsigned count, Real gravity,
                const AccelerationsView<Real>& result, unsigned parts) {
    queue.launch("forces", one_thread_each(count), scale<Real>, sums, count, parts, gravity,
                 result);
}

template void pack_bodies(DeviceQueue&, const ForceRequest<float>&, DeviceArray<PointMass<float>>&);
template void pack_bodies(DeviceQueue&, const ForceRequest<double>&,
                          DeviceArray<PointMass<double>>&);
template void pack_bodies(DeviceQueue&, const ForceRequest<float>&, DeviceArray<Motion<float>>&);
template void pack_bodies(DeviceQueue&, const ForceRequest<double>&, DeviceArray<Motion<double>>&);
template void pull_by_nobody(DeviceQueue&, const ForceRequest<float>&);
template void pull_by_nobody(DeviceQueue&, const ForceRequest<double>&);
template void clear_results(cudaStream_t, const AccelerationsView<float>&, std::size_t);
template void clear_results(cudaStream_t, const AccelerationsView<double>&, std::size_t);
template void scale_sums(DeviceQueue&, const PointMass<float>*, unsigned, float,
                         const AccelerationsView<float>&, unsigned);
template void scale_sums(DeviceQueue&, const PointMass<double>*, unsigned, double,
                         const AccelerationsView<double>&, unsigned);

} // namespace orrery
