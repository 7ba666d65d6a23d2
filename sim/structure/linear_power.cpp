#include "sim/structure/linear_power.hpp"

#include "sim/cosmology/growth.hpp"
#include "sim/unit_names.hpp"

#include <cmath>

namespace orrery {
namespace {

constexpr double metres_in_mpc = 3.0856775814913673e22;
constexpr double metres_a_second = 1e5; // 100 km/s, which h is of

} // namespace

double LinearPower::sigma(double radius) const {
    return std::sqrt(power_ / volume_) * today_.sigma(radius / wave_number_);
}

LinearPower LinearPower::at(double time) const {
    LinearPower then = *this;
    const double grown =
        growth(cosmology_, cosmology_.scale_factor(time)).first / growth(cosmology_, 1).first;
    then.power_ = volume_ * grown * grown;
    return then;
}

std::optional<LinearPower> linear_power(const System& system, CosmologicalParameters ripples) {
    const std::optional<UnitSizes> sizes = sizes_of(system.units);
    if (!system.cosmology || !sizes || !(system.time > 0)) {
        return std::nullopt;
    }
    const double mpc = metres_in_mpc / sizes->length; // in units of the system
    ripples.omega_matter = system.cosmology->omega_matter;
    ripples.h = system.cosmology->hubble / sizes->time * metres_in_mpc / metres_a_second;
    return LinearPower(*system.cosmology, LinearSpectrum(ripples), mpc / ripples.h).at(system.time);
}

} // namespace orrery
