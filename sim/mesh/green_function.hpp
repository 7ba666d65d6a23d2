#pragma once

// Green's function of a mesh: what the spectrum of the masses on its points is multiplied by, so
// that bodies pull on each other as they should, whatever spreading them over points, aliases and
// differences for gradients do.
//
//   G(k) = sum_m U^2(k_m) d . k_m g(k_m)  /  (|d|^2 (sum_m U^2(k_m))^2),     k_m = k + 2 pi m / h
//
// with U the spectrum of the assignment's cloud, i d(k) that of the difference (k itself where the
// gradient is spectral), and g(k) = 4 pi / k^2 s(k softening) c(k) the law; s(x) = x K_1(x) for
// Plummer's softening; c(k) = exp(-(k h / 2.2)^8) takes out waves that the mesh cannot carry.
// With a split r_s (ShortRange has the rest) the law is that of erf(R / 2 r_s) / R: no c, and s is
// exp(-k^2 r_s^2) times softened_wave().
//
// Idea:    of all functions that a mesh could be given, the one with the least mean square error of
//          the pull between two bodies anywhere between the points. For long waves it is the law
//          itself, divided by U^2 (the cloud deconvolved, twice) and by what the difference lacks.
//          In open space the law on the doubled mesh is that of 1/r cut off at its edge. That is
//          smooth only in space, and g beyond the mesh's waves only in k: so a Gaussian shares it.
//          What it leaves of the far field is transformed from its values at the points; the rest,
//          near field, is known in k.
// Source:  Hockney & Eastwood 1981, sections 5-6-3 and 8-3-3; open space: ibid. 6-5-4; the Gaussian
//          as in Ewald 1921.
// Cost:    once for as long as the mesh, in cells, stays the same: 27 terms for each of the
//          (n/2 + 1)^3 modes.
// Units:   the widest spacing of points is 1.

#include "sim/machine/workers.hpp"
#include "sim/mesh/mesh_space.hpp"
#include "sim/state/host_array.hpp"

#include <array>
#include <complex>
#include <cstddef>
#include <span>
#include <stop_token>

namespace orrery {

// All that Green's function depends on.
struct MeshLaw {
    std::array<std::size_t, 3> cells{};
    std::array<double, 3> spacing{}; // over the widest one
    bool periodic = false;
    double softening = 0; // 0 where it is below a tenth of a cell: no mesh sees that
    int points = 0;       // of the assignment
    MeshGradient gradient = MeshGradient::order4;
    double split = 0; // of the choice

    bool operator==(const MeshLaw&) const = default;
};
MeshLaw mesh_law(const MeshSpace& space, const MeshChoice& choice, double softening);

// The spectrum of the gradient's difference along one axis at wave number k, without the factor i.
// `nyquist`: the mode that is its own opposite, which has none.
double difference_spectrum(MeshGradient gradient, double k, double spacing, bool nyquist);

// In open space: the far field's values at the points of the doubled mesh, last axis fastest, to be
// transformed and handed to green_function().
template <class Real>
Outcome open_far_field(const MeshLaw& law, std::span<Real> field, Workers& workers,
                       const std::stop_token& stop);

// G for the wave numbers from 0 to n/2 along each axis: those below 0 have the same. Divided by the
// number of points, which a transform back multiplies by.
template <class Real>
struct GreenFunction {
    std::array<std::size_t, 3> modes{}; // n/2 + 1
    HostArray<Real> values;             // last axis fastest
    // The potential, with the sign of a pull, that a unit mass has by itself where it is, on
    // average over places in a cell: to be taken out of its own.
    double self_potential = 0;

    // Of a mode 0 … n - 1.
    std::size_t folded(std::size_t axis, std::size_t mode) const {
        const std::size_t n = 2 * (modes[axis] - 1);
        return mode < modes[axis] ? mode : n - mode;
    }
};

// `far_field`: the spectrum of open_far_field(); not read in a periodic box.
template <class Real>
Outcome make_green_function(const MeshLaw& law, std::span<const std::complex<Real>> far_field,
                            Workers& workers, const std::stop_token& stop,
                            GreenFunction<Real>& green);

} // namespace orrery
