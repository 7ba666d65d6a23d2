#pragma once

#include <functional>
#include <span>
#include <vector>

namespace orrery {

// The share of all mass in haloes for a unit of ln nu, where nu = 1.686 / sigma: how rare they are.
double sheth_tormen_share(double rarity);

// Haloes in a unit of volume that theory expects to be as heavy as each of `masses` or heavier; in
// ascending order. `sigma`: the rms contrast that linear theory has in spheres of a mass.
std::vector<double> expected_haloes(const std::function<double(double mass)>& sigma,
                                    double mean_density, std::span<const double> masses);

} // namespace orrery
