// Fourier sums of any length, out of nothing but + - * in a fixed order.
//
//   X[k] = sum over j < n of x[j] w^(jk),   w = exp(+-2 pi i / n)
//
// Idea:    n = p m: the sums over every p-th number are p transforms of length m, and p of their
//          terms, turned by a root of one each, make one of length n. Done prime by prime, from one
//          array into another and back, so that nothing has to be put in order at the end.
// Source:  Cooley & Tukey, Math. Comput. 19, 297 (1965); in Stockham's order: Van Loan,
//          "Computational Frameworks for the Fast Fourier Transform" (1992), section 1.7.
// Cost:    for each axis n^3 times the sum of n's prime factors; threads share the lines.
// Memory:  two lines, or eight side by side, a thread.
// Order:   fixed by the length alone.

#include "sim/cosmology/portable_fourier.hpp"

#include "sim/scenes/portable_math.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace orrery {
namespace {

using Complex = std::complex<double>;

// std::complex multiplies with regard to infinities, which are not here.
Complex product(const Complex& a, const Complex& b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// The pass for a factor of 2, by far the most frequent one.
void halves(const Complex* in, Complex* out, std::size_t apart, std::size_t part,
            const Complex& turn) {
    for (std::size_t s = 0; s < apart; ++s) {
        const Complex a = in[s], b = in[s + apart * part];
        out[s] = a + b;
        out[s + apart] = product(a - b, turn);
    }
}

} // namespace

PortableFourier::PortableFourier(std::size_t side) : side_(side), roots_(side) {
    std::size_t rest = side;
    for (std::size_t prime = 2; rest > 1; ++prime) {
        for (; rest % prime == 0; rest /= prime) {
            factors_.push_back(prime);
        }
    }
    for (std::size_t k = 0; k < side; ++k) {
        const auto [cosine, sine] =
            portable::circle(static_cast<double>(k) / static_cast<double>(side));
        roots_[k] = {cosine, sine};
    }
}

// Before each pass there are `apart` transforms of length side / apart to be done, whose numbers
// lie `apart` from each other.
void PortableFourier::line(Complex* values, Complex* scratch, int sign) const {
    const auto root = [&](std::size_t k) {
        const Complex& w = roots_[k % side_];
        return sign > 0 ? w : std::conj(w);
    };
    Complex* from = values;
    Complex* to = scratch;
    std::size_t apart = 1;
    for (const std::size_t prime : factors_) {
        const std::size_t part = side_ / apart / prime;
        for (std::size_t j = 0; j < part; ++j) {
            const Complex* const in = from + apart * j;
            Complex* const out = to + apart * prime * j;
            if (prime == 2) {
                halves(in, out, apart, part, root(j * apart));
                continue;
            }
            for (std::size_t r = 0; r < prime; ++r) { // the numbers k = r mod prime
                Complex* const result = out + apart * r;
                std::copy(in, in + apart, result);
                for (std::size_t t = 1; t < prime; ++t) {
                    const Complex factor = root(r * t % prime * (side_ / prime));
                    const Complex* const term = in + apart * part * t;
                    for (std::size_t s = 0; s < apart; ++s) {
                        result[s] += product(term[s], factor);
                    }
                }
                const Complex turn = root(j * r * apart);
                for (std::size_t s = 0; s < apart; ++s) {
                    result[s] = product(result[s], turn);
                }
            }
        }
        apart *= prime;
        std::swap(from, to);
    }
    if (from != values) {
        std::copy(from, from + side_, values);
    }
}

void PortableFourier::transform(std::span<Complex> cube, Workers& workers, int sign) const {
    assert(cube.size() == side_ * side_ * side_);
    const std::size_t n = side_;
    // Eight lines that lie beside each other are gathered at once: a cache line has four numbers.
    constexpr std::size_t together = 8;
    for (const std::size_t stride : {std::size_t{1}, n, n * n}) {
        const std::size_t planes = stride == n ? n : 1; // of lines that lie beside each other
        const std::size_t beside = n * n / planes;
        const std::size_t bundles = (beside + together - 1) / together;
        workers.for_ranges(planes * bundles, 4, [&](std::size_t begin, std::size_t end) {
            std::vector<Complex> lines(together * n), scratch(n);
            for (std::size_t bundle = begin; bundle < end; ++bundle) {
                const std::size_t first = bundle % bundles * together;
                const std::size_t count = std::min(together, beside - first);
                // Along the last axis a line is whole in memory; along others neighbours are.
                const std::size_t step = stride == 1 ? n : 1;
                Complex* const corner = cube.data() + bundle / bundles * n * n + first * step;
                for (std::size_t i = 0; i < n; ++i) {
                    for (std::size_t l = 0; l < count; ++l) {
                        lines[l * n + i] = corner[i * stride + l * step];
                    }
                }
                for (std::size_t l = 0; l < count; ++l) {
                    line(lines.data() + l * n, scratch.data(), sign);
                }
                for (std::size_t i = 0; i < n; ++i) {
                    for (std::size_t l = 0; l < count; ++l) {
                        corner[i * stride + l * step] = lines[l * n + i];
                    }
                }
            }
        });
    }
}

} // namespace orrery
