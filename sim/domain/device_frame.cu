#include "sim/domain/device_frame.cuh"

#include "sim/cuda/device_primitives.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/domain/domains.hpp"
#include "sim/domain/travel.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr const char* doing = "finding where the bodies of all GPUs are";

// A rank's bodies.
struct OwnFrame {
    std::uint64_t count;
    double mass;
};

template <class Real>
__global__ void take_places(BodiesView<Real> bodies, double* places) {
    const std::size_t sample = own_index();
    const std::size_t samples = curve_samples(bodies.count);
    if (sample < samples) {
        const std::size_t body = curve_sample(sample, bodies.count);
        places[sample] = double(bodies.x[body]);
        places[samples + sample] = double(bodies.y[body]);
        places[2 * samples + sample] = double(bodies.z[body]);
    }
}

} // namespace

template <class Real>
void RankedFrame::find(DeviceQueue& queue, const BodiesView<Real>& bodies, Communicator& ranks) {
    OwnFrame own{bodies.count, 0};
    const std::size_t samples = curve_samples(bodies.count);
    on_all(ranks, [&] {
        on_device_.reserve(1);
        on_host_.grow(1);
        places_.reserve(3 * max_curve_samples);
        places_on_host_.grow(3 * max_curve_samples);
        if (bodies.count == 0) {
            return;
        }
        queue.launch("domains", one_thread_each(samples), take_places<Real>, bodies,
                     places_.data());
        const auto count = static_cast<unsigned>(bodies.count);
        std::size_t bytes = 0;
        sum(nullptr, bytes, bodies.mass, count, &on_device_.data()->mass, queue.stream());
        workspace_.reserve(bytes);
        sum(workspace_.data(), bytes, bodies.mass, count, &on_device_.data()->mass, queue.stream());
        cuda_check(cudaMemcpyAsync(places_on_host_.data(), places_.data(),
                                   3 * samples * sizeof(double), cudaMemcpyDeviceToHost,
                                   queue.stream()),
                   doing);
        cuda_check(cudaMemcpyAsync(on_host_.data(), on_device_.data(), sizeof(DomainFrame),
                                   cudaMemcpyDeviceToHost, queue.stream()),
                   doing);
        queue.wait();
        own.mass = on_host_[0].mass;
    });
    const std::vector<OwnFrame> all = of_each(ranks, own);
    counts_.clear();
    bodies_ = 0;
    frame_ = {};
    for (const OwnFrame& one : all) {
        counts_.push_back(one.count);
        bodies_ += one.count;
        frame_.mass += one.mass;
    }
    frame_.space = measured_space({places_on_host_.data(), samples, bodies.count}, ranks);
    on_host_[0] = frame_;
    cuda_check(cudaMemcpyAsync(on_device_.data(), on_host_.data(), sizeof(DomainFrame),
                               cudaMemcpyHostToDevice, queue.stream()),
               doing);
}

std::uint32_t RankedFrame::with_bodies() const {
    std::uint32_t found = 0;
    for (std::size_t k = 0; k < counts_.size(); ++k) {
        found |= counts_[k] != 0 ? 1U << k : 0U;
    }
    return found;
}

template void RankedFrame::find(DeviceQueue&, const BodiesView<float>&, Communicator&);
template void RankedFrame::find(DeviceQueue&, const BodiesView<double>&, Communicator&);

} // namespace orrery
