#include "sim/solvers/direct/mesh_part.hpp"

#include "sim/periodic/cloud.hpp"
#include "sim/solvers/direct/fitted_polynomial.hpp"

#include <cmath>

namespace orrery {
namespace {

using Wide = long double;

// What a mesh has is what a cloud of this width does.
Wide of_potential(Wide x) {
    return Cloud<Wide>(x).potential;
}
Wide of_pull(Wide x) {
    return Cloud<Wide>(x).pull;
}

// Without lengths: made once.
template <class Real>
struct FittedMeshPart {
    using Part = MeshPart<Real>;

    template <std::size_t terms>
    static std::array<Real, terms> fitted(Wide (*function)(Wide)) {
        return fitted_polynomial<Real, terms>(
            [=](Wide v) { return function(Part::end * std::sqrt((v + 1) / 2)); });
    }

    std::array<Real, Part::pull_terms> pull = fitted<Part::pull_terms>(of_pull);
    std::array<Real, Part::potential_terms> potential = fitted<Part::potential_terms>(of_potential);
};

template <class Real>
const FittedMeshPart<Real>& fitted_mesh_part() {
    static const FittedMeshPart<Real> made;
    return made;
}

constexpr double cell_beside_group = 1.5;

} // namespace

template <class Real>
MeshPart<Real>::MeshPart(double split, double reach, double small)
    : cutoff(static_cast<Real>(2 * split * reach)),
      small_group(static_cast<Real>(2 * split * small)),
      small_cell(static_cast<Real>(2 * split * small * cell_beside_group)),
      per_unit(static_cast<Real>(0.5 / split)), square(static_cast<Real>(0.25 / (split * split))),
      most(static_cast<Real>(4 * split * split * end * end)), per_square(2 / most),
      pull(fitted_mesh_part<Real>().pull), potential(fitted_mesh_part<Real>().potential) {}

template struct MeshPart<float>;
template struct MeshPart<double>;

} // namespace orrery
