// Several GPUs, or one that counts as several, find what one alone finds, whatever the kernel and
// however unevenly the bodies divide.

#include "sim/base/error.hpp"
#include "tests/gpu/gpu_test.hpp"
#include "tests/gpu/question.hpp"

#include <tuple>

namespace orrery {
namespace {

// Random enough, and any number of them.
Bodies<double> some_bodies(std::size_t count) {
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto k = static_cast<double>(i);
        bodies.position.x[i] = std::sin(12.9898 * k + 1);
        bodies.position.y[i] = std::sin(78.2330 * k + 2);
        bodies.position.z[i] = std::sin(37.7190 * k + 3);
        bodies.mass[i] = (1.5 + std::sin(k)) / static_cast<double>(count);
    }
    return bodies;
}

template <class Real>
Accelerations<Real> forces(const SolverEntry& algorithm, Sharing sharing,
                           const Bodies<double>& bodies, const ForceParameters& parameters,
                           Pulled pulled, std::span<const int> devices = {}) {
    const Question<Real> question(bodies, pulled);
    Accelerations<Real> result(question.targets(), true);
    Workers workers(2);
    StepTimings timings;
    Execution execution{{}, workers, timings, nullptr, nullptr, devices};
    const auto solver = algorithm.make_with(sharing);
    const ForceRequest<Real> request = question.request(result.view(), parameters);
    EXPECT_EQ(solve(*solver, request, execution), Outcome::complete);
    return result;
}

template <class Real>
double largest_of(const HostArray<Real>& values) {
    double largest = 0;
    for (const Real value : values) {
        largest = std::max(largest, std::abs(static_cast<double>(value)));
    }
    return largest;
}

template <class Real>
void expect_near(const HostArray<Real>& values, const HostArray<Real>& expected, double tolerance) {
    ASSERT_EQ(values.size(), expected.size());
    const double allowed = tolerance * largest_of(expected);
    for (std::size_t i = 0; i < values.size(); ++i) {
        ASSERT_NEAR(static_cast<double>(values[i]), static_cast<double>(expected[i]), allowed) << i;
    }
}

template <class Real>
void expect_equal_to_one_gpu(Sharing sharing, std::size_t count, double tolerance,
                             Pulled pulled = Pulled::all) {
    const Bodies<double> bodies = some_bodies(count);
    ForceParameters parameters;
    parameters.softening = 0.01;
    const Accelerations<Real> alone =
        forces<Real>(find_solver("gpu.shared"), Sharing::none, bodies, parameters, pulled);
    for (const std::vector<int>& devices : {std::vector{0, 0}, std::vector{0, 0, 0}}) {
        for (const SolverEntry& algorithm : solvers()) {
            if (algorithm.shared == nullptr || !algorithm.info.is_direct) {
                continue;
            }
            SCOPED_TRACE(std::to_string(devices.size()) + " members, " + algorithm.info.id);
            const Accelerations<Real> shared =
                forces<Real>(algorithm, sharing, bodies, parameters, pulled, devices);
            expect_near(shared.acceleration.x, alone.acceleration.x, tolerance);
            expect_near(shared.acceleration.y, alone.acceleration.y, tolerance);
            expect_near(shared.acceleration.z, alone.acceleration.z, tolerance);
            expect_near(shared.potential, alone.potential, tolerance);
        }
    }
}

// The ways that one GPU can play alone.
const auto ways_of_twins = testing::Values(Sharing::threads, Sharing::single_thread, Sharing::peer);

class GpuSharing : public OnGpu<testing::TestWithParam<std::tuple<Sharing, std::size_t>>> {};

TEST_P(GpuSharing, IsOneGpusSumInDouble) {
    expect_equal_to_one_gpu<double>(std::get<0>(GetParam()), std::get<1>(GetParam()), 1e-12);
}

TEST_P(GpuSharing, IsOneGpusSumInFloat) {
    expect_equal_to_one_gpu<float>(std::get<0>(GetParam()), std::get<1>(GetParam()), 1e-5);
}

TEST_P(GpuSharing, IsOneGpusSumForARangeOfTheBodiesAndForOthers) {
    const auto& [sharing, count] = GetParam();
    expect_equal_to_one_gpu<double>(sharing, count, 1e-12, Pulled::range);
    expect_equal_to_one_gpu<double>(sharing, count, 1e-12, Pulled::others);
    expect_equal_to_one_gpu<double>(sharing, count, 1e-12, Pulled::listed);
}

INSTANTIATE_TEST_SUITE_P(Modes, GpuSharing,
                         testing::Combine(ways_of_twins, testing::Values(1, 2, 3, 33, 4097)),
                         [](const auto& instance) {
                             return std::string(sharing_mode(std::get<0>(instance.param)).id) +
                                    "_" + std::to_string(std::get<1>(instance.param));
                         });

// Slabs of a mesh, some with more planes than others.
class GpuMeshSharing : public testing::TestWithParam<Sharing> {
protected:
    void SetUp() override {
        for (const std::string& reason :
             {find_solver("gpu.mesh").unavailable(), sharing_unavailable(GetParam())}) {
            if (!reason.empty()) {
                GTEST_SKIP() << reason;
            }
        }
        const bool several = gpu_devices().size() > 1;
        if (several) {
            groups_.push_back({0, 1});
        }
        if (GetParam() != Sharing::nccl) {
            groups_.push_back({0, 0});
            groups_.push_back({0, 0, 0});
        } else if (!several) {
            GTEST_SKIP() << "NCCL wants two GPUs";
        }
    }

    template <class Real>
    void expect_one_gpus_sum(double tolerance, const PeriodicBox& box, const OptionValues& options,
                             Pulled pulled = Pulled::all, std::size_t count = 4097) {
        const SolverEntry& mesh = find_solver("gpu.mesh");
        const Bodies<double> bodies = some_bodies(count);
        ForceParameters parameters;
        parameters.softening = 0.01;
        parameters.box = box;
        parameters.options = {mesh.info, options};
        const auto alone = forces<Real>(mesh, Sharing::none, bodies, parameters, pulled);
        for (const std::vector<int>& devices : groups_) {
            SCOPED_TRACE(std::to_string(devices.size()) + " members");
            const auto shared = forces<Real>(mesh, GetParam(), bodies, parameters, pulled, devices);
            expect_near(shared.acceleration.x, alone.acceleration.x, tolerance);
            expect_near(shared.acceleration.y, alone.acceleration.y, tolerance);
            expect_near(shared.acceleration.z, alone.acceleration.z, tolerance);
            expect_near(shared.potential, alone.potential, tolerance);
        }
    }

    std::vector<std::vector<int>> groups_;
};

TEST_P(GpuMeshSharing, IsOneGpusSum) {
    const PeriodicBox cube{{2, 2, 2}};
    for (const PeriodicBox& box : {PeriodicBox{}, cube}) {
        for (const char* scheme : {"cic", "pcs"}) {
            SCOPED_TRACE(scheme);
            const OptionValues options{{"scheme", scheme}, {"cells", "48"}, {"gradient", "order6"}};
            expect_one_gpus_sum<double>(1e-12, box, options);
            expect_one_gpus_sum<float>(1e-4, box, options);
        }
        expect_one_gpus_sum<double>(1e-12, box, {}, Pulled::all, 2);
        expect_one_gpus_sum<double>(1e-12, box, {}, Pulled::all, 7);
    }
}

TEST_P(GpuMeshSharing, IsOneGpusSumWhereRootIsAlone) {
    const PeriodicBox cube{{2, 2, 2}};
    expect_one_gpus_sum<double>(1e-12, cube, {{"gradient", "spectral"}});
    for (const Pulled pulled : {Pulled::range, Pulled::others, Pulled::listed}) {
        expect_one_gpus_sum<double>(1e-12, cube, {}, pulled);
    }
}

// Longer than an order of the bodies lasts.
TEST_P(GpuMeshSharing, StepsAsOnOneGpu) {
    const System web = make_scene(find_scene("cosmic_web"), 4096, 1);
    Simulation alone;
    alone.load(web, settings_of("gpu.mesh", Precision::fp64));
    for (int step = 0; step < 40; ++step) {
        ASSERT_EQ(alone.step(), Outcome::complete);
    }
    for (const std::vector<int>& devices : groups_) {
        Settings settings = settings_of("gpu.mesh", Precision::fp64, GetParam());
        settings.devices = "0," + std::to_string(devices[1]);
        Simulation shared;
        shared.load(web, settings);
        for (int step = 0; step < 40; ++step) {
            ASSERT_EQ(shared.step(), Outcome::complete);
        }
        EXPECT_LT(largest_relative_displacement(alone.snapshot(), shared.snapshot()), 1e-9);
    }
}

INSTANTIATE_TEST_SUITE_P(Modes, GpuMeshSharing,
                         testing::Values(Sharing::threads, Sharing::single_thread, Sharing::peer,
                                         Sharing::nccl),
                         [](const auto& instance) {
                             return std::string(sharing_mode(instance.param).id);
                         });

class GpuSharedSimulation : public OnGpu<testing::TestWithParam<Sharing>> {};

TEST_P(GpuSharedSimulation, StepsAsOnOneGpu) {
    for (const char* devices : {"0,0", "0,0,0"}) {
        Simulation shared, alone;
        Settings settings = settings_of("gpu.symmetric", Precision::fp64, GetParam());
        settings.devices = devices;
        shared.load(plummer(2001), settings);
        alone.load(plummer(2001), settings_of("gpu.symmetric"));
        for (int step = 0; step < 5; ++step) {
            ASSERT_EQ(shared.step(), Outcome::complete);
            ASSERT_EQ(alone.step(), Outcome::complete);
        }
        EXPECT_LT(largest_relative_displacement(alone.snapshot(), shared.snapshot()), 1e-12)
            << devices;
        EXPECT_NEAR(shared.conserved().value().energy(), alone.conserved().value().energy(), 1e-12);
    }
}

INSTANTIATE_TEST_SUITE_P(Modes, GpuSharedSimulation, ways_of_twins, [](const auto& instance) {
    return std::string(sharing_mode(instance.param).id);
});

class GpuNccl : public GpuTest {};

TEST_F(GpuNccl, SaysThatOneGpuCannotBeTwo) {
    if (const std::string reason = sharing_unavailable(Sharing::nccl); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    Settings settings = settings_of("gpu.symmetric", Precision::fp64, Sharing::nccl);
    settings.devices = "0,0";
    Simulation simulation;
    simulation.load(plummer(100), settings);
    const System before = simulation.snapshot();
    try {
        static_cast<void>(simulation.step());
        FAIL() << "it could";
    } catch (const Error& error) {
        EXPECT_NE(error.problem().find("one GPU as two"), std::string::npos) << error.what();
        EXPECT_NE(error.hint().find("peer"), std::string::npos) << error.what();
    }
    EXPECT_TRUE(same(simulation.snapshot(), before));
    settings.sharing = Sharing::peer; // as the hint says
    simulation.apply(settings);
    EXPECT_EQ(simulation.step(), Outcome::complete);
}

} // namespace
} // namespace orrery
