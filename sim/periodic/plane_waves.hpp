#pragma once

#include "sim/periodic/ewald_split.hpp"
#include "sim/periodic/wave_kernels.hpp"
#include "sim/solver.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace orrery {

// A wave of a box, by the whole periods that it has along each axis: of each pair of opposite ones
// one, or both at half their strength g (plane_waves.cpp).
struct PlaneWave {
    int x, y, z;
    double strength;
};

// The smooth half of an Ewald sum: the field of the clouds of all sources as plane waves of the
// box. See plane_waves.cpp.
class PlaneWaves {
public:
    explicit PlaneWaves(const EwaldSplit& split);

    // The amplitudes of the sources' clouds, and those that jerks want besides. Without `workers`:
    // on the calling thread. Cancelled: unusable.
    template <class Real>
    Outcome prepare(const BodiesView<Real>& sources, bool with_jerk, Workers* workers,
                    const std::stop_token& stop);
    // The amplitudes of the sources of all ranks. Collective.
    void sum_of_ranks(Communicator& ranks);
    bool has_jerk() const { return !flow_.empty(); }

    // Adds the clouds' pull to the results of all targets, which pairs have pulled before. A body's
    // own cloud and images are in its potential.
    template <class Real>
    Outcome add_to(const ForceTargets<Real>& targets, double gravity, Workers* workers,
                   const std::stop_token& stop) const;

    // All of them, for those who sum elsewhere.
    std::vector<PlaneWave> waves() const;
    std::size_t scratch_bytes() const;

private:
    // Waves of one number along x and one along y, for all numbers -most … most along z; of each
    // pair of opposite waves one, or both at half their strength.
    struct Row {
        int x, y, most;
        std::size_t first; // among the amplitudes

        std::size_t terms() const {
            return whole_wave_lanes(2 * static_cast<std::size_t>(most) + 1);
        }
    };
    // Of all waves, row by row.
    struct Amplitudes {
        std::vector<double> real, imaginary;

        bool empty() const { return real.empty(); }
        ComplexView from(std::size_t first) const {
            return empty() ? ComplexView{} : ComplexView{real.data(), imaginary.data()}.from(first);
        }
        ComplexSpan from(std::size_t first) {
            return {real.data() + first, imaginary.data() + first};
        }
    };

    template <class Real, class Block>
    void add_flow(const Row& row, const BodiesView<Real>& sources, Block& block);

    EwaldSplit split_;
    std::array<int, 3> most_;
    std::vector<Row> rows_;
    std::vector<double> strength_; // of each wave
    double total_mass_ = 0;
    Amplitudes mass_, flow_; // sums of m e^ikx; of m k.v e^ikx, if there are jerks
};

} // namespace orrery
