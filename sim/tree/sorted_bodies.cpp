#include "sim/tree/sorted_bodies.hpp"

#include "sim/tree/tree_kernels.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {

template <class Real>
CurveSpace measured_space(const BodiesView<Real>& bodies) {
    const std::size_t samples = curve_samples(bodies.count);
    const Real* const axes[3] = {bodies.x, bodies.y, bodies.z};
    double means[3] = {0, 0, 0};
    double spread = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = [&](std::size_t sample) {
            return static_cast<double>(axes[axis][curve_sample(sample, bodies.count)]);
        };
        const double share = samples > 0 ? 1.0 / static_cast<double>(samples) : 0;
        for (std::size_t sample = 0; sample < samples; ++sample) {
            means[axis] += at(sample) * share;
        }
        double distance = 0;
        for (std::size_t sample = 0; sample < samples; ++sample) {
            distance += std::abs(at(sample) - means[axis]) * share;
        }
        spread = std::max(spread, distance);
    }
    return curve_space(means[0], means[1], means[2], spread);
}

template <class Real>
bool SortedBodies<Real>::sort(const BodiesView<Real>& bodies, Workers& workers,
                              const std::stop_token& stop) {
    constexpr std::size_t bodies_at_once = 16384;
    if (x_.size() != bodies.count) {
        for (HostArray<Real>* array : {&x_, &y_, &z_, &mass_}) {
            *array = HostArray<Real>(bodies.count);
        }
    }
    sorting_.resize(bodies.count);
    const CurveSpace space = measured_space(bodies);
    const TreeKernels<Real>& kernels = tree_kernels<Real>();
    workers.for_ranges(bodies.count, bodies_at_once, [&](std::size_t begin, std::size_t end) {
        kernels.keys(space, bodies, begin, end, sorting_.keys.data());
        for (std::size_t i = begin; i < end; ++i) {
            sorting_.order[i] = static_cast<std::uint32_t>(i);
        }
    });
    if (!sorting_.sort(workers, stop)) {
        return false;
    }
    workers.for_ranges(bodies.count, bodies_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t from = sorting_.order[i];
            x_[i] = bodies.x[from];
            y_[i] = bodies.y[from];
            z_[i] = bodies.z[from];
            mass_[i] = bodies.mass[from];
        }
    });
    return !stop.stop_requested();
}

template <class Real>
void SortedBodies<Real>::append(const std::vector<std::span<const PointMass<Real>>>& others) {
    free_keys();
    std::size_t count = x_.size();
    for (const auto& some : others) {
        count += some.size();
    }
    const auto longer = [&](HostArray<Real>& array, Real PointMass<Real>::*number) {
        HostArray<Real> all(count);
        Real* to = std::copy(array.begin(), array.end(), all.begin());
        for (const auto& some : others) {
            for (const PointMass<Real>& other : some) {
                *to++ = other.*number;
            }
        }
        array.swap(all);
    };
    longer(x_, &PointMass<Real>::x);
    longer(y_, &PointMass<Real>::y);
    longer(z_, &PointMass<Real>::z);
    longer(mass_, &PointMass<Real>::mass);
}

template CurveSpace measured_space(const BodiesView<float>&);
template CurveSpace measured_space(const BodiesView<double>&);
template class SortedBodies<float>;
template class SortedBodies<double>;

} // namespace orrery
