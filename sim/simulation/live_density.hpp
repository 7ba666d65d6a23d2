#pragma once

#include "sim/base/vector3.hpp"
#include "sim/bodies.hpp"
#include "sim/gauss/bodies_on_gpu.hpp"
#include "sim/gauss/periodic_images.hpp"
#include "sim/machine/workers.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace orrery {

struct BodyValues;
class SimulationThread;

// How dense the bodies of a running simulation are, again and again, for whoever shows it.
//
// Idea:   masses, and the width that suits the bodies, are read once from the host; from then on
//         bodies that a GPU has are written from its state to columns beside it, as for a picture,
//         and summed there, and densities alone come back. No step waits but for that writing, on
//         the GPU. Where the bodies are elsewhere, have others among them, are too far from the
//         origin for single precision, or where the GPU fails, they are read through the host.
//
// For one thread at a time.
class LiveDensity {
public:
    // The simulation that has the bodies, with serials from its SimulationStatus.
    struct Source {
        const SimulationThread& simulation;
        std::uint64_t load_serial = 0, bodies_serial = 0;
        std::optional<int> device; // that has them; none: the host
    };

    LiveDensity(int threads, Workers::Priority priority) : workers_(threads, priority) {}

    // The newest complete state; false where there are no bodies. Later calls use these.
    bool take_bodies(const Source& source);
    // The same for all states of a system, so that what is seen does not change with it; 0: the
    // bodies are in one place.
    double suggested_sigma() const { return sigma_; }
    // Mass in a unit of volume, each body's spread as a Gaussian of that width; none where it was
    // stopped.
    std::optional<std::vector<float>> at_bodies(double sigma, double error, std::stop_token stop) {
        return at_targets(nullptr, sigma, error, stop);
    }
    std::optional<std::vector<float>> at_points(const VectorArray<double>& points, double sigma,
                                                double error, std::stop_token stop) {
        return at_targets(&points, sigma, error, stop);
    }
    // Whether the bodies taken last are where a GPU had them.
    bool on_gpu() const { return on_gpu_; }

private:
    bool take_on_host(const Source& source);
    bool take_on_gpu(const Source& source);
    std::optional<std::vector<float>> at_targets(const VectorArray<double>* points, double sigma,
                                                 double error, const std::stop_token& stop);
    std::optional<std::vector<float>> sums(const VectorArray<double>* points, double sigma,
                                           double error, const std::stop_token& stop);

    Workers workers_;
    GaussMemory kept_;
    double sigma_ = 0;
    HostArray<float> masses_;
    std::uint64_t load_serial_ = ~std::uint64_t{0};   // that sigma_ is of
    std::uint64_t bodies_serial_ = ~std::uint64_t{0}; // that masses_ are of

    // The bodies taken last. Of a periodic box: wrapped into it. Densities on the host are those of
    // all boxes; a GPU leaves out the images, so that they fall off within a few sigma of a face.
    std::optional<Source> source_;
    PeriodicBox box_ = {};
    VectorArray<float> places_; // where they are on the host
    Vector3 origin_{};          // of these: single precision is enough from a place among them
    bool on_gpu_ = false;

    std::unique_ptr<BodiesOnGpu<float>> gpu_bodies_; // with masses_ there
    std::optional<int> declined_device_;             // not tried again with the bodies of this load
};

// The same at each of bodies that are at hand, once.
std::vector<float> body_densities(const BodyValues& bodies, const PeriodicBox& box, double sigma,
                                  double error, Workers& workers);

} // namespace orrery
