#pragma once

#include "sim/base/vector3.hpp"
#include "sim/bodies.hpp"

#include <vector>

namespace orrery {

// The displacement that leads to the nearest image: of its component d along an edge L, what is
// left in [-L/2, L/2]. Opposite displacements have opposite images, half an edge included.
Vector3 nearest_image(const PeriodicBox& box, const Vector3& displacement);

// What a unit mass at the origin and all its images do to a body at a displacement, with G = 1 and
// the mean density removed, without which the sum over images has no value. Exact: in double, for
// boxes of any three edges. This is the truth of everything that computes in a PeriodicBox.
//
// In a box the force law is that sum, each image softened after Plummer, so that nothing jumps
// where another image becomes the nearest. The mean of the potential is 0. A body also has its own
// images: they do not pull it, but self_potential() is theirs.
class EwaldSum {
public:
    struct Pull {
        Vector3 acceleration;
        double potential = 0;
    };

    // `splitting`: the inverse length alpha that shares the sum out between its two halves. The
    // result does not depend on it; 0: one that makes both short.
    explicit EwaldSum(const PeriodicBox& box, double splitting = 0, double softening = 0);

    // Of all images; without softening infinite at an image.
    Pull pull(const Vector3& displacement) const;
    // Of all images but the nearest, and the mean density: smooth within the box.
    Pull correction(const Vector3& displacement) const;
    // The correction's potential at the origin: 2.837297479 / L in a cube without softening.
    double self_potential() const { return self_potential_; }

    const PeriodicBox& box() const { return box_; }

private:
    struct Wave {
        Vector3 k;
        double strength; // of its cosine
    };

    PeriodicBox box_;
    double splitting_, softening_;
    double mean_;                 // makes the mean potential 0
    std::vector<Vector3> images_; // but the nearest
    std::vector<Wave> waves_;     // one of each pair k, -k
    double self_potential_;
};

} // namespace orrery
