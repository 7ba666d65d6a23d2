// Bodies that several GPUs have a share of each, or one that counts as two, are those that one GPU
// has: for forces, steps, readers and pictures.

#include "tests/gpu/cuda_fault.hpp"
#include "tests/gpu/gpu_test.hpp"

#include "sim/base/error.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/state/state.hpp"

#include <atomic>
#include <numeric>
#include <set>
#include <thread>

namespace orrery {
namespace {

// As many as two GPUs take a share each of.
constexpr std::size_t many = std::size_t{1} << 19;

// The GPUs of this machine, or the one twice.
std::string group() {
    const std::size_t gpus = gpu_devices().size();
    return gpus < 2 ? "0,0" : "0,1";
}

Settings shared(const std::string& algorithm, Precision precision = Precision::fp32) {
    Settings settings = settings_of(algorithm, precision, Sharing::peer);
    settings.devices = group();
    return settings;
}

class GpuGroup : public GpuTest {};

class GpuGroupForces : public OnGpu<testing::TestWithParam<std::tuple<std::string, Precision>>> {};

TEST_P(GpuGroupForces, KeepThePromiseBeforeAndAfterSteps) {
    const auto& [algorithm, precision] = GetParam();
    Simulation simulation;
    simulation.load(make_scene(find_scene("galaxy_collision"), many, 1),
                    shared(algorithm, precision));
    for (int step = 0; step < 20; ++step) { // past two cuts of the domains
        if (step % 9 == 0) {
            const auto error = simulation.force_error(300, 1);
            ASSERT_TRUE(error);
            EXPECT_LE(error->p99, promised_error(simulation.settings())) << step;
        }
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    std::set<std::size_t> members;
    for (const StepTimings::DeviceSpan& span : simulation.timings().device_spans) {
        members.insert(span.member);
    }
    EXPECT_EQ(members.size(), 2U) << "each has told its phases";
    EXPECT_GT(simulation.timings().interactions, 100.0 * many);
}

INSTANTIATE_TEST_SUITE_P(OfEachTree, GpuGroupForces,
                         testing::Combine(testing::Values("gpu.tree", "gpu.fmm"),
                                          testing::Values(Precision::fp32, Precision::fp64)),
                         [](const auto& instance) {
                             std::string name = std::get<0>(instance.param);
                             name.replace(name.find('.'), 1, "_");
                             return name + (std::get<1>(instance.param) == Precision::fp32
                                                ? "_fp32"
                                                : "_fp64");
                         });

TEST_F(GpuGroup, GoesWhereOneGpuGoes) {
    const System start = make_scene(find_scene("galaxy_collision"), many, 1);
    Simulation alone, together;
    alone.load(start, settings_of("gpu.fmm", Precision::fp32));
    together.load(start, shared("gpu.fmm"));
    for (int step = 0; step < 40; ++step) {
        ASSERT_EQ(alone.step(), Outcome::complete);
        ASSERT_EQ(together.step(), Outcome::complete);
    }
    const System one = alone.snapshot(), two = together.snapshot();
    double apart = 0, gone = 0;
    for (std::size_t i = 0; i < many; ++i) {
        apart += length(position(one, i) - position(two, i));
        gone += length(position(one, i) - position(start, i));
        ASSERT_EQ(one.bodies.mass[i], two.bodies.mass[i]) << "bodies have their numbers";
    }
    EXPECT_LT(apart, 1e-3 * gone);
    const auto of_one = alone.conserved(), of_two = together.conserved();
    ASSERT_TRUE(of_one && of_two);
    const double energy = of_one->kinetic_energy + of_one->potential_energy;
    EXPECT_NEAR(of_two->kinetic_energy + of_two->potential_energy, energy, 1e-4 * std::abs(energy));
    EXPECT_NEAR(of_two->mass, of_one->mass, 1e-12 * of_one->mass);
}

TEST_F(GpuGroup, KeepsBodiesToTheBitWhereSharingIsSwitched) {
    Simulation simulation;
    simulation.load(plummer(many), shared("gpu.tree"));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const System before = simulation.snapshot();
    for (const Settings& next :
         {settings_of("gpu.tree", Precision::fp32), shared("gpu.fmm"), shared("gpu.register"),
          shared("gpu.tree"), settings_of("cpu.tree", Precision::fp32), shared("gpu.fmm")}) {
        simulation.apply(next);
        EXPECT_TRUE(same(simulation.snapshot(), before)) << next.algorithm;
    }
    EXPECT_EQ(simulation.step(), Outcome::complete);
}

TEST_F(GpuGroup, LeavesFewBodiesToOneGpu) {
    Simulation simulation;
    simulation.load(plummer(5000), shared("gpu.tree"));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const auto error = simulation.force_error(300, 1);
    ASSERT_TRUE(error);
    EXPECT_LE(error->p99, promised_error(simulation.settings()));
}

TEST_F(GpuGroup, ShowsOneStateOfManyWhileStepsGoOn) {
    Simulation simulation;
    const System start = plummer(many);
    simulation.load(start, shared("gpu.tree"));
    std::atomic<bool> stepping = true;
    std::jthread stepper([&] {
        for (int step = 0; step < 30; ++step) {
            EXPECT_EQ(simulation.step(), Outcome::complete);
        }
        stepping = false;
    });
    std::vector<float> picture(4 * many);
    const BodyTarget target{.xyzs = picture.data(), .capacity = many};
    int seen = 0;
    while (stepping) {
        const Simulation::Written written = simulation.write_latest(target, BodyScalar::speed);
        const BodyValues there =
            simulation.read({.position = true, .velocity = true, .mass = true});
        if (there.time != written.time) {
            continue; // a step has come between
        }
        ++seen;
        for (std::size_t i = 0; i < many; i += 97) {
            ASSERT_EQ(there.mass[i], start.bodies.mass[i]);
            ASSERT_EQ(picture[4 * i], static_cast<float>(there.position.x[i]));
            const double speed =
                length({there.velocity.x[i], there.velocity.y[i], there.velocity.z[i]});
            ASSERT_NEAR(picture[4 * i + 3], speed, 1e-5 * (1 + speed));
        }
    }
    EXPECT_GT(seen, 0);
}

TEST_F(GpuGroup, CountsInteractionsOfEveryBodyThroughCutsOfDomains) {
    Simulation simulation;
    Settings settings = shared("gpu.tree");
    settings.count_interactions = true;
    simulation.load(make_scene(find_scene("galaxy_collision"), many, 1), settings);
    std::vector<float> picture(4 * many);
    const BodyTarget target{.xyzs = picture.data(), .capacity = many};
    ASSERT_EQ(simulation.step(), Outcome::complete); // after an evaluation, which counts as well
    for (int step = 0; step < 10; ++step) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
        static_cast<void>(simulation.write_latest(target, BodyScalar::interactions));
        double sum = 0;
        for (std::size_t i = 0; i < many; ++i) {
            ASSERT_GT(picture[4 * i + 3], 0) << i;
            sum += picture[4 * i + 3];
        }
        EXPECT_NEAR(sum, simulation.timings().interactions, 1e-3 * sum);
    }
}

// As one GPU has it: those of a direct sum, until a step has counted.
TEST_F(GpuGroup, ShowsInteractionsThatNobodyHasCounted) {
    Simulation simulation;
    std::vector<float> picture(4 * many);
    const BodyTarget target{.xyzs = picture.data(), .capacity = many};
    simulation.load(plummer(many), shared("gpu.tree"));
    static_cast<void>(simulation.write_latest(target, BodyScalar::interactions));
    EXPECT_EQ(picture[3], static_cast<float>(many - 1));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    simulation.apply(shared("gpu.tree", Precision::fp64));
    static_cast<void>(simulation.write_latest(target, BodyScalar::interactions));
    EXPECT_EQ(picture[4 * many - 1], static_cast<float>(many - 1));
    EXPECT_EQ(simulation.step(), Outcome::complete);
}

TEST_F(GpuGroup, ComesBackToAMomentAndGoesToOtherGpus) {
    Simulation simulation;
    simulation.load(plummer(many + 1000), shared("gpu.tree"));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const Checkpoint kept = simulation.checkpoint();
    const System then = simulation.snapshot();
    Settings turned = shared("gpu.tree");
    std::ranges::reverse(turned.devices);
    simulation.apply(turned);
    EXPECT_TRUE(same(simulation.snapshot(), then));
    for (int step = 0; step < 10; ++step) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
    simulation.restore(kept, turned);
    EXPECT_TRUE(same(simulation.snapshot(), then));
    EXPECT_EQ(simulation.step(), Outcome::complete);
    const auto error = simulation.force_error(300, 1);
    ASSERT_TRUE(error);
    EXPECT_LE(error->p99, promised_error(simulation.settings()));
}

TEST_F(GpuGroup, FliesFromStateToState) {
    Simulation simulation;
    simulation.load(plummer(many), shared("gpu.tree"));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const BodyValues from = simulation.read({.position = true});
    simulation.set_flight(std::chrono::hours(1));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    std::vector<float> picture(4 * many);
    const Simulation::Written written =
        simulation.write_latest({.xyzs = picture.data(), .capacity = many}, BodyScalar::none);
    EXPECT_TRUE(written.flying);
    for (std::size_t i = 0; i < many; i += 97) {
        ASSERT_NEAR(picture[4 * i], from.position.x[i], 1e-4 * (1 + std::abs(from.position.x[i])))
            << "they have only just set out";
    }
}

TEST_F(GpuGroup, TellsTheTreesOfAllAndABodysInteractions) {
    Simulation simulation;
    simulation.load(plummer(many), shared("gpu.tree"));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    for (const std::size_t body : {std::size_t{0}, many / 2, many - 1}) {
        const auto reading = simulation.inspect({.levels = {0, 4}, .body = body});
        ASSERT_TRUE(reading);
        const Inspection found = reading->finish();
        std::size_t of_level[5] = {};
        for (const InspectedCell& cell : found.cells) {
            ASSERT_LE(cell.level, 4);
            of_level[cell.level] += cell.bodies;
        }
        EXPECT_GT(of_level[3], many * 99 / 100) << "all but those in coarser leaves";
        ASSERT_TRUE(found.interactions);
        std::size_t pulling = 0;
        for (const auto* cells : {&found.interactions->multipoles, &found.interactions->monopoles,
                                  &found.interactions->leaves}) {
            for (const InspectedCell& cell : *cells) {
                pulling += cell.bodies;
            }
        }
        EXPECT_EQ(pulling, many) << "every body once";
        const Vector3 place = position(simulation.snapshot(), body);
        const Box<float>& box = found.interactions->group.box;
        EXPECT_LE(box.low_x, place.x + 1e-5);
        EXPECT_GE(box.high_x, place.x - 1e-5);
    }
}

TEST_F(GpuGroup, GoesOnAfterAStepThatWasStopped) {
    Simulation simulation;
    simulation.load(plummer(many), shared("gpu.tree"));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    const System before = simulation.snapshot();
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(simulation.step(stop.get_token()), Outcome::cancelled);
    EXPECT_TRUE(same(simulation.snapshot(), before));
    EXPECT_EQ(simulation.step(), Outcome::complete);
    EXPECT_GT(simulation.time(), before.time);
}

// Whichever of the two it is, and whatever they are at: both come out of it, and go on.
TEST_F(GpuGroup, OutlivesAFaultOfOneOfThem) {
    Simulation simulation;
    simulation.load(plummer(many), shared("gpu.tree"));
    ASSERT_EQ(simulation.step(), Outcome::complete);
    int struck = 0;
    const auto strike = [&](const char* call, int passing) {
        const System before = simulation.snapshot();
        const CudaFault fault(call, cudaErrorMemoryAllocation, CudaFault::Lasting::one_call,
                              passing);
        try {
            static_cast<void>(simulation.step());
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::failed);
            EXPECT_EQ(error.problem().find("process"), std::string::npos)
                << "what failed is said: " << error.problem();
            EXPECT_TRUE(same(simulation.snapshot(), before)) << passing;
            ++struck;
        }
    };
    for (const int passing : {0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233}) {
        strike("", passing);
    }
    EXPECT_GT(struck, 5);
    for (int passing = 0; passing < 24; ++passing) { // also where bodies that came take places
        strike("choosing the GPU", passing);
    }
    EXPECT_EQ(simulation.step(), Outcome::complete);
    const auto error = simulation.force_error(300, 1);
    ASSERT_TRUE(error);
    EXPECT_LE(error->p99, promised_error(simulation.settings()));
}

} // namespace
} // namespace orrery
