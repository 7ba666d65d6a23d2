#include "sim/mesh/green_function.hpp"

#include "sim/periodic/softened_waves.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

using std::numbers::pi;

constexpr double least_seen_softening = 0.1;

// The Gaussian's width, in cells: its spectrum exp(-(k width)^2) is 2e-7 at the shortest wave, and
// what it leaves in space, erfc(r / 2 width), is below rounding 16 cells away.
constexpr double gaussian_width = 1.25;

// Aliases that count, to each side.
constexpr int aliases = 1;

double square(double x) {
    return x * x;
}

// What is left of a wave: nearly all down to waves of four cells, and nothing of those of two,
// which differences cannot see and points half a cell apart take for each other. Without this,
// bodies on a lattice of every other point would pull wrongly even in long waves.
double resolved(double k2) {
    constexpr double shortest = 2.2;
    return std::exp(-square(square(k2 / square(shortest))));
}

// Plummer's softening in k, and the split's, tabulated.
class SofteningSpectrum {
public:
    SofteningSpectrum(double softening, double split) {
        if (softening == 0 && split == 0) {
            return;
        }
        factor_.resize(entries + 2);
        for (std::size_t i = 0; i < factor_.size(); ++i) {
            const double k = static_cast<double>(i) / per_unit;
            const double x = softening * k;
            if (split > 0) {
                const double gauss = std::exp(-square(k * split));
                factor_[i] = gauss > 0 ? gauss * softened_wave(square(k), softening, 2 * split) : 0;
            } else {
                factor_[i] = x == 0 ? 1 : x > 500 ? 0 : x * std::cyl_bessel_k(1.0, x);
            }
        }
    }

    double at(double k) const {
        if (factor_.empty()) {
            return 1;
        }
        const double place = k * per_unit;
        const auto entry = static_cast<std::size_t>(place);
        if (entry >= entries) {
            return 0;
        }
        const double part = place - static_cast<double>(entry);
        return (1 - part) * factor_[entry] + part * factor_[entry + 1];
    }

private:
    static constexpr double per_unit = 512;
    static constexpr std::size_t entries = 17 * 512; // the corner of the aliases: 3 pi sqrt(3)

    std::vector<double> factor_;
};

// Plummer's potential folded with the Gaussian, or that of a law that is split, at points of the
// mesh.
//
// Folding a radial function in space is folding r times it in one dimension. Far away the Gaussian
// adds a term of its series alone.
class FarField {
public:
    FarField(double softening, double split)
        : softening_(softening), split_(split), near_(split > 0 ? 0 : near_square) {
        for (std::size_t r2 = 0; r2 < near_.size(); ++r2) {
            near_[r2] = folded(std::sqrt(static_cast<double>(r2)));
        }
    }

    double at(std::size_t distance_squared) const {
        const double softened = static_cast<double>(distance_squared) + square(softening_);
        const double root = std::sqrt(softened);
        if (split_ > 0) {
            return root == 0 ? 1 / (std::sqrt(pi) * split_) : std::erf(root / (2 * split_)) / root;
        }
        if (distance_squared < near_square) {
            return near_[distance_squared];
        }
        return 1 / root -
               square(gaussian_width) * 3 * square(softening_) / (square(softened) * root);
    }

private:
    static constexpr std::size_t near_square = 1024;

    double folded(double r) const {
        const double scale = 2 * gaussian_width;
        if (softening_ == 0) {
            return r == 0 ? 2 / (std::sqrt(pi) * scale) : std::erf(r / scale) / r;
        }
        const double step = std::min(softening_, 1.0) / 8;
        const int steps = static_cast<int>(6.5 * scale / step);
        double sum = 0;
        for (int i = -steps; i <= steps; ++i) {
            const double u = i * step;
            const double root = std::sqrt(square(r - u) + square(softening_));
            const double value =
                r == 0 ? square(softening_) / (square(root) * root) : (r - u) / root;
            sum += value * std::exp(-square(u / scale));
        }
        sum *= step / (std::sqrt(pi) * scale);
        return r == 0 ? sum : sum / r;
    }

    double softening_, split_;
    std::vector<double> near_; // by the distance's square
};

// What G needs of the modes along one axis.
struct AxisModes {
    struct Mode {
        double wave[2 * aliases + 1];   // k_m
        double window[2 * aliases + 1]; // U^2(k_m) along this axis
        double windows;                 // sum of them, of all m
        double difference;              // d(k)
    };
    std::vector<Mode> modes;

    AxisModes(const MeshLaw& law, std::size_t axis) : modes(law.cells[axis] / 2 + 1) {
        const double spacing = law.spacing[axis];
        const std::size_t n = law.cells[axis];
        for (std::size_t j = 0; j < modes.size(); ++j) {
            Mode& mode = modes[j];
            const double phase = 2 * pi * static_cast<double>(j) / static_cast<double>(n);
            mode.difference =
                difference_spectrum(law.gradient, phase / spacing, spacing, 2 * j == n);
            mode.windows = 0;
            constexpr int far = 8; // for the sum: (k / 2 pi m)^4 at most
            for (int m = -far; m <= far; ++m) {
                const double alias = phase + 2 * pi * m;
                const double window = square(assignment_window(law.points, alias));
                mode.windows += window;
                if (std::abs(m) <= aliases) {
                    mode.wave[m + aliases] = alias / spacing;
                    mode.window[m + aliases] = window;
                }
            }
        }
    }
};

} // namespace

MeshLaw mesh_law(const MeshSpace& space, const MeshChoice& choice, double softening) {
    const double unit = space.widest();
    const double in_cells = softening / unit;
    return {
        space.cells,    {space.spacing[0] / unit, space.spacing[1] / unit, space.spacing[2] / unit},
        space.periodic, in_cells < least_seen_softening ? 0 : in_cells,
        choice.points,  choice.gradient,
        choice.split};
}

double difference_spectrum(MeshGradient gradient, double k, double spacing, bool nyquist) {
    if (nyquist) {
        return 0;
    }
    if (gradient == MeshGradient::spectral) {
        return k;
    }
    const CentralDifference difference = central_difference(gradient);
    double sum = 0;
    for (int j = 0; j < difference.reach; ++j) {
        sum += 2 * difference.coefficients[j] * std::sin((j + 1) * k * spacing);
    }
    return sum / spacing;
}

template <class Real>
Outcome open_far_field(const MeshLaw& law, std::span<Real> field, Workers& workers,
                       const std::stop_token& stop) {
    const FarField far_field(law.softening, law.split);
    const auto [n0, n1, n2] = law.cells;
    assert(field.size() == n0 * n1 * n2);
    const auto squared = [](std::size_t i, std::size_t n) {
        const std::size_t distance = std::min(i, n - i);
        return distance * distance;
    };
    workers.for_ranges(n0, 1, [&](std::size_t i, std::size_t) {
        for (std::size_t j = 0; j < n1 && !stop.stop_requested(); ++j) {
            Real* const row = field.data() + (i * n1 + j) * n2;
            const std::size_t across = squared(i, n0) + squared(j, n1);
            for (std::size_t k = 0; k < n2; ++k) {
                row[k] = static_cast<Real>(far_field.at(across + squared(k, n2)));
            }
        }
    });
    return stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
}

template <class Real>
Outcome make_green_function(const MeshLaw& law, std::span<const std::complex<Real>> far_field,
                            Workers& workers, const std::stop_token& stop,
                            GreenFunction<Real>& green) {
    const AxisModes axes[3] = {{law, 0}, {law, 1}, {law, 2}};
    const SofteningSpectrum softened(law.softening, law.split);
    const auto [n0, n1, n2] = law.cells;
    green.modes = {n0 / 2 + 1, n1 / 2 + 1, n2 / 2 + 1};
    const auto [m0, m1, m2] = green.modes;
    green.values = HostArray<Real>(m0 * m1 * m2);
    const double points =
        static_cast<double>(n0) * static_cast<double>(n1) * static_cast<double>(n2);
    const double volume = law.spacing[0] * law.spacing[1] * law.spacing[2]; // of a cell
    std::vector<double> own(m0, 0.0); // parts of the self potential

    const bool split = law.split > 0;
    // Of a law that is split, what its Gaussian leaves is next to nothing where the cut begins; but
    // in open space the field ends at the mesh's edge, and that bend's short waves would be made
    // large by the division by the windows.
    const auto carried = [&](double k2) { return split && law.periodic ? 1 : resolved(k2); };
    // The law at k: of a mesh that repeats itself, or of one in open space without its far field,
    // which has no aliases. All of one that is split is far field.
    const auto law_at = [&](double k2) {
        if (!law.periodic && split) {
            return 0.0;
        }
        if (k2 == 0) {
            return law.periodic ? 0 : 4 * pi * square(gaussian_width);
        }
        const double left = law.periodic ? 1 : -std::expm1(-k2 * square(gaussian_width));
        return 4 * pi / k2 * softened.at(std::sqrt(k2)) * left * carried(k2);
    };
    const auto green_at = [&](std::size_t a, std::size_t b, std::size_t c) {
        const AxisModes::Mode& x = axes[0].modes[a];
        const AxisModes::Mode& y = axes[1].modes[b];
        const AxisModes::Mode& z = axes[2].modes[c];
        // What transforms of masses on points give is the integral's over a cell's volume.
        const double far =
            law.periodic ? 0
                         : static_cast<double>(far_field[(a * n1 + b) * m2 + c].real()) * volume;
        const double windows = x.windows * y.windows * z.windows;
        const double d2 = square(x.difference) + square(y.difference) + square(z.difference);
        double sum = 0;
        for (int i = 0; i <= 2 * aliases; ++i) {
            for (int j = 0; j <= 2 * aliases; ++j) {
                const double xy_window = x.window[i] * y.window[j];
                if (xy_window < 1e-9 * windows) {
                    continue;
                }
                const double xy_product = x.difference * x.wave[i] + y.difference * y.wave[j];
                const double xy_k2 = square(x.wave[i]) + square(y.wave[j]);
                for (int k = 0; k <= 2 * aliases; ++k) {
                    const double window = xy_window * z.window[k];
                    if (window < 1e-9 * windows) {
                        continue;
                    }
                    const bool itself = i == aliases && j == aliases && k == aliases;
                    const double k2 = xy_k2 + square(z.wave[k]);
                    const double value = law_at(k2) + (itself ? far * carried(k2) : 0);
                    // Where there is no gradient the potential's own best is taken.
                    const double product =
                        d2 == 0 ? 1 : (xy_product + z.difference * z.wave[k]) / d2;
                    sum += window * product * value;
                }
            }
        }
        return sum / (square(windows) * volume);
    };
    const auto multiplicity = [](std::size_t mode, std::size_t modes) {
        return mode == 0 || mode == modes - 1 ? 1.0 : 2.0;
    };
    workers.for_ranges(m0, 1, [&](std::size_t a, std::size_t) {
        for (std::size_t b = 0; b < m1 && !stop.stop_requested(); ++b) {
            Real* const row = green.values.data() + (a * m1 + b) * m2;
            for (std::size_t c = 0; c < m2; ++c) {
                const double value = green_at(a, b, c) / points;
                row[c] = static_cast<Real>(value);
                own[a] += multiplicity(a, m0) * multiplicity(b, m1) * multiplicity(c, m2) * value *
                          axes[0].modes[a].windows * axes[1].modes[b].windows *
                          axes[2].modes[c].windows;
            }
        }
    });
    green.self_potential = 0;
    for (const double part : own) {
        green.self_potential += part;
    }
    return stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
}

template Outcome open_far_field(const MeshLaw&, std::span<float>, Workers&, const std::stop_token&);
template Outcome open_far_field(const MeshLaw&, std::span<double>, Workers&,
                                const std::stop_token&);
template Outcome make_green_function(const MeshLaw&, std::span<const std::complex<float>>, Workers&,
                                     const std::stop_token&, GreenFunction<float>&);
template Outcome make_green_function(const MeshLaw&, std::span<const std::complex<double>>,
                                     Workers&, const std::stop_token&, GreenFunction<double>&);

} // namespace orrery
