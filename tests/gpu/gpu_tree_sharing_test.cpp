// Several GPUs, or one that counts as several, find with a tree or the fast multipole method what
// one alone finds, as exactly, although each has the bodies of its domain alone and what it has to
// see of the others'.

#include "tests/gpu/gpu_test.hpp"
#include "tests/gpu/question.hpp"

#include "sim/base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace orrery {
namespace {

// The ways that one GPU can play alone.
constexpr std::array ways_to_share{Sharing::threads, Sharing::single_thread, Sharing::peer};

// Three clumps of different density, so that equal numbers of bodies are unequal work.
Bodies<double> clumps(std::size_t count) {
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto k = static_cast<double>(i);
        const double size = i % 3 == 0 ? 1 : i % 3 == 1 ? 0.1 : 0.01;
        const auto middle = static_cast<double>(i % 3);
        bodies.position.x[i] = middle + size * std::sin(12.9898 * k + 1);
        bodies.position.y[i] = middle + size * std::sin(78.2330 * k + 2);
        bodies.position.z[i] = size * std::sin(37.7190 * k + 3);
        bodies.mass[i] = (1.5 + std::sin(k)) / static_cast<double>(count);
    }
    return bodies;
}

// All bodies of a half at one point: cells that cannot be divided, with any number of groups.
Bodies<double> piles(std::size_t count) {
    Bodies<double> bodies = clumps(count);
    for (std::size_t i = 0; i < count; ++i) {
        bodies.position.x[i] = bodies.position.y[i] = i < count / 2 ? 0 : 1;
        bodies.position.z[i] = 0.5;
    }
    return bodies;
}

template <class Real>
struct Found {
    Accelerations<Real> forces;
    StepTimings timings;
};

template <class Real>
Found<Real> found(const std::string& algorithm, Sharing sharing, const Bodies<double>& bodies,
                  const ForceParameters& parameters, bool more = true, Pulled pulled = Pulled::all,
                  std::span<const int> devices = {}) {
    const Question<Real> question(bodies, pulled);
    Found<Real> result{Accelerations<Real>(question.targets(), more, false, more), {}};
    Workers workers(2);
    Execution execution{{}, workers, result.timings, nullptr, nullptr, devices};
    const auto solver = find_solver(algorithm).make_with(sharing);
    const ForceRequest<Real> request = question.request(result.forces.view(), parameters);
    EXPECT_EQ(solve(*solver, request, execution), Outcome::complete);
    return result;
}

// The relative error of 99 of 100 accelerations, or of potentials, at most.
struct Errors {
    double acceleration = 0, potential = 0;
};

double p99(std::vector<double> values) {
    if (values.empty()) {
        return 0;
    }
    std::sort(values.begin(), values.end());
    return values[values.size() * 99 / 100];
}

template <class Real>
Errors errors_of(const Accelerations<Real>& forces, const Accelerations<double>& truth) {
    std::vector<double> of_pulls, of_potentials;
    for (std::size_t i = 0; i < truth.acceleration.x.size(); ++i) {
        const Vector3 exact{truth.acceleration.x[i], truth.acceleration.y[i],
                            truth.acceleration.z[i]};
        const Vector3 found{double(forces.acceleration.x[i]), double(forces.acceleration.y[i]),
                            double(forces.acceleration.z[i])};
        EXPECT_TRUE(std::isfinite(found.x + found.y + found.z)) << i;
        if (length(exact) > 0) {
            of_pulls.push_back(length(found - exact) / length(exact));
        }
        if (!forces.potential.empty() && truth.potential[i] != 0) {
            of_potentials.push_back(std::abs(double(forces.potential[i]) / truth.potential[i] - 1));
        }
    }
    return {p99(of_pulls), p99(of_potentials)};
}

// What a walk by domains and one over the whole tree take as a whole differs, as cells that are cut
// are others: as if the octree lay elsewhere. By angle, which asks for nobody's acceleration, p99
// of one GPU is then anything from half to one and a half. Few bodies' walks take none as a whole:
// then the promise is what counts. Of potentials it is larger.
constexpr double a_little = 2;
constexpr double of_potential = 2;

template <class Real>
void expect_as_exact(const Found<Real>& shared, const Found<Real>& alone,
                     const Accelerations<double>& truth, double promised) {
    const double rounding = 20 * std::numeric_limits<Real>::epsilon();
    const Errors of_shared = errors_of(shared.forces, truth);
    const Errors of_alone = errors_of(alone.forces, truth);
    const bool many = truth.acceleration.x.size() > 20'000;
    const double least = many ? rounding : promised;
    EXPECT_LE(of_shared.acceleration, std::max(a_little * of_alone.acceleration, least));
    // At high orders one GPU's potentials are far better than promised, and several's need not be.
    EXPECT_LE(of_shared.potential,
              of_potential * std::max(a_little * of_alone.potential, promised));
    const auto& counts = shared.forces.interactions;
    if (!counts.empty()) {
        const double sum = std::accumulate(counts.begin(), counts.end(), 0.0);
        EXPECT_NEAR(sum, shared.timings.interactions, 1e-5 * sum);
    }
}

template <class Real>
double promise_of(const std::string& algorithm, const ForceParameters& parameters) {
    return find_solver(algorithm).info.promised_error(
        sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64, parameters.options);
}

Accelerations<double> truth_of(const Bodies<double>& bodies, const ForceParameters& parameters,
                               Pulled pulled) {
    ForceParameters direct = parameters;
    direct.options = {find_solver("gpu.shared").info, {}};
    return found<double>("gpu.shared", Sharing::none, bodies, direct, true, pulled).forces;
}

// One GPU plays them all.
constexpr std::array<std::size_t, 4> members_of_groups{2, 3, 4, 5};

template <class Real>
void expect_as_exact_as_one_gpu(const std::string& algorithm, const Bodies<double>& bodies,
                                Sharing sharing, const OptionValues& options = {},
                                Pulled pulled = Pulled::all) {
    ForceParameters parameters;
    parameters.softening = 0.001;
    parameters.options = {find_solver(algorithm).info, options};
    const Accelerations<double> truth = truth_of(bodies, parameters, pulled);
    for (const bool more : {true, false}) { // potential and interactions, too
        const Found<Real> alone =
            found<Real>(algorithm, Sharing::none, bodies, parameters, more, pulled);
        for (const std::size_t members : members_of_groups) {
            SCOPED_TRACE(std::to_string(members) + " members");
            const std::vector<int> devices(members, 0);
            expect_as_exact(
                found<Real>(algorithm, sharing, bodies, parameters, more, pulled, devices), alone,
                truth, promise_of<Real>(algorithm, parameters));
        }
    }
}

const OptionValues& unusual_options(const std::string& algorithm) {
    static const OptionValues of_tree{
        {"criterion", "angle"}, {"theta", 0.8}, {"order", 1}, {"leaf", 8}};
    static const OptionValues of_fmm{{"error", 1e-5}, {"order", 3}, {"leaf", 20}};
    return algorithm == "gpu.tree" ? of_tree : of_fmm;
}

using SharedCase = std::tuple<const char*, Sharing, std::size_t>;

class GpuTreeSharing : public OnGpu<testing::TestWithParam<SharedCase>> {
protected:
    static std::string algorithm() { return std::get<0>(GetParam()); }
    static Sharing sharing() { return std::get<1>(GetParam()); }
    static std::size_t count() { return std::get<2>(GetParam()); }
};

TEST_P(GpuTreeSharing, IsAsExactAsOneGpuInDouble) {
    expect_as_exact_as_one_gpu<double>(algorithm(), clumps(count()), sharing());
}

TEST_P(GpuTreeSharing, IsAsExactAsOneGpuInFloat) {
    expect_as_exact_as_one_gpu<float>(algorithm(), clumps(count()), sharing());
}

TEST_P(GpuTreeSharing, IsAsExactWhereManyBodiesAreAtOnePoint) {
    expect_as_exact_as_one_gpu<float>(algorithm(), piles(count()), sharing());
}

TEST_P(GpuTreeSharing, IsAsExactWithOtherOptions) {
    expect_as_exact_as_one_gpu<float>(algorithm(), clumps(count()), sharing(),
                                      unusual_options(algorithm()));
}

TEST_P(GpuTreeSharing, IsAsExactForSomeOfTheBodiesAndForOthers) {
    expect_as_exact_as_one_gpu<float>(algorithm(), clumps(count()), sharing(), {}, Pulled::range);
    expect_as_exact_as_one_gpu<float>(algorithm(), clumps(count()), sharing(), {}, Pulled::others);
    expect_as_exact_as_one_gpu<float>(algorithm(), clumps(count()), sharing(), {}, Pulled::listed);
}

std::string variant_name(const testing::TestParamInfo<SharedCase>& info) {
    const auto& [algorithm, sharing, count] = info.param;
    return std::string(algorithm + std::string_view("gpu.").size()) + "_" +
           sharing_mode(sharing).id + "_" + std::to_string(count);
}

constexpr std::array algorithms{"gpu.tree", "gpu.fmm"};

INSTANTIATE_TEST_SUITE_P(Modes, GpuTreeSharing,
                         testing::Combine(testing::ValuesIn(algorithms),
                                          testing::ValuesIn(ways_to_share),
                                          testing::Values(1, 2, 3, 33, 4097, 50'000)),
                         variant_name);
// From here on the tree's groups are larger.
INSTANTIATE_TEST_SUITE_P(Many, GpuTreeSharing,
                         testing::Combine(testing::ValuesIn(algorithms),
                                          testing::Values(Sharing::peer), testing::Values(250'000)),
                         variant_name);

class GpuFmmSharing : public OnGpu<testing::TestWithParam<Sharing>> {};

TEST_P(GpuFmmSharing, IsAsExactWithHighAndLowOrders) {
    const auto of_order = [](double order) {
        return OptionValues{{"error", 1e-5}, {"order", order}, {"leaf", 20}};
    };
    for (const std::size_t count : {std::size_t{33}, std::size_t{4097}, std::size_t{50'000}}) {
        SCOPED_TRACE(count);
        for (const double order : {2.0, 7.0, 10.0}) {
            expect_as_exact_as_one_gpu<float>("gpu.fmm", clumps(count), GetParam(),
                                              of_order(order));
        }
        for (const double order : {8.0, 12.0}) {
            expect_as_exact_as_one_gpu<double>("gpu.fmm", clumps(count), GetParam(),
                                               of_order(order));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Modes, GpuFmmSharing, testing::ValuesIn(ways_to_share),
                         [](const auto& info) { return sharing_mode(info.param).id; });

class GpuTreeGroup : public OnGpu<testing::TestWithParam<const char*>> {};

// Each member's domain changes from step to step, as it learns.
TEST_P(GpuTreeGroup, StepsAsOneGpuWhoeverHasABody) {
    for (const Sharing sharing : ways_to_share) {
        for (const char* devices : {"0,0", "0,0,0,0"}) {
            SCOPED_TRACE(std::string(sharing_mode(sharing).id) + " " + devices);
            Simulation shared, alone;
            Settings settings = settings_of(GetParam(), Precision::fp32, sharing);
            settings.devices = devices;
            shared.load(plummer(20'001), settings);
            alone.load(plummer(20'001), settings_of(GetParam(), Precision::fp32));
            for (int step = 0; step < 10; ++step) {
                ASSERT_EQ(shared.step(), Outcome::complete);
                ASSERT_EQ(alone.step(), Outcome::complete);
            }
            EXPECT_LT(largest_relative_displacement(shared.snapshot(), alone.snapshot()), 1e-4);
        }
    }
}

// One of two domains has a single body, or none.
TEST_P(GpuTreeGroup, IsAsExactWithOneBodyFarAwayAndWithAllAtOnePoint) {
    Bodies<double> far = clumps(5000);
    far.position.x[0] = far.position.y[0] = 1e6;
    expect_as_exact_as_one_gpu<float>(GetParam(), far, Sharing::peer);
    Bodies<double> point = clumps(5000);
    for (std::size_t i = 0; i < point.size(); ++i) {
        point.position.x[i] = point.position.y[i] = point.position.z[i] = 0.25;
    }
    expect_as_exact_as_one_gpu<float>(GetParam(), point, Sharing::peer);
}

// Of two clumps that are farther apart than they are wide, 1 to 7 cuts go through either.
TEST_P(GpuTreeGroup, IsAsExactWhereverClumpsAreCut) {
    Bodies<double> two = clumps(60'000);
    for (std::size_t i = 0; i < two.size(); ++i) {
        two.position.x[i] += i % 3 == 0 ? -200 : 0;
    }
    const std::vector<Bodies<double>> systems{
        clumps(60'000), two, make_scene(find_scene("galaxy_collision"), 60'000, 1).bodies};
    ForceParameters parameters;
    parameters.softening = 0.001;
    parameters.options = {find_solver(GetParam()).info, {}};
    for (const Bodies<double>& system : systems) {
        const Accelerations<double> truth = truth_of(system, parameters, Pulled::all);
        const auto alone = found<float>(GetParam(), Sharing::none, system, parameters, false);
        EXPECT_LE(errors_of(alone.forces, truth).acceleration,
                  promise_of<float>(GetParam(), parameters));
        for (std::size_t members = 2; members <= 8; ++members) {
            SCOPED_TRACE(std::to_string(members) + " members");
            expect_as_exact(found<float>(GetParam(), Sharing::peer, system, parameters, false,
                                         Pulled::all, std::vector<int>(members, 0)),
                            alone, truth, promise_of<float>(GetParam(), parameters));
        }
    }
}

TEST_P(GpuTreeGroup, TellsWhatEachOfItsGpusDid) {
    const StepTimings timings =
        found<float>(GetParam(), Sharing::peer, clumps(10'000), ForceParameters{}, true,
                     Pulled::all, std::vector{0, 0})
            .timings;
    const std::string_view last = GetParam() == std::string_view("gpu.tree") ? "forces" : "near";
    for (std::size_t member = 0; member < 2; ++member) {
        for (const std::string_view phase :
             {std::string_view("exchange"), std::string_view("sort"), std::string_view("build"),
              std::string_view("moments"), last}) {
            const bool told = std::any_of(timings.device_spans.begin(), timings.device_spans.end(),
                                          [&](const StepTimings::DeviceSpan& span) {
                                              return span.member == member && span.phase == phase;
                                          });
            EXPECT_TRUE(told) << member << " " << phase;
        }
    }
}

TEST_P(GpuTreeGroup, IsAsExactOnAllGpusOfTheMachineInEveryMode) {
    const std::vector<GpuDevice> gpus = gpu_devices();
    if (gpus.size() < 2) {
        GTEST_SKIP() << "there is one GPU";
    }
    const Bodies<double> bodies = clumps(100'000);
    ForceParameters parameters;
    parameters.softening = 0.001;
    const Found<float> alone = found<float>(GetParam(), Sharing::none, bodies, parameters);
    const Accelerations<double> truth = truth_of(bodies, parameters, Pulled::all);
    for (const SharingMode& mode : sharing_modes().subspan(1)) {
        if (sharing_unavailable(mode.sharing).empty()) {
            SCOPED_TRACE(mode.id);
            expect_as_exact(found<float>(GetParam(), mode.sharing, bodies, parameters), alone,
                            truth, promise_of<float>(GetParam(), parameters));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Each, GpuTreeGroup, testing::ValuesIn(algorithms), [](const auto& info) {
    return std::string(info.param + std::string_view("gpu.").size());
});

} // namespace
} // namespace orrery
