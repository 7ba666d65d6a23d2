// Several GPUs, or one that counts as several, find with the tree what one alone finds, to the last
// bit: every group of bodies is walked for by one of them, and all have the same tree.

#include "tests/gpu/gpu_test.hpp"
#include "tests/gpu/question.hpp"

#include "sim/base/error.hpp"

#include <array>
#include <tuple>

namespace orrery {
namespace {

// What one GPU can play alone.
constexpr std::array ways_of_twins{Sharing::threads, Sharing::single_thread, Sharing::peer};

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
Found<Real> found(Sharing sharing, const Bodies<double>& bodies, const ForceParameters& parameters,
                  bool more = true, Pulled pulled = Pulled::all,
                  std::span<const int> devices = {}) {
    const Question<Real> question(bodies, pulled);
    Found<Real> result{Accelerations<Real>(question.targets(), more, false, more), {}};
    Workers workers(2);
    Execution execution{{}, workers, result.timings, nullptr, nullptr, devices};
    const auto solver = find_solver("gpu.tree").make_with(sharing);
    const ForceRequest<Real> request = question.request(result.forces.view(), parameters);
    EXPECT_EQ(solve(*solver, request, execution), Outcome::complete);
    return result;
}

// Bit for bit, but for the sign of zero.
template <class Number>
bool same(const HostArray<Number>& a, const HostArray<Number>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

template <class Real>
void expect_equal(const Found<Real>& shared, const Found<Real>& alone) {
    EXPECT_TRUE(same(shared.forces.acceleration.x, alone.forces.acceleration.x));
    EXPECT_TRUE(same(shared.forces.acceleration.y, alone.forces.acceleration.y));
    EXPECT_TRUE(same(shared.forces.acceleration.z, alone.forces.acceleration.z));
    EXPECT_TRUE(same(shared.forces.potential, alone.forces.potential));
    EXPECT_TRUE(same(shared.forces.interactions, alone.forces.interactions));
    EXPECT_EQ(shared.timings.interactions, alone.timings.interactions);
}

template <class Real>
void expect_equal_to_one_gpu(const Bodies<double>& bodies, Sharing sharing,
                             const OptionValues& options = {}, Pulled pulled = Pulled::all) {
    ForceParameters parameters;
    parameters.softening = 0.001;
    parameters.options = {find_solver("gpu.tree").info, options};
    for (const bool more : {true, false}) { // potential and interactions, too
        const Found<Real> alone = found<Real>(Sharing::none, bodies, parameters, more, pulled);
        for (const std::vector<int>& devices : {std::vector{0, 0}, std::vector{0, 0, 0}}) {
            SCOPED_TRACE(std::to_string(devices.size()) + " members");
            expect_equal(found<Real>(sharing, bodies, parameters, more, pulled, devices), alone);
        }
    }
}

class GpuTreeSharing : public OnGpu<testing::TestWithParam<std::tuple<Sharing, std::size_t>>> {
protected:
    static Sharing sharing() { return std::get<0>(GetParam()); }
    static std::size_t count() { return std::get<1>(GetParam()); }
};

TEST_P(GpuTreeSharing, IsOneGpusSumInDouble) {
    expect_equal_to_one_gpu<double>(clumps(count()), sharing());
}

TEST_P(GpuTreeSharing, IsOneGpusSumInFloat) {
    expect_equal_to_one_gpu<float>(clumps(count()), sharing());
}

TEST_P(GpuTreeSharing, IsOneGpusSumWhereManyBodiesAreAtOnePoint) {
    expect_equal_to_one_gpu<float>(piles(count()), sharing());
}

TEST_P(GpuTreeSharing, IsOneGpusSumWithOtherOptions) {
    expect_equal_to_one_gpu<float>(
        clumps(count()), sharing(),
        {{"criterion", "angle"}, {"theta", 0.8}, {"order", 1}, {"leaf", 8}});
}

TEST_P(GpuTreeSharing, IsOneGpusSumForARangeOfTheBodiesAndForOthers) {
    expect_equal_to_one_gpu<float>(clumps(count()), sharing(), {}, Pulled::range);
    expect_equal_to_one_gpu<float>(clumps(count()), sharing(), {}, Pulled::others);
}

std::string variant_name(const testing::TestParamInfo<std::tuple<Sharing, std::size_t>>& info) {
    return std::string(sharing_mode(std::get<0>(info.param)).id) + "_" +
           std::to_string(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Modes, GpuTreeSharing,
                         testing::Combine(testing::ValuesIn(ways_of_twins),
                                          testing::Values(1, 2, 3, 33, 4097, 50'000)),
                         variant_name);
// From here on groups are larger.
INSTANTIATE_TEST_SUITE_P(Many, GpuTreeSharing,
                         testing::Combine(testing::Values(Sharing::peer), testing::Values(250'000)),
                         variant_name);

class GpuTreeGroup : public GpuTest {};

// Each member's part changes from step to step, as it learns.
TEST_F(GpuTreeGroup, StepsAsOneGpuWhoeverWalksForABody) {
    for (const Sharing sharing : ways_of_twins) {
        for (const char* devices : {"0,0", "0,0,0"}) {
            SCOPED_TRACE(std::string(sharing_mode(sharing).id) + " " + devices);
            Simulation shared, alone;
            Settings settings = settings_of("gpu.tree", Precision::fp32, sharing);
            settings.devices = devices;
            shared.load(plummer(20'001), settings);
            alone.load(plummer(20'001), settings_of("gpu.tree", Precision::fp32));
            for (int step = 0; step < 10; ++step) {
                ASSERT_EQ(shared.step(), Outcome::complete);
                ASSERT_EQ(alone.step(), Outcome::complete);
                ASSERT_TRUE(same(shared.snapshot(), alone.snapshot())) << "step " << step;
            }
        }
    }
}

TEST_F(GpuTreeGroup, TellsWhatEachOfItsGpusDid) {
    const StepTimings timings = found<float>(Sharing::peer, clumps(10'000), ForceParameters{}, true,
                                             Pulled::all, std::vector{0, 0, 0})
                                    .timings;
    for (std::size_t member = 0; member < 3; ++member) {
        for (const char* phase : {"exchange", "sort", "build", "moments", "forces"}) {
            const bool told = std::any_of(timings.device_spans.begin(), timings.device_spans.end(),
                                          [&](const StepTimings::DeviceSpan& span) {
                                              return span.member == member &&
                                                     std::string_view(span.phase) == phase;
                                          });
            EXPECT_TRUE(told) << member << " " << phase;
        }
    }
}

TEST_F(GpuTreeGroup, IsOneGpusSumOnAllGpusOfTheMachineInEveryMode) {
    const std::vector<GpuDevice> gpus = gpu_devices();
    if (gpus.size() < 2) {
        GTEST_SKIP() << "there is one GPU";
    }
    const Bodies<double> bodies = clumps(100'000);
    ForceParameters parameters;
    parameters.softening = 0.001;
    const Found<float> alone = found<float>(Sharing::none, bodies, parameters);
    for (const SharingMode& mode : sharing_modes().subspan(1)) {
        if (sharing_unavailable(mode.sharing).empty()) {
            SCOPED_TRACE(mode.id);
            expect_equal(found<float>(mode.sharing, bodies, parameters), alone);
        }
    }
}

} // namespace
} // namespace orrery
