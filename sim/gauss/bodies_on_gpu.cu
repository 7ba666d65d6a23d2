#include "sim/gauss/bodies_on_gpu.hpp"

#include "sim/cuda/one_thread_each.hpp"
#include "sim/gauss/gpu_points.cuh"

#include <optional>

namespace orrery {
namespace {

// From what is drawn, x y z and a scalar for each body, to columns.
template <class Real>
__global__ void split(const float4* bodies, std::size_t count, Real* x, Real* y, Real* z) {
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (i < count) {
        const float4 body = bodies[i];
        x[i] = body.x;
        y[i] = body.y;
        z[i] = body.z;
    }
}

int made_current(int device) {
    cuda_check(cudaSetDevice(device), "choosing the GPU");
    return device;
}

// Taken anew where there are others.
template <class T>
void resize(GpuArray<T>& array, std::size_t count, const GpuGaussMemory& memory) {
    if (array.size() != count) {
        array = GpuArray<T>();
        array = GpuArray<T>(count, memory);
    }
}

template <class Real>
class DeviceBodies final : public BodiesOnGpu<Real> {
public:
    explicit DeviceBodies(int device) : device_(made_current(device)) {}

    int device() const override { return device_; }

    void copy_bodies(const PointsView<Real>& places, std::span<const Real> masses,
                     Workers& workers) override {
        memory_.activate();
        bodies_.emplace(places, std::span<const Real>{}, memory_, workers);
        copy_masses(masses, workers);
    }

    void copy_masses(std::span<const Real> masses, Workers& workers) override {
        memory_.activate();
        masses_.emplace(PointsView<Real>{}, masses, memory_, workers);
        wait();
    }

    void copy_targets(const PointsView<Real>& targets, Workers& workers) override {
        memory_.activate();
        targets_.emplace(targets, std::span<const Real>{}, memory_, workers);
        wait();
    }

    BodyTarget target() override {
        memory_.activate();
        resize(drawn_, masses_->masses(), memory_);
        return {reinterpret_cast<float*>(drawn_.data()), drawn_.size(), true, memory_.stream(),
                device_};
    }

    void take_places() override {
        memory_.activate();
        const std::size_t count = drawn_.size();
        if (!bodies_ || bodies_->count() != count) {
            bodies_.reset();
            bodies_.emplace(count, memory_);
        }
        DeviceQueue::launch_into(memory_.stream(), "copying bodies to the density sum",
                                 one_thread_each(count), split<Real>, drawn_.data(), count,
                                 bodies_->x(), bodies_->y(), bodies_->z());
        wait();
    }

    GaussSum<Real> sum_at_bodies(double sigma, double error) override {
        return sum(span_of(bodies_->view()), sigma, error);
    }

    GaussSum<Real> sum_at_targets(double sigma, double error) override {
        return sum(span_of(targets_->view()), sigma, error);
    }

    std::span<const Real> densities() override {
        constexpr const char* copying = "copying densities from the GPU";
        memory_.activate();
        auto* const staged = reinterpret_cast<Real*>(memory_.staging(densities_.bytes()));
        cuda_check(cudaMemcpyAsync(staged, densities_.data(), densities_.bytes(),
                                   cudaMemcpyDeviceToHost, memory_.stream()),
                   copying);
        cuda_check(cudaStreamSynchronize(memory_.stream()), copying);
        return {staged, densities_.size()};
    }

private:
    // Waits for this stream's work: sums have another stream.
    void wait() {
        cuda_check(cudaStreamSynchronize(memory_.stream()), "copying bodies to the GPU");
    }
    static PointsView<Real> span_of(const DevicePointsView<Real>& points) {
        return {{points.x, points.count}, {points.y, points.count}, {points.z, points.count}};
    }

    GaussSum<Real> sum(const PointsView<Real>& targets, double sigma, double error) {
        memory_.activate();
        resize(densities_, targets.size(), memory_);
        wait();
        return {span_of(bodies_->view()),
                {masses_->view().mass, masses_->masses()},
                targets,
                {densities_.data(), densities_.size()},
                sigma,
                error,
                device_};
    }

    int device_;
    GpuGaussMemory memory_; // before the arrays that are taken from it
    std::optional<DevicePoints<Real>> bodies_, targets_;
    std::optional<DevicePoints<Real>> masses_; // of no points
    GpuArray<float4> drawn_;
    GpuArray<Real> densities_;
};

} // namespace

template <class Real>
std::unique_ptr<BodiesOnGpu<Real>> make_bodies_on_gpu(int device) {
    return std::make_unique<DeviceBodies<Real>>(device);
}

template std::unique_ptr<BodiesOnGpu<float>> make_bodies_on_gpu(int);
template std::unique_ptr<BodiesOnGpu<double>> make_bodies_on_gpu(int);

} // namespace orrery
