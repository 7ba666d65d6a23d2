// The smooth half of an Ewald sum: the clouds of all bodies as plane waves of the box.
//
//   S(k) = sum_j m_j e^(i k.x_j),   g(k) = 8 pi / V exp(-k^2 / 4 alpha^2) / k^2
//   phi(x) = pi M / (alpha^2 V) - sum_k g Re[conj(S) e^(i k.x)],   a = - sum_k g k Im[...]
//
//   with g times s(k) and another mean where bodies are softened (softened_waves.hpp), over one k
//   of each pair of opposite ones. With velocities, T(k) = sum_j m_j (k.v_j) e^(i
//   k.x_j): jerk = - sum_k g k Re[((k.v) conj(S) - conj(T)) e^(i k.x)]
//
// Idea:    all sources make the amplitudes S together, and each target sums over them: a few
//          thousand waves instead of N clouds. A body's e^(i k.x) is a product of three powers, so
//          a wave costs a complex product; waves that differ along z alone make a row, whose other
//          two factors are multiplied once.
// Source:  Ewald 1921; structure factors: Allen & Tildesley, "Computer Simulation of Liquids"
//          (1987), 5.5.
// Cost:    per body and wave 8 operations for S and 8 for the target; in a cube 2,900 waves
//          in float, 25,000 in double, always in double.
// Memory:  24 bytes a wave; 16 more for jerks.
// Order:   fixed, so the result does not depend on the number of threads.

#include "sim/periodic/plane_waves.hpp"

#include "sim/periodic/in_ranges.hpp"
#include "sim/periodic/softened_waves.hpp"
#include "sim/periodic/wave_kernels.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr std::size_t source_block = 64;

// The powers -most … most of e^(2 pi i x / edge) of some bodies.
class Powers {
public:
    // Power n of body b stands at (n + most) * power_step + b * body_step.
    Powers(int most, std::size_t bodies, bool bodies_side_by_side)
        : most_(static_cast<std::size_t>(most)) {
        const std::size_t wide = whole_wave_lanes(2 * most_ + 1 + wave_lanes);
        power_step_ = bodies_side_by_side ? bodies : 1;
        body_step_ = bodies_side_by_side ? 1 : wide;
        real_.resize(bodies * wide);
        imaginary_.resize(bodies * wide);
    }

    void set(std::size_t body, double x, double edge) {
        const double turns = x / edge;
        const double angle = 2 * std::numbers::pi * (turns - std::nearbyint(turns));
        const double cosine = std::cos(angle);
        const double sine = std::sin(angle);
        double real = 1;
        double imaginary = 0;
        for (std::size_t n = 0; n <= most_; ++n) {
            const std::size_t above = place(most_ + n, body);
            const std::size_t below = place(most_ - n, body);
            real_[above] = real_[below] = real;
            imaginary_[above] = imaginary;
            imaginary_[below] = -imaginary;
            const double next = real * cosine - imaginary * sine;
            imaginary = real * sine + imaginary * cosine;
            real = next;
        }
    }

    // From power n on, of all bodies.
    ComplexView from(int n) const {
        const std::size_t first = place(static_cast<std::size_t>(static_cast<int>(most_) + n), 0);
        return {real_.data() + first, imaginary_.data() + first};
    }
    std::size_t body_step() const { return body_step_; }

private:
    std::size_t place(std::size_t power, std::size_t body) const {
        return power * power_step_ + body * body_step_;
    }

    std::size_t most_, power_step_, body_step_;
    std::vector<double> real_, imaginary_;
};

// Those of bodies along all three axes, of z in the order that a kernel wants.
struct Phases {
    Powers x, y, z;

    Phases(const std::array<int, 3>& most, std::size_t bodies, bool bodies_side_by_side)
        : x(most[0], bodies, true), y(most[1], bodies, true),
          z(most[2], bodies, bodies_side_by_side) {}

    template <class Real>
    void set(std::size_t place, const BodiesView<Real>& bodies, std::size_t body,
             const PeriodicBox& box) {
        x.set(place, static_cast<double>(bodies.x[body]), box.lengths[0]);
        y.set(place, static_cast<double>(bodies.y[body]), box.lengths[1]);
        z.set(place, static_cast<double>(bodies.z[body]), box.lengths[2]);
    }
};

double wave_number(int n, double edge) {
    return 2 * std::numbers::pi * n / edge;
}

// A block of sources, which all waves of some rows take in turn.
template <class Real>
class SourceBlock {
public:
    SourceBlock(const std::array<int, 3>& most, const BodiesView<Real>& sources)
        : sources_(sources), phases_(most, source_block, false) {}

    void begin_at(std::size_t first, const PeriodicBox& box) {
        first_ = first;
        count_ = std::min(source_block, sources_.count - first);
        for (std::size_t b = 0; b < count_; ++b) {
            phases_.set(b, sources_, first + b, box);
        }
    }

    // Adds weight(i) e^(i k.x) of all bodies i to the `terms` waves of a row, from -most along z
    // on.
    template <class Weight>
    void add_to_row(int x, int y, int most, std::size_t terms, const Weight& weight,
                    ComplexSpan sums) {
        const ComplexView along_x = phases_.x.from(x);
        const ComplexView along_y = phases_.y.from(y);
        for (std::size_t b = 0; b < count_; ++b) {
            const double w = weight(first_ + b);
            real_[b] = w * (along_x.real[b] * along_y.real[b] -
                            along_x.imaginary[b] * along_y.imaginary[b]);
            imaginary_[b] = w * (along_x.real[b] * along_y.imaginary[b] +
                                 along_x.imaginary[b] * along_y.real[b]);
        }
        wave_kernels().add_row({real_, imaginary_}, count_, phases_.z.from(-most),
                               phases_.z.body_step(), terms, sums);
    }

private:
    const BodiesView<Real>& sources_;
    Phases phases_;
    std::size_t first_ = 0, count_ = 0;
    double real_[source_block], imaginary_[source_block];
};

// Targets side by side, and what waves do to them.
class TargetLanes {
public:
    explicit TargetLanes(const std::array<int, 3>& most, const PeriodicBox& box, bool with_jerk)
        : box_(box), unit_z_(wave_number(1, box.lengths[2])), with_jerk_(with_jerk),
          phases_(most, wave_lanes, true) {}

    // At most wave_lanes targets from `first` on; the rest are copies.
    template <class Real>
    void begin_at(const ForceTargets<Real>& targets, std::size_t first, std::size_t count) {
        const BodiesView<Real>& bodies = targets.targets;
        sums_ = {};
        for (std::size_t lane = 0; lane < wave_lanes; ++lane) {
            const std::size_t i = targets.place(first + std::min(lane, count - 1));
            phases_.set(lane, bodies, i, box_);
            if (with_jerk_) {
                sums_.vx[lane] = static_cast<double>(bodies.vx[i]);
                sums_.vy[lane] = static_cast<double>(bodies.vy[i]);
                sums_.vz[lane] = static_cast<double>(bodies.vz[i]);
            }
        }
    }

    // Adds a row of waves; `flow` is read for jerks only.
    void add_row(int x, int y, int most, ComplexView mass, ComplexView flow) {
        RowSums row;
        wave_kernels().row_sums(mass, most, phases_.z.from(-most), with_jerk_, row);
        const double kx = wave_number(x, box_.lengths[0]);
        const double ky = wave_number(y, box_.lengths[1]);
        const RowFactor factor{phases_.x.from(x), phases_.y.from(y)};
        for (std::size_t lane = 0; lane < wave_lanes; ++lane) {
            const double across = factor.times(row, 0, lane).imaginary;
            sums_.ax[lane] -= kx * across;
            sums_.ay[lane] -= ky * across;
            sums_.az[lane] -= unit_z_ * factor.times(row, 1, lane).imaginary;
            sums_.potential[lane] -= factor.times(row, 0, lane).real;
        }
        if (!with_jerk_) {
            return;
        }
        RowSums flowing;
        wave_kernels().row_sums(flow, most, phases_.z.from(-most), false, flowing);
        for (std::size_t lane = 0; lane < wave_lanes; ++lane) {
            const double kv = kx * sums_.vx[lane] + ky * sums_.vy[lane];
            const double kvz = unit_z_ * sums_.vz[lane];
            const auto change = [&](int power) {
                return kv * factor.times(row, power, lane).real +
                       kvz * factor.times(row, power + 1, lane).real -
                       factor.times(flowing, power, lane).real;
            };
            sums_.jx[lane] -= kx * change(0);
            sums_.jy[lane] -= ky * change(0);
            sums_.jz[lane] -= unit_z_ * change(1);
        }
    }

    // Adds G times the sums to results from `first` on.
    template <class Real>
    void store(const AccelerationsView<Real>& result, std::size_t first, std::size_t count,
               double gravity, double mean_potential) const {
        for (std::size_t lane = 0; lane < count; ++lane) {
            const auto add = [&](Real* array, double value) {
                if (array != nullptr) {
                    array[first + lane] += static_cast<Real>(gravity * value);
                }
            };
            add(result.x, sums_.ax[lane]);
            add(result.y, sums_.ay[lane]);
            add(result.z, sums_.az[lane]);
            add(result.potential, sums_.potential[lane] + mean_potential);
            if (with_jerk_) {
                add(result.jerk_x, sums_.jx[lane]);
                add(result.jerk_y, sums_.jy[lane]);
                add(result.jerk_z, sums_.jz[lane]);
            }
        }
    }

private:
    struct Complex {
        double real, imaginary;
    };
    // e^(i (kx x + ky y)), which a whole row has in common.
    struct RowFactor {
        ComplexView x, y;

        Complex times(const RowSums& sums, int power, std::size_t lane) const {
            const double real = x.real[lane] * y.real[lane] - x.imaginary[lane] * y.imaginary[lane];
            const double imaginary =
                x.real[lane] * y.imaginary[lane] + x.imaginary[lane] * y.real[lane];
            const double of_real = sums.real[power][lane];
            const double of_imaginary = sums.imaginary[power][lane];
            return {real * of_real - imaginary * of_imaginary,
                    real * of_imaginary + imaginary * of_real};
        }
    };
    struct Sums {
        double ax[wave_lanes], ay[wave_lanes], az[wave_lanes], potential[wave_lanes];
        double jx[wave_lanes], jy[wave_lanes], jz[wave_lanes];
        double vx[wave_lanes], vy[wave_lanes], vz[wave_lanes]; // the targets' own
    };

    PeriodicBox box_;
    double unit_z_;
    bool with_jerk_;
    Phases phases_;
    Sums sums_ = {};
};

} // namespace

PlaneWaves::PlaneWaves(const EwaldSplit& split) : split_(split) {
    const auto& [edge_x, edge_y, edge_z] = split.box.lengths;
    const double volume = edge_x * edge_y * edge_z;
    const double largest = 2 * split.alpha * split.reach;
    const auto most_within = [&](double k2, double edge) {
        return static_cast<int>(std::sqrt(std::max(largest * largest - k2, 0.0)) /
                                wave_number(1, edge));
    };
    most_ = {most_within(0, edge_x), most_within(0, edge_y), most_within(0, edge_z)};
    for (int x = 0; x <= most_[0]; ++x) {
        const double kx = wave_number(x, edge_x);
        const int most_y = most_within(kx * kx, edge_y);
        for (int y = x == 0 ? 0 : -most_y; y <= most_y; ++y) {
            const double ky = wave_number(y, edge_y);
            const double across2 = kx * kx + ky * ky;
            const int most = most_within(across2, edge_z);
            rows_.push_back({x, y, most, strength_.size()});
            // The row through the origin has both of each pair.
            const double share = x == 0 && y == 0 ? 0.5 : 1.0;
            for (int z = -most; z <= most; ++z) {
                const double kz = wave_number(z, edge_z);
                const double k2 = across2 + kz * kz;
                const double cloud = std::exp(-k2 / (4 * split.alpha * split.alpha)) *
                                     softened_wave(k2, split.softening, 1 / split.alpha);
                strength_.push_back(k2 > 0 ? share * 8 * std::numbers::pi / volume * cloud / k2
                                           : 0);
            }
            strength_.resize(whole_wave_lanes(strength_.size())); // the rest has no strength
        }
    }
}

// m k.v e^(i k.x): along x and y by the weight, along z by the wave.
template <class Real, class Block>
void PlaneWaves::add_flow(const Row& row, const BodiesView<Real>& sources, Block& block) {
    const auto& [edge_x, edge_y, edge_z] = split_.box.lengths;
    const double kx = wave_number(row.x, edge_x);
    const double ky = wave_number(row.y, edge_y);
    const auto momentum = [&](const Real* velocity, std::size_t i) {
        return static_cast<double>(sources.mass[i]) * static_cast<double>(velocity[i]);
    };
    const ComplexSpan flow = flow_.from(row.first);
    block.add_to_row(
        row.x, row.y, row.most, row.terms(),
        [&](std::size_t i) { return kx * momentum(sources.vx, i) + ky * momentum(sources.vy, i); },
        flow);
    std::vector<double> real(row.terms());
    std::vector<double> imaginary(row.terms());
    block.add_to_row(row.x, row.y, row.most, row.terms(),
                     [&](std::size_t i) { return momentum(sources.vz, i); },
                     {real.data(), imaginary.data()});
    for (std::size_t c = 0; c < row.terms(); ++c) {
        const double kz = wave_number(static_cast<int>(c) - row.most, edge_z);
        flow.real[c] += kz * real[c];
        flow.imaginary[c] += kz * imaginary[c];
    }
}

template <class Real>
Outcome PlaneWaves::prepare(const BodiesView<Real>& sources, bool with_jerk, Workers* workers,
                            const std::stop_token& stop) {
    const auto cleared = [this](Amplitudes& amplitudes, bool wanted) {
        amplitudes.real.assign(wanted ? strength_.size() : 0, 0);
        amplitudes.imaginary = amplitudes.real;
    };
    cleared(mass_, true);
    cleared(flow_, with_jerk);
    total_mass_ = 0;
    for (std::size_t i = 0; i < sources.count; ++i) {
        total_mass_ += static_cast<double>(sources.mass[i]);
    }

    std::atomic<bool> cancelled = false;
    // Rows are shared out, not bodies: their sums need no adding up.
    constexpr std::size_t rows_at_once = 48;
    in_ranges(workers, rows_.size(), rows_at_once, [&](std::size_t first_row, std::size_t end_row) {
        SourceBlock<Real> block(most_, sources);
        for (std::size_t first = 0; first < sources.count; first += source_block) {
            if (cancelled || stop.stop_requested()) {
                cancelled = true;
                return;
            }
            block.begin_at(first, split_.box);
            for (std::size_t r = first_row; r < end_row; ++r) {
                const Row& row = rows_[r];
                block.add_to_row(
                    row.x, row.y, row.most, row.terms(),
                    [&](std::size_t i) { return static_cast<double>(sources.mass[i]); },
                    mass_.from(row.first));
                if (with_jerk) {
                    add_flow(row, sources, block);
                }
            }
        }
    });
    for (Amplitudes* amplitudes : {&mass_, &flow_}) {
        for (std::size_t i = 0; i < amplitudes->real.size(); ++i) {
            amplitudes->real[i] *= strength_[i];
            amplitudes->imaginary[i] *= strength_[i];
        }
    }
    return cancelled ? Outcome::cancelled : Outcome::complete;
}

void PlaneWaves::sum_of_ranks(Communicator& ranks) {
    ranks.all_reduce({&total_mass_, 1}, Reduction::sum);
    for (std::vector<double>* numbers :
         {&mass_.real, &mass_.imaginary, &flow_.real, &flow_.imaginary}) {
        ranks.all_reduce(*numbers, Reduction::sum);
    }
}

template <class Real>
Outcome PlaneWaves::add_to(const ForceTargets<Real>& targets, double gravity, Workers* workers,
                           const std::stop_token& stop) const {
    const bool with_jerk = targets.result.jerk_x != nullptr && has_jerk();
    std::atomic<bool> cancelled = false;
    constexpr std::size_t blocks_at_once = 4;
    const auto add_range = [&](std::size_t begin, std::size_t end) {
        TargetLanes lanes(most_, split_.box, with_jerk);
        for (std::size_t first = begin; first < end; first += wave_lanes) {
            if (cancelled || stop.stop_requested()) {
                cancelled = true;
                return;
            }
            const std::size_t count = std::min(wave_lanes, end - first);
            lanes.begin_at(targets, first, count);
            for (const Row& row : rows_) {
                lanes.add_row(row.x, row.y, row.most, mass_.from(row.first), flow_.from(row.first));
            }
            lanes.store(targets.result, first, count, gravity, split_.mean_potential * total_mass_);
        }
    };
    in_ranges(workers, targets.targets.count, blocks_at_once * wave_lanes, add_range);
    return cancelled ? Outcome::cancelled : Outcome::complete;
}

std::vector<PlaneWave> PlaneWaves::waves() const {
    std::vector<PlaneWave> all;
    for (const Row& row : rows_) {
        for (int z = -row.most; z <= row.most; ++z) {
            const double strength = strength_[row.first + static_cast<std::size_t>(z + row.most)];
            if (strength != 0) {
                all.push_back({row.x, row.y, z, strength});
            }
        }
    }
    return all;
}

std::size_t PlaneWaves::scratch_bytes() const {
    return sizeof(double) *
           (strength_.size() + 2 * (mass_.real.capacity() + flow_.real.capacity()));
}

template Outcome PlaneWaves::prepare(const BodiesView<float>&, bool, Workers*,
                                     const std::stop_token&);
template Outcome PlaneWaves::prepare(const BodiesView<double>&, bool, Workers*,
                                     const std::stop_token&);
template Outcome PlaneWaves::add_to(const ForceTargets<float>&, double, Workers*,
                                    const std::stop_token&) const;
template Outcome PlaneWaves::add_to(const ForceTargets<double>&, double, Workers*,
                                    const std::stop_token&) const;

} // namespace orrery
