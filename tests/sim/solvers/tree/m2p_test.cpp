// The pull of a cell that is taken whole.

#include "sim/solvers/direct/simd_kernels.hpp"
#include "tests/sim/tree/tree_systems.hpp"

#include "sim/base/vector3.hpp"
#include "tests/sim/solvers/plain_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace orrery {
namespace {

struct Pull {
    Vector3 acceleration;
    double potential;
};

// The pull of the root of `tree` on a body at `place`, in any of the lanes.
template <class Real>
Pull pull_of_root(const GrownTree<Real>& tree, const Vector3& place, double softening,
                  std::size_t lane = 0) {
    const std::size_t line = 64;
    HostArray<Real> x(line), y(line), z(line), ax(line), ay(line), az(line), phi(line);
    x[lane] = static_cast<Real>(place.x);
    y[lane] = static_cast<Real>(place.y);
    z[lane] = static_cast<Real>(place.z);
    BodiesView<Real> targets;
    targets.count = lane + 1;
    targets.x = x.data();
    targets.y = y.data();
    targets.z = z.data();
    AccelerationsView<Real> result;
    result.x = ax.data();
    result.y = ay.data();
    result.z = az.data();
    result.potential = phi.data();
    const std::uint32_t root = 0;
    instruction_sets().front().kernels.template in<Real>().m2p(
        tree.expansions.multipoles.data(), &root, 1, targets, PairLaw<Real>(softening, 1), result);
    return {{double(ax[lane]), double(ay[lane]), double(az[lane])}, double(phi[lane])};
}

const Vector3 direction{0.48, -0.6, 0.64};

TEST(MultipoleToParticle, IsTheGradientOfItsPotential) {
    const GrownTree<double> tree(cluster(50), 8);
    for (const double softening : {0.0, 0.7, 5.0}) {
        for (const double distance : {5.0, 30.0}) {
            const Vector3 at = distance * direction;
            constexpr double h = 1e-3;
            const auto slope = [&](const Vector3& step) {
                return (pull_of_root(tree, at - h * step, softening).potential -
                        pull_of_root(tree, at + h * step, softening).potential) /
                       (2 * h);
            };
            const Vector3 gradient{slope({1, 0, 0}), slope({0, 1, 0}), slope({0, 0, 1})};
            const Vector3 pull = pull_of_root(tree, at, softening).acceleration;
            EXPECT_LT(length(pull - gradient), 1e-6 * length(pull)) << softening;
        }
    }
}

// The error begins with the third moments: s^3 / d^3 of the pull.
TEST(MultipoleToParticle, NearsThatOfItsBodiesWithTheCubeOfTheDistance) {
    const Bodies<double> bodies = cluster(50);
    const GrownTree<double> tree(bodies, 8);
    for (const double softening : {0.0, 3.0}) {
        const auto error = [&](double distance) {
            Bodies<double> all(bodies.size() + 1); // the last is the target, without mass
            const Vector3 at = distance * direction;
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                all.position.x[i] = bodies.position.x[i];
                all.position.y[i] = bodies.position.y[i];
                all.position.z[i] = bodies.position.z[i];
                all.mass[i] = bodies.mass[i];
            }
            all.position.x[bodies.size()] = at.x;
            all.position.y[bodies.size()] = at.y;
            all.position.z[bodies.size()] = at.z;
            const std::size_t target[] = {bodies.size()};
            const Forces truth = plain_sum(all, target, softened(softening)).forces;
            const Pull pull = pull_of_root(tree, at, softening);
            EXPECT_NEAR(pull.potential / truth.potential[0], 1, 0.05);
            return length(pull.acceleration - truth.acceleration[0]) /
                   length(truth.acceleration[0]);
        };
        const double ratio = error(200) / error(400);
        EXPECT_GT(ratio, 6.5) << softening;
        EXPECT_LT(ratio, 9.5) << softening;
    }
}

TEST(MultipoleToParticle, IsTheSameInEveryLaneAndInFloat) {
    const GrownTree<double> exact(cluster(50), 8);
    const GrownTree<float> rounded_tree(cluster(50), 8);
    const Vector3 at = 12 * direction;
    const Pull expected = pull_of_root(exact, at, 0.1);
    for (const std::size_t lane : {0U, 1U, 7U, 15U, 16U, 31U, 47U, 63U}) {
        const Pull twofold = pull_of_root(exact, at, 0.1, lane);
        EXPECT_EQ(length(twofold.acceleration - expected.acceleration), 0) << lane;
        const Pull single = pull_of_root(rounded_tree, at, 0.1, lane);
        EXPECT_LT(length(single.acceleration - expected.acceleration),
                  2e-6 * length(expected.acceleration))
            << lane;
        EXPECT_NEAR(single.potential / expected.potential, 1, 2e-6) << lane;
    }
}

TEST(MultipoleToParticle, FitsAFloatInMetresAndKilograms) {
    Bodies<double> bodies = cluster(50);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.mass[i] *= 2e30;
        bodies.position.x[i] *= 1e11;
        bodies.position.y[i] *= 1e11;
        bodies.position.z[i] *= 1e11;
    }
    const GrownTree<double> exact(bodies, 8);
    const GrownTree<float> single(bodies, 8);
    const Vector3 at = 5e12 * direction;
    const Pull expected = pull_of_root(exact, at, 0);
    EXPECT_GT(length(expected.acceleration), 0);
    EXPECT_LT(length(pull_of_root(single, at, 0).acceleration - expected.acceleration),
              2e-6 * length(expected.acceleration));
}

} // namespace
} // namespace orrery
