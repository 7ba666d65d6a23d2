// The power spectrum of bodies in a periodic box.
//
//   P(k) = V <|F(k)|^2> / M^2,  F(k) = sum_j m_j exp(-i k x_j),  M = sum_j m_j,
//
// the mean over modes of about one wave number. Bodies that know nothing of each other have the
// same power at all k, the shot noise V sum m^2 / M^2; it is told and not subtracted, as bodies
// that begin on a lattice do not have it.
//
// Idea:    spread on a mesh, the sum is a fast Fourier transform. Spreading multiplies it by a
//          window W(k), which is divided out, and adds images: a wave that is too short for the
//          mesh looks like a longer one. On a second mesh, half a cell aside along each axis, half
//          of the images (the nearest ones) have the opposite sign, so the mean of both is without
//          them (interlacing).
// Source:  Peacock and Dodds, MNRAS 267, 1020 (1994); Jing, ApJ 620, 559 (2005); Sefusatti, Crocce,
//          Scoccimarro and Couchman, MNRAS 460, 3624 (2016): piecewise-cubic clouds and interlacing
//          leave images below 1e-4 of the power up to the mesh's Nyquist wave number.
// Cost:    points^3 additions a body and a transform of the mesh, both twice where interlaced.
// Memory:  24 bytes a cell, 36 a body.
// Order:   fixed by mesh and bodies; the result is the same bit for bit on any number of workers.

#include "sim/structure/power_spectrum.hpp"

#include "sim/base/error.hpp"
#include "sim/mesh/body_slabs.hpp"
#include "sim/mesh/fourier_transform.hpp"
#include "sim/structure/places.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <string>

namespace orrery {
namespace {

constexpr std::size_t spread_at_once = 32'768;

// Of a point up to a mesh's length beyond either end.
std::size_t wrapped(int point, std::size_t count) {
    const auto whole = static_cast<int>(count);
    return static_cast<std::size_t>(point < 0        ? point + whole
                                    : point >= whole ? point - whole
                                                     : point);
}

// Adds a body's mass to the points near it.
template <int points>
void spread(const Vector3& at, double mass, const std::array<std::size_t, 3>& cells,
            std::span<double> field) {
    const auto x = axis_weights<points>(at.x);
    const auto y = axis_weights<points>(at.y);
    const auto z = axis_weights<points>(at.z);
    std::array<std::size_t, points> column;
    for (int k = 0; k < points; ++k) {
        column[static_cast<std::size_t>(k)] = wrapped(z.first + k, cells[2]);
    }
    for (int i = 0; i < points; ++i) {
        const std::size_t plane = wrapped(x.first + i, cells[0]) * cells[1];
        for (int j = 0; j < points; ++j) {
            double* const row = &field[(plane + wrapped(y.first + j, cells[1])) * cells[2]];
            const double share = mass * x.weight[i] * y.weight[j];
            for (int k = 0; k < points; ++k) {
                row[column[static_cast<std::size_t>(k)]] += share * z.weight[k];
            }
        }
    }
}

// Slabs of one parity never meet on a point, so threads spread their bodies at once.
template <int points>
void assign(const BodySlabs<double>& bodies, const std::array<std::size_t, 3>& cells,
            std::span<double> field, Workers& workers, const std::stop_token& stop) {
    std::ranges::fill(field, 0.0);
    for (const std::size_t parity : {0U, 1U}) {
        workers.for_ranges(bodies.slabs() / 2, 1, [&](std::size_t half, std::size_t) {
            const std::size_t slab = 2 * half + parity;
            for (std::size_t i = bodies.begin(slab); i < bodies.end(slab); ++i) {
                if (i % spread_at_once == 0 && stop.stop_requested()) {
                    return;
                }
                spread<points>({bodies.x(i), bodies.y(i), bodies.z(i)}, bodies.mass(i), cells,
                               field);
            }
        });
    }
}

void assign(const BodySlabs<double>& bodies, AssignmentScheme scheme,
            const std::array<std::size_t, 3>& cells, std::span<double> field, Workers& workers,
            const std::stop_token& stop) {
    switch (scheme) {
    case AssignmentScheme::ngp:
        return assign<1>(bodies, cells, field, workers, stop);
    case AssignmentScheme::cic:
        return assign<2>(bodies, cells, field, workers, stop);
    case AssignmentScheme::tsc:
        return assign<3>(bodies, cells, field, workers, stop);
    case AssignmentScheme::pcs:
        return assign<4>(bodies, cells, field, workers, stop);
    }
}

// The whole number of waves along an edge that an index of the spectrum stands for.
double waves(std::size_t index, std::size_t count) {
    return index <= count / 2 ? static_cast<double>(index)
                              : static_cast<double>(index) - static_cast<double>(count);
}

// Bins are one fundamental wave number wide about its multiples; further out, where those hold more
// than enough modes, a tenth of the wave number.
std::vector<PowerBin> empty_bins(double fundamental, double nyquist) {
    std::vector<PowerBin> bins;
    for (double low = fundamental / 2; low < nyquist;) {
        const double high = low + std::max(fundamental, low / 10);
        bins.push_back({.low = low, .high = high});
        low = high;
    }
    return bins;
}

class Modes {
public:
    Modes(const PowerMeasure& measure, const std::array<std::size_t, 3>& cells)
        : measure_(measure), cells_(cells) {}

    // Adds up those of planes [begin, end) of the spectrum.
    std::vector<PowerBin> sums(std::vector<PowerBin> bins, double nyquist,
                               std::span<const std::complex<double>> spectrum,
                               std::span<const std::complex<double>> shifted, std::size_t begin,
                               std::size_t end) const {
        const std::size_t columns = cells_[2] / 2 + 1;
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t j = 0; j < cells_[1]; ++j) {
                const std::size_t row = (i * cells_[1] + j) * columns;
                for (std::size_t k = 0; k < columns; ++k) {
                    const std::array<double, 3> n = {waves(i, cells_[0]), waves(j, cells_[1]),
                                                     waves(k, cells_[2])};
                    const double wave_number = length(wave_vector(n));
                    if (!(wave_number < nyquist) || !(wave_number >= bins.front().low)) {
                        continue;
                    }
                    const std::complex<double> amplitude =
                        shifted.empty() ? spectrum[row + k]
                                        : 0.5 * (spectrum[row + k] + shifted[row + k] * phase(n));
                    // The half of the spectrum that is not there has the opposite waves.
                    add(bins, wave_number, std::norm(amplitude), window(n), k == 0 ? 1 : 2);
                }
            }
        }
        return bins;
    }

private:
    Vector3 wave_vector(const std::array<double, 3>& n) const {
        const auto along = [&](std::size_t axis) {
            return 2 * std::numbers::pi * n[axis] / measure_.box.lengths[axis];
        };
        return {along(0), along(1), along(2)};
    }

    // Over a cell's width.
    double phase_of(const std::array<double, 3>& n, std::size_t axis) const {
        return 2 * std::numbers::pi * n[axis] / static_cast<double>(cells_[axis]);
    }
    // Takes a mesh that lies half a cell aside back to the first one.
    std::complex<double> phase(const std::array<double, 3>& n) const {
        return std::polar(1.0, -0.5 * (phase_of(n, 0) + phase_of(n, 1) + phase_of(n, 2)));
    }
    double window(const std::array<double, 3>& n) const {
        const int points = static_cast<int>(measure_.scheme);
        return assignment_window(points, phase_of(n, 0)) *
               assignment_window(points, phase_of(n, 1)) *
               assignment_window(points, phase_of(n, 2));
    }

    static void add(std::vector<PowerBin>& bins, double wave_number, double power, double window,
                    std::size_t modes) {
        PowerBin& bin = *std::ranges::upper_bound(bins, wave_number, {}, &PowerBin::high);
        const auto weight = static_cast<double>(modes);
        bin.modes += modes;
        bin.wave_number += weight * wave_number;
        bin.on_mesh += weight * power;
        bin.power += weight * power / (window * window);
    }

    const PowerMeasure& measure_;
    std::array<std::size_t, 3> cells_;
};

void add_bins(std::vector<PowerBin>& all, const std::vector<PowerBin>& part) {
    for (std::size_t b = 0; b < all.size(); ++b) {
        all[b].modes += part[b].modes;
        all[b].wave_number += part[b].wave_number;
        all[b].on_mesh += part[b].on_mesh;
        all[b].power += part[b].power;
    }
}

MeshSpace mesh_of(const PowerMeasure& measure, std::size_t bodies) {
    if (!measure.box.is_periodic()) {
        throw bad_input("the bodies are in open space", "power spectrum",
                        "only a periodic box has one");
    }
    const std::size_t cells = measure.cells == 0 ? suggested_power_cells(bodies) : measure.cells;
    if (!is_power_mesh(cells)) {
        throw bad_input("a mesh cannot have " + std::to_string(cells) + " cells along an edge",
                        "power spectrum", "take a multiple of 8 up to 4096");
    }
    return periodic_mesh(measure.box, cells);
}

struct MassSums {
    double mass = 0, squares = 0;
};

MassSums mass_sums(const Bodies<double>& bodies, Workers& workers) {
    const auto range_part = [&](std::size_t begin, std::size_t end) {
        MassSums part;
        for (std::size_t i = begin; i < end; ++i) {
            part.mass += bodies.mass[i];
            part.squares += bodies.mass[i] * bodies.mass[i];
        }
        return part;
    };
    return workers.sum_of_ranges(MassSums{}, bodies.size(), spread_at_once, range_part,
                                 [](MassSums& all, const MassSums& part) {
                                     all.mass += part.mass;
                                     all.squares += part.squares;
                                 });
}

} // namespace

bool is_power_mesh(std::size_t cells) {
    constexpr std::size_t most = 4096;
    return cells > 0 && cells % (2 * slab_planes) == 0 && cells <= most;
}

std::size_t suggested_power_cells(std::size_t bodies) {
    std::size_t cells = 32;
    while (cells < 512 && static_cast<double>(cells) < 2 * std::cbrt(static_cast<double>(bodies))) {
        cells *= 2;
    }
    return cells;
}

std::optional<PowerSpectrum> power_spectrum(const Bodies<double>& bodies,
                                            const PowerMeasure& measure, Workers& workers,
                                            const std::stop_token& stop) {
    MeshSpace space = mesh_of(measure, bodies.size());
    const std::array<std::size_t, 3> cells = space.cells;
    require_places(bodies.position);
    const MassSums masses = mass_sums(bodies, workers);
    if (!(masses.mass > 0)) {
        throw bad_input("the bodies have no mass", "power spectrum", "");
    }
    FourierTransform<double> transform(cells, workers);
    std::vector<double> field(transform.field_size());
    std::array<std::vector<std::complex<double>>, 2> spectra;
    BodySlabs<double> slabs;
    for (std::size_t mesh = 0; mesh < (measure.interlaced ? 2U : 1U); ++mesh) {
        const double aside = mesh == 0 ? 0 : 0.5;
        space.origin = aside * Vector3{space.spacing[0], space.spacing[1], space.spacing[2]};
        const int points = static_cast<int>(measure.scheme);
        if (!slabs.sort(view(bodies), space, points, workers, stop)) {
            return std::nullopt;
        }
        assign(slabs, measure.scheme, cells, field, workers, stop);
        spectra[mesh].resize(transform.spectrum_size());
        if (stop.stop_requested() ||
            transform.forward(field, spectra[mesh], stop) == Outcome::cancelled) {
            return std::nullopt;
        }
    }
    PowerSpectrum result{.bins = {}, .shot_noise = 0, .nyquist = 0, .cells = cells};
    double volume = 1;
    double longest = 0;
    result.nyquist = std::numeric_limits<double>::infinity();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double edge = measure.box.lengths[axis];
        volume *= edge;
        longest = std::max(longest, edge);
        result.nyquist =
            std::min(result.nyquist, std::numbers::pi * static_cast<double>(cells[axis]) / edge);
    }
    const double unit = volume / masses.mass / masses.mass;
    result.shot_noise = unit * masses.squares;
    const std::vector<PowerBin> empty = empty_bins(2 * std::numbers::pi / longest, result.nyquist);
    const Modes modes(measure, cells);
    result.bins = workers.sum_of_ranges(
        empty, cells[0], 4,
        [&](std::size_t begin, std::size_t end) {
            return modes.sums(empty, result.nyquist, spectra[0], spectra[1], begin, end);
        },
        add_bins);
    std::erase_if(result.bins, [](const PowerBin& bin) { return bin.modes == 0; });
    for (PowerBin& bin : result.bins) {
        const auto count = static_cast<double>(bin.modes);
        bin.wave_number /= count;
        bin.on_mesh *= unit / count;
        bin.power *= unit / count;
        bin.error = bin.power * std::sqrt(2 / count); // a wave and its opposite know of each other
    }
    return result;
}

} // namespace orrery
