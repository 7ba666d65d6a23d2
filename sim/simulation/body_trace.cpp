#include "sim/simulation/body_trace.hpp"

#include <chrono>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t max_points = 4096;
constexpr std::chrono::milliseconds between_readings_of_a_gpu(4);

} // namespace

TracePoint trace_point(const BodyValues& values) {
    TracePoint point{values.time, {}};
    const VectorArray<double>& place = values.position;
    for (std::size_t k = 0; k < place.size(); ++k) {
        point.places.push_back({static_cast<float>(place.x[k]), static_cast<float>(place.y[k]),
                                static_cast<float>(place.z[k])});
    }
    return point;
}

std::vector<TracePoint> BodyTrace::take(const std::vector<std::size_t>& bodies,
                                        std::uint64_t bodies_serial) {
    std::vector<TracePoint> points = std::exchange(points_, {});
    if (bodies != bodies_ || bodies_serial != bodies_serial_) {
        points.clear(); // they are of others
        bodies_ = bodies;
        bodies_serial_ = bodies_serial;
    }
    return points;
}

ReadRequest BodyTrace::wanted(std::uint64_t bodies_serial, std::optional<int> state_device,
                              Clock::time_point now) {
    const bool due = !state_device || now - asked_ >= between_readings_of_a_gpu;
    if (bodies_.empty() || bodies_serial != bodies_serial_ || !due) {
        return {};
    }
    asked_ = now;
    return {.position = true, .bodies = bodies_};
}

void BodyTrace::add(const ReadRequest& request, const BodyValues& values) {
    if (request.bodies != bodies_ || values.position.size() != bodies_.size()) {
        return; // others are wanted by now, or were there
    }
    if (points_.size() >= max_points) {
        for (std::size_t i = 0; 2 * i < points_.size(); ++i) {
            points_[i] = std::move(points_[2 * i]);
        }
        points_.resize((points_.size() + 1) / 2);
    }
    points_.push_back(trace_point(values));
}

} // namespace orrery
