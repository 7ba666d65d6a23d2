#pragma once

#include "sim/bodies.hpp"
#include "sim/gauss/gauss_method.hpp"

#include <string>
#include <vector>

namespace orrery {

// Bodies that are not alike, in lengths of about 1.
struct GaussSystem {
    std::string name;
    Bodies<double> bodies;
};

Bodies<double> even_cube(std::size_t count);
std::vector<GaussSystem> gauss_systems(std::size_t count);

template <class Real>
PointsView<Real> points_of(const VectorArray<Real>& vectors) {
    return {vectors.x, vectors.y, vectors.z};
}

// Computed by the method, on `workers` workers.
template <class Real>
std::vector<double> densities(const GaussMethod& method, const Bodies<Real>& bodies,
                              const VectorArray<Real>* targets, double sigma, double error,
                              int workers = 1);

// The definition, in double precision.
template <class Real>
std::vector<double> exact_densities(const Bodies<Real>& bodies, const VectorArray<Real>& targets,
                                    double sigma);

double greatest_difference(const std::vector<double>& a, const std::vector<double>& b);
// Root mean square of the differences over that of `exact`.
double relative_difference(const std::vector<double>& got, const std::vector<double>& exact);

} // namespace orrery
