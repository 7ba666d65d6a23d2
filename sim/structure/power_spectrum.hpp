#pragma once

#include "sim/bodies.hpp"
#include "sim/machine/workers.hpp"
#include "sim/mesh/assignment.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

namespace orrery {

// How the power spectrum of bodies in a periodic box is measured.
struct PowerMeasure {
    PeriodicBox box;
    std::size_t cells = 0; // of the mesh along the longest edge: is_power_mesh; 0: automatic
    AssignmentScheme scheme = AssignmentScheme::pcs;
    bool interlaced = true;
};

// The mean over the modes whose wave numbers, 2 pi / wave length, are in [low, high).
struct PowerBin {
    double low = 0, high = 0;
    double wave_number = 0; // mean
    std::size_t modes = 0;  // a wave and its opposite are two
    double power = 0;       // per volume of a mode; with its shot noise
    double on_mesh = 0;     // the same before the assignment's window is divided out
    double error = 0;       // standard deviation of the power, were the modes Gaussian
};

struct PowerSpectrum {
    std::vector<PowerBin> bins; // with modes, up to the mesh's Nyquist wave number
    double shot_noise = 0;      // what as many bodies have that know nothing of each other
    double nyquist = 0;         // of the mesh; of its widest cells
    std::array<std::size_t, 3> cells = {};
};

// Whether a mesh may have so many cells along the longest edge: multiples of 8 up to 4096.
bool is_power_mesh(std::size_t cells);

// The cells along the longest edge that suit so many bodies: two for each of them.
std::size_t suggested_power_cells(std::size_t bodies);

// The same bits for any number of workers; nullopt if it was stopped. Throws bad_input for open
// space, bodies without mass and a mesh that cannot be, failure where there are no transforms.
std::optional<PowerSpectrum> power_spectrum(const Bodies<double>& bodies,
                                            const PowerMeasure& measure, Workers& workers,
                                            const std::stop_token& stop);

} // namespace orrery
