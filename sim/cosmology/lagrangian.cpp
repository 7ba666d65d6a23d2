// Lagrangian perturbation theory of second order (2LPT) on a lattice.
//
//   psi1(k) = i k / k^2 delta(k)                                   Zel'dovich's displacement
//   psi2(k) = i k / k^2 S(k),  S = sum over a < b of  phi_aa phi_bb - phi_ab^2,  phi_ab = d_a d_b
//   phi,
//                                                     Laplacian phi = delta
//
// Idea:    bodies are followed rather than densities: displacements stay small where contrasts do
//          not, so a run may start late. The second order removes most of the false growth that a
//          start in first order leaves for long.
// Source:  Zel'dovich, A&A 5, 84 (1970); Scoccimarro, MNRAS 299, 1097 (1998), appendix D, with our
//          D2 positive. Modes by their own random numbers: as Panphasia does for its octree
//          (Jenkins, MNRAS 434, 2094, 2013), for a single box.
// Cost:    eight complex Fourier transforms, two real fields in each.
// Memory:  32 bytes a body for spectra, 8 for S, and the 48 of the result.
// Order:   portable: the same on every machine, with any number of threads.

#include "sim/cosmology/lagrangian.hpp"

#include "sim/cosmology/portable_fourier.hpp"
#include "sim/scenes/portable_math.hpp"
#include "sim/scenes/random.hpp"

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

using Complex = std::complex<double>;
using Mode = std::array<int, 3>;

// The waves of a lattice. Those of Nyquist's number, which have no partner of opposite sign, are
// left out.
class Lattice {
public:
    Lattice(double edge, std::size_t side, Workers& workers)
        : edge_(edge), side_(side), fourier_(side), workers_(&workers) {}

    std::size_t size() const { return side_ * side_ * side_; }

    // Calls visit(place, mode) for all places of a spectrum; mode null: it has no wave.
    template <class Visit>
    void for_each_mode(const Visit& visit) const {
        workers_->for_ranges(side_ * side_, side_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                for (std::size_t k = 0; k < side_; ++k) {
                    const Mode mode = {wave(row / side_), wave(row % side_), wave(k)};
                    visit(row * side_ + k, has(mode) ? &mode : nullptr);
                }
            }
        });
    }

    // Two real fields whose spectra are that of `of` by factors of the wave: one is the real part,
    // the other the imaginary.
    template <class First, class Second>
    void fields(const std::vector<Complex>& of, std::vector<Complex>& pair, const First& first,
                const Second& second) const {
        for_each_mode([&](std::size_t place, const Mode* mode) {
            pair[place] = 0;
            if (mode != nullptr) {
                const Vector3 k = wave_vector(*mode);
                const Complex a = first(k), b = second(k), value = of[place];
                pair[place] = value * (a + Complex{-b.imag(), b.real()});
            }
        });
        fourier_.backward(pair, *workers_);
    }

    // The field whose spectrum is i k / k^2 times that.
    void gradient(const std::vector<Complex>& of, std::vector<Complex>& pair,
                  std::vector<Vector3>& result) const {
        const auto along = [](double component, const Vector3& k) {
            return Complex{0, component / dot(k, k)};
        };
        fields(
            of, pair, [&](const Vector3& k) { return along(k.x, k); },
            [&](const Vector3& k) { return along(k.y, k); });
        for_each_place([&](std::size_t i) { result[i] = {pair[i].real(), pair[i].imag(), 0}; });
        fields(
            of, pair, [&](const Vector3& k) { return along(k.z, k); },
            [](const Vector3&) { return Complex{}; });
        for_each_place([&](std::size_t i) { result[i].z = pair[i].real(); });
    }

    void forward(std::vector<Complex>& field) const { fourier_.forward(field, *workers_); }

    template <class Visit>
    void for_each_place(const Visit& visit) const {
        workers_->for_ranges(size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                visit(i);
            }
        });
    }

    // Spectra are sums over waves at the middles of the lattice's cells.
    Complex shift(const Mode& mode) const {
        const auto [cosine, sine] =
            portable::circle((mode[0] + mode[1] + mode[2]) / (2 * static_cast<double>(side_)));
        return {cosine, sine};
    }

private:
    int wave(std::size_t index) const {
        const auto k = static_cast<int>(index), n = static_cast<int>(side_);
        return k > n / 2 || 2 * k == n ? k - n : k;
    }
    bool has(const Mode& mode) const {
        const int nyquist = -static_cast<int>(side_);
        bool moves = false, partner = true;
        for (const int m : mode) {
            moves = moves || m != 0;
            partner = partner && 2 * m != nyquist;
        }
        return moves && partner;
    }
    Vector3 wave_vector(const Mode& mode) const {
        const double unit = 2 * std::numbers::pi / edge_;
        return unit * Vector3{double(mode[0]), double(mode[1]), double(mode[2])};
    }

    double edge_;
    std::size_t side_;
    PortableFourier fourier_;
    Workers* workers_;
};

// One of each pair of opposite waves has its own numbers; the other is its conjugate.
bool is_first(const Mode& mode) {
    return mode[2] != 0 ? mode[2] > 0 : mode[1] != 0 ? mode[1] > 0 : mode[0] > 0;
}

} // namespace

Complex mode_of_contrast(const LinearSpectrum& spectrum, double edge, std::uint64_t seed,
                         const Mode& mode) {
    constexpr int middle = 1 << 20; // 21 bits for each number of periods
    const int sign = is_first(mode) ? 1 : -1;
    std::uint64_t name = 0;
    double squares = 0;
    for (const int m : mode) {
        name = name << 21 | static_cast<std::uint64_t>(middle + sign * m);
        squares += double(m) * m;
    }
    const double k = 2 * std::numbers::pi / edge * std::sqrt(squares);
    const double deviation = std::sqrt(spectrum(k) / (2 * edge * edge * edge));
    Random random(seed, name);
    const double real = random.gaussian();
    const double imaginary = random.gaussian();
    return {deviation * real, sign * deviation * imaginary};
}

Displacements displacements(const LinearSpectrum& spectrum, double edge, std::size_t side,
                            std::uint64_t seed, Workers& workers) {
    const Lattice lattice(edge, side, workers);
    std::vector<Complex> contrast(lattice.size()), pair(lattice.size());
    Displacements result{std::vector<Vector3>(lattice.size()),
                         std::vector<Vector3>(lattice.size())};

    lattice.for_each_mode([&](std::size_t place, const Mode* mode) {
        contrast[place] =
            mode == nullptr ? 0
                            : mode_of_contrast(spectrum, edge, seed, *mode) * lattice.shift(*mode);
    });
    lattice.gradient(contrast, pair, result.first);

    // phi_ab has the spectrum k_a k_b / k^2 delta.
    const auto second_derivative = [](double Vector3::*a, double Vector3::*b) {
        return [a, b](const Vector3& k) { return Complex{k.*a * (k.*b) / dot(k, k)}; };
    };
    const auto [x, y, z] = std::array{&Vector3::x, &Vector3::y, &Vector3::z};
    lattice.fields(contrast, pair, second_derivative(x, x), second_derivative(y, y));
    std::vector<double> sum(lattice.size());
    lattice.for_each_place([&](std::size_t i) {
        sum[i] = pair[i].real() * pair[i].imag();
        result.second[i].x = pair[i].real() + pair[i].imag(); // until it is needed itself
    });
    lattice.fields(contrast, pair, second_derivative(z, z), second_derivative(x, y));
    lattice.for_each_place([&](std::size_t i) {
        sum[i] += result.second[i].x * pair[i].real() - pair[i].imag() * pair[i].imag();
    });
    lattice.fields(contrast, pair, second_derivative(x, z), second_derivative(y, z));
    const double scale = 1 / static_cast<double>(lattice.size()); // of forth and back
    lattice.for_each_place(
        [&](std::size_t i) { contrast[i] = scale * (sum[i] - std::norm(pair[i])); });
    lattice.forward(contrast);
    lattice.gradient(contrast, pair, result.second);
    return result;
}

} // namespace orrery
