#include "sim/solvers/direct/short_range.hpp"

#include "sim/solvers/direct/fitted_polynomial.hpp"

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

using Wide = long double;

constexpr Wide per_root_pi = std::numbers::inv_sqrtpi_v<Wide>;

Wide of_potential(Wide x) {
    return std::erfc(x);
}
Wide of_pull(Wide x) {
    return std::erfc(x) + 2 * per_root_pi * x * std::exp(-x * x);
}
Wide of_quadrupole(Wide x) {
    return Wide(4) / 3 * per_root_pi * x * x * x * std::exp(-x * x);
}

// The function from x = 0 to the end, where its last bit is taken away so smoothly that nothing
// before it feels that.
template <class Real, std::size_t terms>
std::array<Real, terms> ending(Wide (*function)(Wide)) {
    constexpr Wide end = ShortRange<Real>::end;
    const Wide last = function(end);
    return fitted_polynomial<Real, terms>([&](Wide v) {
        const Wide part = (v + 1) / 2;
        return function(part * end) - last * std::pow(part, Wide(8));
    });
}

// Without lengths: made once.
template <class Real>
struct Series {
    static constexpr std::size_t terms = ShortRange<Real>::terms;
    static constexpr std::size_t quadrupole_terms = ShortRange<Real>::quadrupole_terms;

    std::array<Real, terms> pull = ending<Real, terms>(of_pull);
    std::array<Real, terms> potential = ending<Real, terms>(of_potential);
    std::array<Real, quadrupole_terms> quadrupole = ending<Real, quadrupole_terms>(of_quadrupole);
};

template <class Real>
const Series<Real>& series() {
    static const Series<Real> made;
    return made;
}

} // namespace

template <class Real>
ShortRange<Real>::ShortRange(double split, double reach)
    : cutoff(static_cast<Real>(2 * split * reach)), per_end(static_cast<Real>(1 / (split * end))),
      fifth_x_squared(static_cast<Real>(0.1 / (split * split))), pull(series<Real>().pull),
      potential(series<Real>().potential), of_quadrupole(series<Real>().quadrupole) {}

template struct ShortRange<float>;
template struct ShortRange<double>;

} // namespace orrery
