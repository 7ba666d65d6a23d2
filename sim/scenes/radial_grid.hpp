#pragma once

#include <cstddef>
#include <vector>

namespace orrery {

// Radii at equal steps of their logarithm, from well inside a galaxy to its edge.
class RadialGrid {
public:
    RadialGrid(double innermost, double outermost, std::size_t count);

    const std::vector<double>& radii() const { return radii_; }
    std::size_t size() const { return radii_.size(); }
    double operator[](std::size_t k) const { return radii_[k]; }
    double outermost() const { return radii_.back(); }

    // The value at `radius` of a function known at the grid's radii: linear between them in the
    // logarithm of the radius, constant beyond.
    double interpolate(const std::vector<double>& values, double radius) const;

private:
    std::vector<double> radii_;
    double step_;
};

} // namespace orrery
