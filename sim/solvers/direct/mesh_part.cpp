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
struct MeshSeries {
    using Part = MeshPart<Real>;

    template <std::size_t terms>
    static std::array<Real, terms> up_to(double x, Wide (*function)(Wide)) {
        return fitted_polynomial<Real, terms>(
            [=](Wide v) { return function(x * std::sqrt((v + 1) / 2)); });
    }

    std::array<Real, Part::nearby_pull_terms> nearby_pull =
        up_to<Part::nearby_pull_terms>(Part::near, of_pull);
    std::array<Real, Part::nearby_potential_terms> nearby_potential =
        up_to<Part::nearby_potential_terms>(Part::near, of_potential);
    std::array<Real, Part::pull_terms> pull = up_to<Part::pull_terms>(Part::end, of_pull);
    std::array<Real, Part::potential_terms> potential =
        up_to<Part::potential_terms>(Part::end, of_potential);
};

template <class Real>
const MeshSeries<Real>& mesh_series() {
    static const MeshSeries<Real> made;
    return made;
}

} // namespace

template <class Real>
MeshPart<Real>::MeshPart(double split, double reach, double small)
    : cutoff(static_cast<Real>(2 * split * reach)),
      small_cell(static_cast<Real>(2 * split * small)), per_unit(static_cast<Real>(0.5 / split)),
      square(static_cast<Real>(0.25 / (split * split))) {
    const auto& series = mesh_series<Real>();
    const auto squared = [split](double x) { return 4 * split * split * x * x; };
    nearby = {static_cast<Real>(squared(near)), static_cast<Real>(2 / squared(near)),
              series.nearby_pull, series.nearby_potential};
    all = {static_cast<Real>(squared(end)), static_cast<Real>(2 / squared(end)), series.pull,
           series.potential};
}

template struct MeshPart<float>;
template struct MeshPart<double>;

} // namespace orrery
