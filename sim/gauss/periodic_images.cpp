// Images of bodies near the faces of a periodic box, for sums that know of no box.
//
// Cost:    a pass over the bodies; of a box whose edges are n times the reach, (1 + 2/n)^3 times as
//          many come out.

#include "sim/gauss/periodic_images.hpp"

#include "sim/state/shown_space.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace orrery {

template <class Real>
VectorArray<Real> wrapped_places(const VectorArray<double>& places, const PeriodicBox& box) {
    VectorArray<Real> inside(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        inside.x[i] = static_cast<Real>(wrapped(places.x[i], box.lengths[0]));
        inside.y[i] = static_cast<Real>(wrapped(places.y[i], box.lengths[1]));
        inside.z[i] = static_cast<Real>(wrapped(places.z[i], box.lengths[2]));
    }
    return inside;
}

template <class Real>
BodiesWithImages<Real> with_images(const VectorArray<Real>& wrapped, std::span<const Real> masses,
                                   const PeriodicBox& box, double reach) {
    struct Image {
        std::size_t body;
        std::array<Real, 3> place;
    };
    std::vector<Image> images;
    const std::array<const HostArray<Real>*, 3> axes{&wrapped.x, &wrapped.y, &wrapped.z};
    for (std::size_t i = 0; i < wrapped.size(); ++i) {
        // What has an image beyond one face has one more for each of its images beyond the next.
        const std::size_t first = images.size();
        images.push_back({i, {wrapped.x[i], wrapped.y[i], wrapped.z[i]}});
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto edge = static_cast<Real>(box.lengths[axis]);
            const auto near = static_cast<Real>(std::min(reach, box.lengths[axis]));
            const Real at = (*axes[axis])[i];
            const std::size_t so_far = images.size();
            for (const Real shift :
                 {at < near ? edge : Real(0), at >= edge - near ? -edge : Real(0)}) {
                for (std::size_t k = first; shift != 0 && k < so_far; ++k) {
                    images.push_back(images[k]);
                    images.back().place[axis] += shift;
                }
            }
        }
        images.erase(images.begin() + static_cast<std::ptrdiff_t>(first)); // the body itself
    }
    const std::size_t count = wrapped.size();
    BodiesWithImages all{VectorArray<Real>(count + images.size()),
                         HostArray<Real>(count + images.size())};
    std::ranges::copy(wrapped.x, all.places.x.begin());
    std::ranges::copy(wrapped.y, all.places.y.begin());
    std::ranges::copy(wrapped.z, all.places.z.begin());
    std::ranges::copy(masses, all.masses.begin());
    for (std::size_t k = 0; k < images.size(); ++k) {
        all.places.x[count + k] = images[k].place[0];
        all.places.y[count + k] = images[k].place[1];
        all.places.z[count + k] = images[k].place[2];
        all.masses[count + k] = masses[images[k].body];
    }
    return all;
}

template VectorArray<float> wrapped_places(const VectorArray<double>&, const PeriodicBox&);
template VectorArray<double> wrapped_places(const VectorArray<double>&, const PeriodicBox&);
template BodiesWithImages<float> with_images(const VectorArray<float>&, std::span<const float>,
                                             const PeriodicBox&, double);
template BodiesWithImages<double> with_images(const VectorArray<double>&, std::span<const double>,
                                              const PeriodicBox&, double);

} // namespace orrery
