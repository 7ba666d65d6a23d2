// The Gauss transform on GPUs in a build without CUDA: no methods, and failures.

#include "sim/base/error.hpp"
#include "sim/gauss/bodies_on_gpu.hpp"
#include "sim/gauss/gauss_method.hpp"

namespace orrery {
namespace {

[[noreturn]] void refuse() {
    throw failure("this build has no CUDA", "summing densities", "");
}

} // namespace

void list_cuda_gauss_methods(Registry<GaussMethod>&) {}

template <class Real>
std::vector<ValueRange<Real>> ranges_on_gpu(const std::vector<std::span<const Real>>&, int,
                                            GaussWork&) {
    refuse();
}
template std::vector<ValueRange<float>> ranges_on_gpu(const std::vector<std::span<const float>>&,
                                                      int, GaussWork&);
template std::vector<ValueRange<double>> ranges_on_gpu(const std::vector<std::span<const double>>&,
                                                       int, GaussWork&);

template <class Real>
VectorArray<Real> sampled_on_gpu(const PointsView<Real>&, std::size_t, int, GaussWork&) {
    refuse();
}
template VectorArray<float> sampled_on_gpu(const PointsView<float>&, std::size_t, int, GaussWork&);
template VectorArray<double> sampled_on_gpu(const PointsView<double>&, std::size_t, int,
                                            GaussWork&);

template <class Real>
std::unique_ptr<BodiesOnGpu<Real>> make_bodies_on_gpu(int) {
    refuse();
}
template std::unique_ptr<BodiesOnGpu<float>> make_bodies_on_gpu(int);
template std::unique_ptr<BodiesOnGpu<double>> make_bodies_on_gpu(int);

} // namespace orrery
