// From the simulation's arrays to the buffer that is drawn: one kernel, no host in between.

#include "sim/cuda/device_state.hpp"
#include "sim/cuda/one_thread_each.hpp"

#include <algorithm>

namespace orrery {
namespace {

// Percentiles come from this many bodies at most, evenly spread over the system, so that the
// legend costs nothing and does not flicker.
constexpr std::size_t largest_sample = 1000;

std::size_t divided_up(std::size_t count, std::size_t part) {
    return (count + part - 1) / part;
}

// Which run of bodies, in original order, body i is of: components end where the next begins.
__device__ float component_of(std::size_t i, const unsigned* ends, unsigned components) {
    unsigned k = 0;
    while (k + 1 < components && i >= ends[k]) {
        ++k;
    }
    return static_cast<float>(k);
}

// A place as it is shown along an axis with an edge of that length; 0: it is open. As wrapped() in
// sim/state/shown_space.hpp.
__device__ float shown(double place, double length) {
    if (!(length > 0)) {
        return static_cast<float>(place);
    }
    const auto inside = static_cast<float>(place - length * floor(place / length));
    return inside >= static_cast<float>(length) ? 0.0F : inside; // rounded up
}

template <class Real>
__device__ float magnitude(const DevicePublisher::Source<Real>& source, std::size_t i) {
    const auto x = static_cast<float>(source.sx[i]);
    const auto y = static_cast<float>(source.sy[i]);
    const auto z = static_cast<float>(source.sz[i]);
    return sqrtf(x * x + y * y + z * z);
}

// A body's scalar, whichever is measured; interactions not counted are a direct sum's.
template <class Real>
__device__ float measure(const DevicePublisher::Source<Real>& source, BodyScalar scalar,
                         std::size_t i) {
    if (scalar != BodyScalar::interactions) {
        return magnitude(source, i);
    }
    return source.interactions != nullptr ? source.interactions[i]
                                          : static_cast<float>(source.count - 1);
}

// Notes the scalar of every `stride`-th body for the percentiles: evenly spread over the system in
// original order, and so always of the same bodies.
struct Sampling {
    float* values;
    unsigned stride; // 0: none

    __device__ void note(std::size_t body, float scalar) const {
        const auto number = static_cast<unsigned>(body);
        if (stride != 0 && number % stride == 0) {
            values[number / stride] = scalar;
        }
    }
};

// The place on its way of body `number`, which is at i.
template <class Real>
__device__ double3 place_of(const DevicePublisher::Source<Real>& source,
                            const DevicePublisher::Way<Real>& way, std::size_t i,
                            std::size_t number) {
    const double3 there{source.x[i], source.y[i], source.z[i]};
    if (way.position.x == nullptr) {
        return there;
    }
    const HermiteWeights w = way.weights;
    const auto between = [&](Real from, Real from_velocity, double to, Real to_velocity) {
        return w.from * from + w.from_velocity * from_velocity + w.to * to +
               w.to_velocity * to_velocity;
    };
    return {between(way.position.x[number], way.velocity.x[number], there.x, way.to_velocity.x[i]),
            between(way.position.y[number], way.velocity.y[number], there.y, way.to_velocity.y[i]),
            between(way.position.z[number], way.velocity.z[number], there.z, way.to_velocity.z[i])};
}

template <class Real>
__global__ void publish(DevicePublisher::Source<Real> source, DevicePublisher::Way<Real> way,
                        BodyScalar scalar, float factor, double3 edges, const unsigned* ends,
                        unsigned components, Sampling sampling, std::size_t capacity, float4* to) {
    const std::size_t i = own_wide_index();
    if (i >= source.count) {
        return;
    }
    const std::size_t body = source.numbers != nullptr ? source.numbers[i] : i;
    float value = 0;
    if (scalar == BodyScalar::component) {
        value = component_of(body, ends, components);
    } else if (scalar != BodyScalar::none) {
        value = factor * measure(source, scalar, i);
        sampling.note(body, value);
    }
    if (body < capacity) {
        const double3 place = place_of(source, way, i, body);
        to[body] = {shown(place.x, edges.x), shown(place.y, edges.y), shown(place.z, edges.z),
                    value};
    }
}

} // namespace

DevicePublisher::DevicePublisher(int device)
    : device_(device), sample_(largest_sample), sample_copy_(largest_sample) {}

void DevicePublisher::upload_components(std::span<const Component> components,
                                        cudaStream_t stream) {
    std::vector<unsigned> ends;
    for (const Component& component : components) {
        ends.push_back(static_cast<unsigned>(component.first + component.count));
    }
    if (ends == uploaded_ends_) {
        return;
    }
    uploaded_ends_ = std::move(ends);
    component_ends_ = DeviceArray<unsigned>(uploaded_ends_.size());
    cuda_check(cudaMemcpyAsync(component_ends_.data(), uploaded_ends_.data(),
                               component_ends_.bytes(), cudaMemcpyHostToDevice, stream),
               "copying to the GPU");
}

template <class Real>
ScalarRange DevicePublisher::write(const Source<Real>& source, const Way<Real>& way,
                                   const BodyTarget& target, BodyScalar scalar,
                                   std::span<const Component> components, const DeviceEvent& ready,
                                   const ShownSpace& space) {
    cuda_check(cudaSetDevice(device_), "choosing the GPU");
    const std::size_t count = std::min(target.capacity, source.count);
    const cudaStream_t stream =
        target.on_device ? static_cast<cudaStream_t>(target.stream) : own_stream_.get();
    if (count == 0) {
        return {};
    }
    float4* to = reinterpret_cast<float4*>(target.xyzs);
    if (!target.on_device) {
        staging_.reserve(count);
        to = staging_.data();
    }
    if (scalar == BodyScalar::component) {
        upload_components(components, stream);
    }
    cuda_check(cudaStreamWaitEvent(stream, ready.get()), "waiting for the simulation");

    const bool measured = scalar != BodyScalar::none && scalar != BodyScalar::component;
    const bool counts = scalar == BodyScalar::interactions && source.interactions != nullptr;
    const bool other =
        scalar != sampled_scalar_ || source.count != sampled_of_ || counts != sampled_counts_;
    const bool sampling = measured && (other || cudaEventQuery(sample_ready_.get()) == cudaSuccess);
    if (sampling && !other) {
        range_ = percentile_range({sample_copy_.data(), sampled_});
    }
    const bool periodic = space.box.is_periodic();
    const auto& lengths = space.box.lengths;
    const double3 edges = periodic ? double3{lengths[0], lengths[1], lengths[2]} : double3{0, 0, 0};
    const float factor =
        scalar == BodyScalar::speed ? static_cast<float>(space.speed_factor) : 1.0F;
    const std::size_t stride = divided_up(source.count, largest_sample);
    const Sampling sample{sample_.data(), sampling ? static_cast<unsigned>(stride) : 0};
    DeviceQueue::launch_into(stream, "publishing the bodies", one_thread_each(source.count),
                             publish<Real>, source, way, scalar, factor, edges,
                             component_ends_.data(), components.size(), sample, count, to);
    if (sampling) {
        sampled_ = divided_up(source.count, stride);
        cuda_check(cudaMemcpyAsync(sample_copy_.data(), sample_.data(), sampled_ * sizeof(float),
                                   cudaMemcpyDeviceToHost, stream),
                   "copying from the GPU");
        sample_ready_.record(stream);
        sampled_scalar_ = scalar;
        sampled_of_ = source.count;
        sampled_counts_ = counts;
    }
    // Others publish in other streams: it passes when all of them are done.
    cuda_check(cudaStreamWaitEvent(stream, done_.get()), "waiting for the simulation");
    done_.record(stream);
    if (measured && (other || !target.on_device)) {
        sample_ready_.wait();
        range_ = percentile_range({sample_copy_.data(), sampled_});
    }
    if (!target.on_device) {
        cuda_check(cudaMemcpyAsync(target.xyzs, to, count * sizeof(float4), cudaMemcpyDeviceToHost,
                                   stream),
                   "copying bodies from the GPU");
        cuda_check(cudaStreamSynchronize(stream), "copying bodies from the GPU");
    }
    if (scalar == BodyScalar::component) {
        return {0, static_cast<float>(std::max<std::size_t>(components.size(), 2) - 1)};
    }
    return measured ? range_ : ScalarRange{};
}

template ScalarRange DevicePublisher::write(const Source<float>&, const Way<float>&,
                                            const BodyTarget&, BodyScalar,
                                            std::span<const Component>, const DeviceEvent&,
                                            const ShownSpace&);
template ScalarRange DevicePublisher::write(const Source<double>&, const Way<double>&,
                                            const BodyTarget&, BodyScalar,
                                            std::span<const Component>, const DeviceEvent&,
                                            const ShownSpace&);

} // namespace orrery
