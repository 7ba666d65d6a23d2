#include "sim/simulation/live_density.hpp"

#include "sim/base/error.hpp"
#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/simulation/simulation_thread.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace orrery {
namespace {

template <class Real>
PointsView<Real> view_of(const VectorArray<Real>& points) {
    return {points.x, points.y, points.z};
}

// A GPU writes its bodies in single precision, from the origin: as exact as from a place among
// them, or half so, unless all are farther away from it than they are from each other.
bool is_near_origin(const PointBounds& bounds) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double farthest = std::max(std::abs(bounds.low[axis]), std::abs(bounds.high[axis]));
        if (farthest > 2 * bounds.extent(axis)) {
            return false;
        }
    }
    return true;
}

// That of a Gaussian; in metres, a float may not hold it.
void divide_by_volume(std::vector<float>& densities, double sigma) {
    const double volume = std::pow(2 * std::numbers::pi, 1.5) * std::pow(sigma, 3);
    for (float& density : densities) {
        density = static_cast<float>(static_cast<double>(density) / volume);
    }
}

VectorArray<float> from(const Vector3& origin, const VectorArray<double>& points) {
    VectorArray<float> seen(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        seen.x[i] = static_cast<float>(points.x[i] - origin.x);
        seen.y[i] = static_cast<float>(points.y[i] - origin.y);
        seen.z[i] = static_cast<float>(points.z[i] - origin.z);
    }
    return seen;
}

} // namespace

bool LiveDensity::take_bodies(const Source& source) {
    source_.emplace(source);
    if (source.load_serial != load_serial_) {
        declined_device_.reset();
    }
    try {
        on_gpu_ = take_on_gpu(source);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::failed) {
            throw;
        }
        on_gpu_ = false;
        declined_device_ = source.device;
        gpu_bodies_.reset();
    }
    return on_gpu_ || take_on_host(source);
}

bool LiveDensity::take_on_host(const Source& source) {
    const BodyValues bodies = source.simulation.read({.position = true, .mass = true});
    const std::size_t count = bodies.mass.size();
    if (count == 0) {
        return false;
    }
    const VectorArray<double>& at = bodies.position;
    if (load_serial_ != source.load_serial) {
        box_ = source.simulation.box();
        sigma_ = box_.is_periodic() ? suggested_sigma_in(box_, count)
                                    : orrery::suggested_sigma(view_of(at), workers_);
        load_serial_ = source.load_serial;
    }
    origin_ =
        box_.is_periodic() ? Vector3() : Vector3{at.x[count / 2], at.y[count / 2], at.z[count / 2]};
    places_ = box_.is_periodic() ? wrapped_places<float>(at, box_) : from(origin_, at);
    masses_ = converted<float>(bodies.mass);
    bodies_serial_ = source.bodies_serial;
    gpu_bodies_.reset();
    return true;
}

bool LiveDensity::take_on_gpu(const Source& source) {
    if (!source.device || source.device == declined_device_ || load_serial_ != source.load_serial ||
        bodies_serial_ != source.bodies_serial) {
        return false;
    }
    if (!gpu_bodies_ || gpu_bodies_->device() != *source.device) {
        gpu_bodies_ = make_bodies_on_gpu<float>(*source.device);
        gpu_bodies_->copy_masses(std::as_const(masses_), workers_);
    }
    const Simulation::Written written =
        source.simulation.write_latest(gpu_bodies_->target(), BodyScalar::none);
    // Version 0: they have just left that GPU.
    if (written.version == 0 || written.count != masses_.size() ||
        source.simulation.status().bodies_serial != bodies_serial_) {
        return false;
    }
    gpu_bodies_->take_places();
    origin_ = {};
    StepTimings timings;
    GaussWork work{workers_, {}, timings, &kept_};
    const bool near = is_near_origin(bounds_of(gpu_bodies_->sum_at_bodies(1, 1), work));
    if (!near) {
        declined_device_ = source.device;
    }
    return near;
}

std::optional<std::vector<float>> LiveDensity::at_targets(const VectorArray<double>* points,
                                                          double sigma, double error,
                                                          const std::stop_token& stop) {
    if (on_gpu_) {
        try {
            return sums(points, sigma, error, stop);
        } catch (const Error& failed) {
            if (failed.kind() != ErrorKind::failed) {
                throw;
            }
        }
        // It has no memory left for the sum, or is lost.
        on_gpu_ = false;
        declined_device_ = source_->device;
        if (!take_on_host(*source_)) {
            return std::nullopt;
        }
    }
    return sums(points, sigma, error, stop);
}

std::optional<std::vector<float>> LiveDensity::sums(const VectorArray<double>* points, double sigma,
                                                    double error, const std::stop_token& stop) {
    StepTimings timings;
    GaussWork work{workers_, stop, timings, &kept_};
    const VectorArray<float> others =
        points != nullptr ? from(origin_, *points) : VectorArray<float>();
    std::vector<float> densities;
    GaussSum<float> sum{};
    BodiesWithImages<float> images;
    if (!on_gpu_) {
        const PointsView<float> targets = view_of(points != nullptr ? others : places_);
        densities.resize(targets.size());
        sum = {view_of(places_), masses_, targets, densities, sigma, error};
        if (box_.is_periodic()) {
            images = with_images<float>(places_, masses_, box_, gauss_reach(error) * sigma);
            sum.sources = view_of(images.places);
            sum.masses = images.masses;
        }
    } else if (points != nullptr) {
        gpu_bodies_->copy_targets(view_of(others), workers_);
        sum = gpu_bodies_->sum_at_targets(sigma, error);
    } else {
        sum = gpu_bodies_->sum_at_bodies(sigma, error);
    }
    if (!gauss_transform(find_gauss_method("gauss"), sum, work)) {
        return std::nullopt;
    }
    if (on_gpu_) {
        const std::span<const float> there = gpu_bodies_->densities();
        densities.assign(there.begin(), there.end());
    }
    divide_by_volume(densities, sigma);
    return densities;
}

std::vector<float> body_densities(const BodyValues& bodies, const PeriodicBox& box, double sigma,
                                  double error, Workers& workers) {
    const std::size_t count = bodies.mass.size();
    const VectorArray<double>& at = bodies.position;
    const HostArray<float> masses = converted<float>(bodies.mass);
    std::vector<float> densities(count);
    StepTimings timings;
    GaussWork work{workers, {}, timings};
    const auto sum_at = [&](const VectorArray<float>& places, const VectorArray<float>& sources,
                            std::span<const float> weights) {
        gauss_transform(
            find_gauss_method("gauss"),
            GaussSum<float>{view_of(sources), weights, view_of(places), densities, sigma, error},
            work);
    };
    if (box.is_periodic()) {
        const VectorArray<float> places = wrapped_places<float>(at, box);
        const BodiesWithImages<float> all =
            with_images<float>(places, masses, box, gauss_reach(error) * sigma);
        sum_at(places, all.places, all.masses);
    } else {
        const VectorArray<float> places = from(
            count == 0 ? Vector3() : Vector3{at.x[count / 2], at.y[count / 2], at.z[count / 2]},
            at);
        sum_at(places, places, masses);
    }
    divide_by_volume(densities, sigma);
    return densities;
}

} // namespace orrery
