#pragma once

#include "sim/communicator.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/simulation/simulation.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace orrery {

// Calls work(rank's communicator) on so many ranks, which are threads.
void on_ranks(std::size_t count, const std::function<void(Communicator&)>& work);

// Bodies that domains have to bear.
struct DomainSystem {
    std::string name;
    Bodies<double> bodies;
};
std::vector<DomainSystem> domain_systems();

System system_of(const Bodies<double>& bodies, double softening);

// The settings of one thread for this algorithm.
Settings settings_for(const std::string& algorithm, Precision precision);

// The accelerations of all bodies in original order, as so many ranks find them.
std::vector<Vector3> accelerations_on_ranks(std::size_t ranks, const System& system,
                                            const Settings& settings);

// Their error against the direct sum in double, on some bodies.
ForceError error_on_ranks(std::size_t ranks, const Bodies<double>& bodies, double softening,
                          const Settings& settings);

} // namespace orrery
