// A solver's preparation on a GPU serves any number of evaluations: as
// tests/sim/solvers/solver_prepare_test.cpp asks of those in host memory. Several GPUs are asked,
// too, or one that counts as two.

#include "tests/gpu/gpu_test.hpp"

#include "sim/cuda/device_vectors.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr std::size_t bodies_asked = 5000;

struct Asked {
    const SolverEntry* entry;
    Precision precision;
    Sharing sharing;
};

std::vector<Asked> all_asked() {
    std::vector<Asked> all;
    for (const SolverEntry& entry : solvers()) {
        for (const Sharing sharing :
             {Sharing::none, Sharing::threads, Sharing::single_thread, Sharing::peer}) {
            if (entry.info.space != Space::host && entry.granted(sharing) == sharing) {
                all.push_back({&entry, Precision::fp32, sharing});
                all.push_back({&entry, Precision::fp64, sharing});
            }
        }
    }
    return all;
}

// A solver on the GPU with its sources in GPU memory and prepared.
template <class Real>
class Prepared {
public:
    explicit Prepared(const Asked& asked)
        : solver_(asked.entry->make_with(asked.sharing)), workers_(2), queue_(0),
          cluster_(plummer(bodies_asked).bodies), position_(uploaded<Real>(cluster_.position)),
          mass_(uploaded<Real>(cluster_.mass)) {
        parameters_.softening = 0.01;
        Execution execution = execution_with({});
        EXPECT_EQ(solver_->prepare(ForceSources<Real>{sources(), parameters_}, execution),
                  Outcome::complete);
    }

    // Accelerations along x, then potentials; none where it was cancelled.
    std::vector<double> evaluated(const std::vector<std::uint32_t>& list = {},
                                  std::stop_token stop = {}) {
        const std::size_t count = list.empty() ? bodies_asked : list.size();
        DeviceVectors<Real> acceleration(count);
        DeviceArray<Real> potential(count);
        const DeviceArray<std::uint32_t> there = listed(list);
        const AccelerationsView<Real> result{.x = acceleration.x.data(),
                                             .y = acceleration.y.data(),
                                             .z = acceleration.z.data(),
                                             .potential = potential.data()};
        ForceTargets<Real> targets = ForceRequest<Real>::among(sources(), result, parameters_);
        targets.targets.count = count;
        targets.list = list.empty() ? nullptr : there.data();
        Execution execution = execution_with(std::move(stop));
        const Outcome outcome = solver_->evaluate(targets, execution);
        queue_.finish(timings_);
        std::vector<double> found;
        if (outcome == Outcome::complete) {
            append(acceleration.x, found);
            append(potential, found);
        }
        return found;
    }

private:
    BodiesView<Real> sources() const {
        return {bodies_asked, position_.x.data(), position_.y.data(), position_.z.data(),
                mass_.data()};
    }
    Execution execution_with(std::stop_token stop) {
        queue_.activate();
        cuda_check(cudaDeviceSynchronize(), "copying to the GPU");
        return {std::move(stop), workers_, timings_, &queue_};
    }
    static DeviceArray<std::uint32_t> listed(const std::vector<std::uint32_t>& list) {
        DeviceArray<std::uint32_t> there(list.size());
        if (!list.empty()) {
            cuda_check(cudaMemcpy(there.data(), list.data(), there.bytes(), cudaMemcpyHostToDevice),
                       "copying a list");
        }
        return there;
    }
    static void append(const auto& from, std::vector<double>& to) {
        std::vector<Real> copy(from.bytes() / sizeof(Real));
        cuda_check(cudaMemcpy(copy.data(), from.data(), from.bytes(), cudaMemcpyDeviceToHost),
                   "copying results");
        to.insert(to.end(), copy.begin(), copy.end());
    }

    std::unique_ptr<Solver> solver_;
    Workers workers_;
    StepTimings timings_;
    DeviceQueue queue_;
    Bodies<double> cluster_;
    DeviceVectors<Real> position_;
    SharedDeviceArray<Real> mass_;
    ForceParameters parameters_;
};

void expect_near(const std::vector<double>& found, const std::vector<double>& expected,
                 double tolerance) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_NEAR(found[i], expected[i], tolerance) << i;
    }
}

class GpuPrepare : public OnGpu<testing::TestWithParam<Asked>> {
protected:
    template <class Test>
    void prepared(const Test& test) {
        // Sums of some are in another order than those of all, and atomic ones are in any.
        if (GetParam().precision == Precision::fp32) {
            Prepared<float> solver(GetParam());
            test(solver, 1e-4);
        } else {
            Prepared<double> solver(GetParam());
            test(solver, 1e-11);
        }
    }
};

TEST_P(GpuPrepare, ServesTwoEvaluations) {
    prepared([](auto& solver, double rounding) {
        const std::vector<double> first = solver.evaluated();
        ASSERT_EQ(first.size(), 2 * bodies_asked);
        expect_near(solver.evaluated(), first, rounding);
    });
}

TEST_P(GpuPrepare, ServesAScatteredListAsTheWhole) {
    prepared([](auto& solver, double rounding) {
        const std::vector<double> whole = solver.evaluated();
        for (const std::uint32_t step : {1U, 7U, 1000U}) {
            std::vector<std::uint32_t> list;
            for (std::uint32_t i = 0; i < bodies_asked; i += step) {
                list.push_back(static_cast<std::uint32_t>(bodies_asked) - 1 - i);
            }
            std::vector<double> expected;
            for (const std::size_t half : {std::size_t{0}, bodies_asked}) {
                for (const std::uint32_t body : list) {
                    expected.push_back(whole[half + body]);
                }
            }
            expect_near(solver.evaluated(list), expected, rounding);
        }
        expect_near(solver.evaluated(), whole, rounding);
    });
}

TEST_P(GpuPrepare, OutlivesACancelledEvaluation) {
    prepared([](auto& solver, double rounding) {
        std::stop_source stop;
        stop.request_stop();
        EXPECT_TRUE(solver.evaluated({}, stop.get_token()).empty());
        const std::vector<double> whole = solver.evaluated();
        EXPECT_TRUE(solver.evaluated({7, 3}, stop.get_token()).empty());
        expect_near(solver.evaluated(), whole, rounding);
    });
}

INSTANTIATE_TEST_SUITE_P(Every, GpuPrepare, testing::ValuesIn(all_asked()), [](const auto& asked) {
    std::string name = asked.param.entry->info.id;
    std::replace(name.begin(), name.end(), '.', '_');
    return name + "_" + sharing_mode(asked.param.sharing).id +
           (asked.param.precision == Precision::fp32 ? "_fp32" : "_fp64");
});

} // namespace
} // namespace orrery
