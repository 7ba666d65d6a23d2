#pragma once

#include "sim/scenes/random.hpp"

#include <functional>
#include <vector>

namespace orrery {

// Draws the speeds of bodies whose distribution function depends on their energy alone (Jeans'
// theorem: such a system is in equilibrium). Where the potential is `depth` deep, a body of speed v
// has binding energy E = depth - v^2 / 2, and v has the density v^2 f(E) up to escape. By
// rejection: the peak of v^2 f is tabulated against the depth.
class IsotropicSpeeds {
public:
    // `depths` ascending and positive, covering every depth that will be asked for; `f` need not be
    // normalised, and must grow with the binding energy or change slowly between the depths.
    IsotropicSpeeds(std::vector<double> depths, std::function<double(double)> f);

    double draw(double depth, Random& random) const;

private:
    double peak(double depth) const;

    std::vector<double> depths_;
    std::vector<double> peaks_;
    std::function<double(double)> f_;
};

} // namespace orrery
