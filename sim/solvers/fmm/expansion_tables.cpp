#include "sim/solvers/fmm/expansion_tables.hpp"

namespace orrery {
namespace {

constexpr PowerStep power_step(const Exponents& n) {
    const auto lower = [](int i, int j, int k) {
        return static_cast<std::uint16_t>(coefficient(i, j, k));
    };
    if (n.x > 0) {
        return {lower(n.x - 1, n.y, n.z), 0, 1.0 / n.x};
    }
    if (n.y > 0) {
        return {lower(n.x, n.y - 1, n.z), 1, 1.0 / n.y};
    }
    return {lower(n.x, n.y, n.z - 1), 2, 1.0 / n.z};
}

CoefficientTables coefficient_tables() {
    CoefficientTables tables;
    std::array<Exponents, max_coefficients> powers{};
    for (std::size_t n = 0; n < max_coefficients; ++n) {
        powers[n] = exponents(static_cast<int>(n));
        tables.degree[n] = static_cast<std::uint8_t>(powers[n].degree());
        tables.power[n] = n == 0 ? PowerStep{} : power_step(powers[n]);
    }
    for (std::size_t n = 0; n < max_coefficients; ++n) {
        const Exponents a = powers[n];
        const auto end = static_cast<std::size_t>(coefficients(max_expansion_order - a.degree()));
        for (std::size_t k = 0; k < end; ++k) {
            const Exponents b = powers[k];
            tables.product[n][k] =
                static_cast<std::uint16_t>(coefficient(a.x + b.x, a.y + b.y, a.z + b.z));
        }
    }
    return tables;
}

} // namespace

const CoefficientTables coefficient_table = coefficient_tables();

} // namespace orrery
