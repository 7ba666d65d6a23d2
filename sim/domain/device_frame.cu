#include "sim/domain/device_frame.cuh"

#include "sim/cuda/device_primitives.hpp"
#include "sim/domain/travel.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr const char* doing = "finding where the bodies of all GPUs are";

// A rank's bodies.
struct OwnFrame {
    DomainFrame frame;
    std::uint64_t count;
};

CurveSpace space_of_all(const std::vector<OwnFrame>& ranks, std::uint64_t bodies) {
    const auto mean_of = [&](const auto& number) {
        double sum = 0;
        for (const OwnFrame& one : ranks) {
            sum += one.count == 0 ? 0 : static_cast<double>(one.count) * number(one.frame.space);
        }
        return sum / static_cast<double>(bodies);
    };
    const double x = mean_of([](const CurveSpace& space) { return space.centre_x; });
    const double y = mean_of([](const CurveSpace& space) { return space.centre_y; });
    const double z = mean_of([](const CurveSpace& space) { return space.centre_z; });
    // curve_space() makes 16 to 32 times the spread the reach.
    constexpr double usual_reach = 24;
    return curve_space(x, y, z, mean_of([&](const CurveSpace& space) {
                           return space.reach / usual_reach +
                                  std::max({std::abs(space.centre_x - x),
                                            std::abs(space.centre_y - y),
                                            std::abs(space.centre_z - z)});
                       }));
}

} // namespace

template <class Real>
void RankedFrame::find(DeviceQueue& queue, const BodiesView<Real>& bodies, Communicator& ranks) {
    OwnFrame own{{}, bodies.count};
    on_all(ranks, [&] {
        on_device_.reserve(1);
        on_host_.grow(1);
        if (bodies.count == 0) {
            return;
        }
        queue.begin("domains");
        find_curve_space(queue, UnsortedBodies<Real>(bodies), &on_device_.data()->space);
        const auto count = static_cast<unsigned>(bodies.count);
        std::size_t bytes = 0;
        sum(nullptr, bytes, bodies.mass, count, &on_device_.data()->mass, queue.stream());
        workspace_.reserve(bytes);
        sum(workspace_.data(), bytes, bodies.mass, count, &on_device_.data()->mass, queue.stream());
        cuda_check(cudaMemcpyAsync(on_host_.data(), on_device_.data(), sizeof(DomainFrame),
                                   cudaMemcpyDeviceToHost, queue.stream()),
                   doing);
        queue.wait();
        own.frame = on_host_[0];
    });
    const std::vector<OwnFrame> all = of_each(ranks, own);
    counts_.clear();
    bodies_ = 0;
    frame_ = {};
    for (const OwnFrame& one : all) {
        counts_.push_back(one.count);
        bodies_ += one.count;
        frame_.mass += one.frame.mass;
    }
    frame_.space = space_of_all(all, std::max<std::uint64_t>(bodies_, 1));
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
