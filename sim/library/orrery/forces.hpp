#pragma once

// Accelerations once, without a simulation.

#include <orrery/vectors.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {
namespace [[gnu::visibility("default")]] library {

// a_i = G sum_j m_j r_ij / (|r_ij|^2 + softening^2)^(3/2), and how it is computed.
struct ForceOptions {
    // As `algorithms()` names them; empty: the fastest direct sum of up to 8,192 bodies, the fast
    // multipole method of more.
    std::string algorithm = {};
    // That 99 bodies in 100 should have at most, relative to their own acceleration; for algorithms
    // that approximate.
    std::optional<double> error = {};
    double gravity = 1;                               // G, in the units of the arrays
    double softening = 0;                             // Plummer's, a length
    std::array<double, 3> box = {};                   // edges of a box that repeats itself; 0: open
    std::map<std::string, std::string> settings = {}; // of the algorithm: {"theta", "0.5"}
    int threads = 0;                                  // 0: one per core
};

// What is known of forces beside their numbers.
struct ForceFacts {
    std::string algorithm;
    // 99 bodies in 100 keep it, relative to their own acceleration. Infinite: nothing is promised.
    double promised_error = 0;
    double milliseconds = 0; // of the evaluation, copies to a GPU included
    double interactions = 0; // ordered pairs of a direct sum, else terms evaluated
};

// Entry i is that of body i. The potential is empty where the algorithm gives none.
template <class Real>
struct Forces {
    std::vector<Real> x, y, z, potential;
    ForceFacts facts;
};

// The pull of bodies on each other. `masses`: one for each of them. Bodies are copied once, into
// memory that vector code can read. Throws Error; so, too, when `stop` was requested meanwhile.
Forces<float> forces(const Vectors<float>& bodies, const float* masses,
                     const ForceOptions& options = {}, const std::stop_token& stop = {});
Forces<double> forces(const Vectors<double>& bodies, const double* masses,
                      const ForceOptions& options = {}, const std::stop_token& stop = {});

// The same on other points, which feel and do not pull.
Forces<float> forces_at(const Vectors<float>& points, const Vectors<float>& bodies,
                        const float* masses, const ForceOptions& options = {},
                        const std::stop_token& stop = {});
Forces<double> forces_at(const Vectors<double>& points, const Vectors<double>& bodies,
                         const double* masses, const ForceOptions& options = {},
                         const std::stop_token& stop = {});

// Columns in the memory of a GPU; `potential` may be null.
template <class Real>
struct DeviceForces {
    Real* x = nullptr;
    Real* y = nullptr;
    Real* z = nullptr;
    Real* potential = nullptr;
};

// Of bodies in the memory of one GPU, into the same GPU's: nothing goes through the host. What its
// streams were doing is waited for, and the result is there on return. Numbers are not checked:
// what is not finite going in comes out so. Only in builds with the component `cuda`.
ForceFacts forces_on_device(const Vectors<float>& bodies, const float* masses,
                            const DeviceForces<float>& result, const ForceOptions& options = {},
                            const std::stop_token& stop = {});
ForceFacts forces_on_device(const Vectors<double>& bodies, const double* masses,
                            const DeviceForces<double>& result, const ForceOptions& options = {},
                            const std::stop_token& stop = {});

} // namespace gnu::visibility("default")]]library
} // namespace orrery
