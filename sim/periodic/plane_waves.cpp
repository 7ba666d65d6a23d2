// The smooth half of an Ewald sum: the clouds of all bodies as plane waves of the box.
//
//   S(k) = sum_j m_j e^(i k.x_j),   g(k) = 8 pi / V exp(-k^2 / 4 alpha^2) / k^2
//   phi(x) = pi M / (alpha^2 V) - sum_k g Re[conj(S) e^(i k.x)],   a = - sum_k g k Im[...]
//
//   over one k of each pair of opposite ones. With velocities, T(k) = sum_j m_j (k.v_j) e^(i
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

#include "sim/periodic/wave_kernels.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr std::size_t source_block = 64;

std::size_t whole_lanes(std::size_t count) {
    return (count + wave_lanes - 1) / wave_lanes * wave_lanes;
}

// The powers -most … most of e^(2 pi i x / edge) of some bodies.
class Powers {
public:
    // Power n of body b stands at (n + most) * power_step + b * body_step.
    Powers(int most, std::size_t bodies, bool bodies_side_by_side)
        : most_(static_cast<std::size_t>(most)) {
        const std::size_t wide = whole_lanes(2 * most_ + 1 + wave_lanes);
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

// Calls work(begin, end) for ranges, on all workers if there are any.
template <class Work>
void in_ranges(Workers* workers, std::size_t count, std::size_t grain, const Work& work) {
    if (workers != nullptr) {
        workers->for_ranges(count, grain, work);
        return;
    }
    for (std::size_t begin = 0; begin < count; begin += grain) {
        work(begin, std::min(begin + grain, count));
    }
}

double wave_number(int n, double edge) {
    return 2 * std::numbers::pi * n / edge;
}

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
                const double cloud = std::exp(-k2 / (4 * split.alpha * split.alpha));
                strength_.push_back(k2 > 0 ? share * 8 * std::numbers::pi / volume * cloud / k2
                                           : 0);
            }
            strength_.resize(whole_lanes(strength_.size())); // the rest has no strength
        }
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
        Phases phases(most_, source_block, false);
        double real[source_block];
        double imaginary[source_block];
        std::vector<double> along_real(with_jerk ? phases.z.body_step() : 0);
        std::vector<double> along_imaginary(along_real.size());
        for (std::size_t first = 0; first < sources.count && !cancelled; first += source_block) {
            if (stop.stop_requested()) {
                cancelled = true;
                return;
            }
            const std::size_t count = std::min(source_block, sources.count - first);
            for (std::size_t b = 0; b < count; ++b) {
                phases.set(b, sources, first + b, split_.box);
            }
            for (std::size_t r = first_row; r < end_row; ++r) {
                const Row& row = rows_[r];
                const ComplexView x = phases.x.from(row.x);
                const ComplexView y = phases.y.from(row.y);
                const ComplexView z = phases.z.from(-row.most);
                const auto terms = whole_lanes(2 * static_cast<std::size_t>(row.most) + 1);
                const auto add = [&](const auto& weight, ComplexSpan sums) {
                    for (std::size_t b = 0; b < count; ++b) {
                        const double w = weight(first + b);
                        real[b] = w * (x.real[b] * y.real[b] - x.imaginary[b] * y.imaginary[b]);
                        imaginary[b] =
                            w * (x.real[b] * y.imaginary[b] + x.imaginary[b] * y.real[b]);
                    }
                    wave_kernels().add_row({real, imaginary}, count, z, phases.z.body_step(), terms,
                                           sums);
                };
                const auto number = [](Real value) { return static_cast<double>(value); };
                add([&](std::size_t i) { return number(sources.mass[i]); },
                    {mass_.real.data() + row.first, mass_.imaginary.data() + row.first});
                if (!with_jerk) {
                    continue;
                }
                const auto& [edge_x, edge_y, edge_z] = split_.box.lengths;
                const double kx = wave_number(row.x, edge_x);
                const double ky = wave_number(row.y, edge_y);
                double* const flow_real = flow_.real.data() + row.first;
                double* const flow_imaginary = flow_.imaginary.data() + row.first;
                add(
                    [&](std::size_t i) {
                        return number(sources.mass[i]) *
                               (kx * number(sources.vx[i]) + ky * number(sources.vy[i]));
                    },
                    {flow_real, flow_imaginary});
                std::fill(along_real.begin(), along_real.end(), 0);
                std::fill(along_imaginary.begin(), along_imaginary.end(), 0);
                add([&](std::size_t i) { return number(sources.mass[i]) * number(sources.vz[i]); },
                    {along_real.data(), along_imaginary.data()});
                for (std::size_t c = 0; c < terms; ++c) {
                    const double kz = wave_number(static_cast<int>(c) - row.most, edge_z);
                    flow_real[c] += kz * along_real[c];
                    flow_imaginary[c] += kz * along_imaginary[c];
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

template <class Real>
Outcome PlaneWaves::add_to(const ForceTargets<Real>& targets, double gravity, Workers* workers,
                           const std::stop_token& stop) const {
    const AccelerationsView<Real>& result = targets.result;
    const bool with_jerk = result.jerk_x != nullptr && !flow_.empty();
    const auto& [edge_x, edge_y, edge_z] = split_.box.lengths;
    const double unit_z = wave_number(1, edge_z);
    const BodiesView<Real>& bodies = targets.targets;
    std::atomic<bool> cancelled = false;
    const auto of = [](const Amplitudes& amplitudes, const Row& row) {
        return ComplexView{amplitudes.real.data(), amplitudes.imaginary.data()}.from(row.first);
    };

    constexpr std::size_t blocks_at_once = 4;
    in_ranges(
        workers, bodies.count, blocks_at_once * wave_lanes,
        [&](std::size_t begin, std::size_t end) {
            Phases phases(most_, wave_lanes, true);
            for (std::size_t first = begin; first < end; first += wave_lanes) {
                if (cancelled || stop.stop_requested()) {
                    cancelled = true;
                    return;
                }
                const std::size_t count = std::min(wave_lanes, end - first);
                double vx[wave_lanes] = {};
                double vy[wave_lanes] = {};
                double vz[wave_lanes] = {};
                for (std::size_t lane = 0; lane < wave_lanes; ++lane) {
                    const std::size_t i = targets.place(first + std::min(lane, count - 1));
                    phases.set(lane, bodies, i, split_.box);
                    if (with_jerk) {
                        vx[lane] = static_cast<double>(bodies.vx[i]);
                        vy[lane] = static_cast<double>(bodies.vy[i]);
                        vz[lane] = static_cast<double>(bodies.vz[i]);
                    }
                }
                double ax[wave_lanes] = {};
                double ay[wave_lanes] = {};
                double az[wave_lanes] = {};
                double potential[wave_lanes] = {};
                double jx[wave_lanes] = {};
                double jy[wave_lanes] = {};
                double jz[wave_lanes] = {};
                RowSums sums;
                RowSums flow;
                for (const Row& row : rows_) {
                    const double kx = wave_number(row.x, edge_x);
                    const double ky = wave_number(row.y, edge_y);
                    const ComplexView x = phases.x.from(row.x);
                    const ComplexView y = phases.y.from(row.y);
                    wave_kernels().row_sums(of(mass_, row), row.most, phases.z.from(-row.most),
                                            with_jerk, sums);
                    if (with_jerk) {
                        wave_kernels().row_sums(of(flow_, row), row.most, phases.z.from(-row.most),
                                                false, flow);
                    }
                    for (std::size_t lane = 0; lane < wave_lanes; ++lane) {
                        const double real =
                            x.real[lane] * y.real[lane] - x.imaginary[lane] * y.imaginary[lane];
                        const double imaginary =
                            x.real[lane] * y.imaginary[lane] + x.imaginary[lane] * y.real[lane];
                        const auto imaginary_part = [&](const RowSums& of_row, int p) {
                            return real * of_row.imaginary[p][lane] +
                                   imaginary * of_row.real[p][lane];
                        };
                        const auto real_part = [&](const RowSums& of_row, int p) {
                            return real * of_row.real[p][lane] -
                                   imaginary * of_row.imaginary[p][lane];
                        };
                        const double across = imaginary_part(sums, 0);
                        ax[lane] -= kx * across;
                        ay[lane] -= ky * across;
                        az[lane] -= unit_z * imaginary_part(sums, 1);
                        potential[lane] -= real_part(sums, 0);
                        if (with_jerk) {
                            const double kv = kx * vx[lane] + ky * vy[lane];
                            const double kvz = unit_z * vz[lane];
                            const double change = kv * real_part(sums, 0) +
                                                  kvz * real_part(sums, 1) - real_part(flow, 0);
                            jx[lane] -= kx * change;
                            jy[lane] -= ky * change;
                            jz[lane] -= unit_z * (kv * real_part(sums, 1) +
                                                  kvz * real_part(sums, 2) - real_part(flow, 1));
                        }
                    }
                }
                for (std::size_t lane = 0; lane < count; ++lane) {
                    const auto add = [&](Real* array, double value) {
                        if (array != nullptr) {
                            array[first + lane] += static_cast<Real>(gravity * value);
                        }
                    };
                    add(result.x, ax[lane]);
                    add(result.y, ay[lane]);
                    add(result.z, az[lane]);
                    add(result.potential, potential[lane] + split_.mean_potential * total_mass_);
                    if (with_jerk) {
                        add(result.jerk_x, jx[lane]);
                        add(result.jerk_y, jy[lane]);
                        add(result.jerk_z, jz[lane]);
                    }
                }
            }
        });
    return cancelled ? Outcome::cancelled : Outcome::complete;
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
