// How every registered solver must behave beside computing the right forces: once for each of them
// and each of its precisions.

#include "sim/solver.hpp"
#include "tests/sim/solvers/solver_contract.hpp"

#include "sim/base/error.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/state/state.hpp"

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>
#include <set>
#include <string_view>
#include <thread>

namespace orrery {
namespace {

using SolverConduct = SolverContract;

// Pairs that a thread may still compute once asked to stop, or as much of a tree's walk: some 20 ms
// of the slowest kernel.
constexpr double max_pairs_unasked = 4e7;

TEST_P(SolverConduct, StopsInTheMiddleWhenAskedToAndWorksAgainAfterwards) {
    // Minutes of work for one thread; ten seconds for the fastest there, one for the fastest GPU.
    // A tree has to open nearly all of its cells to take as long.
    const bool on_host = info().space == Space::host;
    const Bodies<double> many = cluster(on_host ? 300'000 : 2'000'000);
    ForceParameters slow;
    if (!info().is_direct) {
        // But small leaves, which on a GPU take its memory before they take its time.
        OptionValues least;
        for (const SolverOption& option : info().options) {
            if (on_host || option.id != std::string_view("leaf")) {
                least[option.id] = option.named(option.minimum);
            }
        }
        slow.options = {info(), least};
    }
    std::stop_source stop;
    StepProgress progress;
    std::atomic<bool> returned = false;
    double computed_before = 0;
    std::jthread stopper([&] {
        // Not for ever: one that tells nothing would compute for hours. But a busy machine may take
        // a minute for what comes before the first pair.
        int waits = 300'000;
        do {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        } while (--waits > 0 && progress.share() == 0 && !returned);
        stop.request_stop();
        computed_before = progress.share();
    });
    EXPECT_EQ(run_until(stop.get_token(), many, slow, &progress).outcome, Outcome::cancelled);
    returned = true;
    stopper.join();
    EXPECT_GT(computed_before, 0) << "it tells no progress";
    if (on_host) {
        const auto pairs = static_cast<double>(many.size()) * static_cast<double>(many.size());
        EXPECT_LE((progress.share() - computed_before) * pairs, 2 * max_pairs_unasked)
            << "computed by two threads after they were asked to stop";
    }
    expect_promise_kept(cluster(100));
}

TEST_P(SolverConduct, RefusesAPeriodicBoxThatItCannotComputeIn) {
    if (info().periodic) {
        return;
    }
    ForceParameters in_a_box = softened(0.1);
    in_a_box.box = {{10, 10, 10}};
    EXPECT_THROW(run(cluster(3), in_a_box), Error);
    expect_promise_kept(cluster(3), softened(0.1));
}

TEST_P(SolverConduct, DoesNotStartWhenAlreadyAskedToStop) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(run_until(stop.get_token(), cluster(100)).outcome, Outcome::cancelled);
}

// A solver's own result: past solve(), which checks the input, too.
template <class Real>
VectorArray<Real> unguarded(Solver& solver, const Bodies<double>& given,
                            const ForceParameters& parameters) {
    const Bodies<Real> bodies = converted<Real>(given);
    Accelerations<Real> result(bodies.size());
    Workers workers(1);
    StepTimings timings;
    Execution execution{{}, workers, timings};
    const auto request = ForceRequest<Real>::among(view(bodies), result.view(), parameters);
    const Outcome outcome = solver.info().space == Space::host
                                ? solver.accelerations(request, execution)
                                : solve_on_device(solver, request, execution);
    EXPECT_EQ(outcome, Outcome::complete);
    return result.acceleration;
}

// For each body, whether its acceleration is a number.
std::vector<bool> numbers(Solver& solver, Precision precision, const Bodies<double>& bodies,
                          const ForceParameters& parameters) {
    const auto finite = [](const auto& acceleration) {
        std::vector<bool> found(acceleration.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            found[i] = std::isfinite(acceleration.x[i]) && std::isfinite(acceleration.y[i]) &&
                       std::isfinite(acceleration.z[i]);
        }
        return found;
    };
    return precision == Precision::fp32 ? finite(unguarded<float>(solver, bodies, parameters))
                                        : finite(unguarded<double>(solver, bodies, parameters));
}

TEST_P(SolverConduct, ReportsANumberThatIsNone) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const std::size_t count : {2U, 33U}) {
        for (const double none : {nan, infinity}) {
            Bodies<double> misplaced = cluster(count);
            misplaced.position.y[count / 2] = none;
            Bodies<double> misweighed = cluster(count);
            misweighed.mass[count / 2] = none;
            for (const Bodies<double>& bodies : {misplaced, misweighed}) {
                const std::vector<bool> number = numbers(solver(), precision(), bodies, {});
                EXPECT_NE(std::find(number.begin(), number.end(), false), number.end())
                    << none << " among " << count << " bodies is not seen in what it gives";
                EXPECT_THROW(run(bodies), Error);
            }
        }
    }
}

TEST_P(SolverConduct, DoesNotHideAPositionThatIsNoNumber) {
    Bodies<double> bodies = cluster(33);
    bodies.position.z[20] = std::numeric_limits<double>::quiet_NaN();
    for (const double softening : {0.0, 0.1}) {
        const std::vector<bool> number =
            numbers(solver(), precision(), bodies, softened(softening));
        EXPECT_FALSE(number[20]);
        EXPECT_FALSE(number[3]);
    }
}

TEST_P(SolverConduct, GivesTheSameWhateverTheNumberOfThreads) {
    if (info().space != Space::host) {
        return; // does not compute on the processor's threads
    }
    // Not only as many as there are cores.
    const oneapi::tbb::global_control allowed(oneapi::tbb::global_control::max_allowed_parallelism,
                                              8);
    const Bodies<double> bodies = cluster(4097);
    const ForceParameters parameters = softened(0.01);
    const auto by_one = run(bodies, parameters, everything(), 1).forces;
    for (const int threads : {2, 3, 8}) {
        const auto by_several = run(bodies, parameters, everything(), threads).forces;
        std::size_t different = 0;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Vector3 difference = by_several.acceleration[i] - by_one.acceleration[i];
            different += length(difference) != 0 ? 1U : 0U;
        }
        EXPECT_EQ(different, 0U) << threads << " threads";
        EXPECT_EQ(by_several.potential, by_one.potential) << threads << " threads";
    }
}

TEST_P(SolverConduct, FollowsTheBodiesFromSizeToSizeAndBack) {
    const ForceParameters parameters = softened(0.02);
    for (const std::size_t count : {100U, 33U, 1000U, 0U, 33U}) {
        expect_promise_kept(cluster(count), parameters);
        if (info().has_double) {
            run_solver(solver(), Precision::fp64, cluster(count), parameters);
        }
        run_solver(solver(), Precision::fp32, cluster(count), parameters);
    }
}

TEST_P(SolverConduct, LeavesThePaddingOfResultsZero) {
    const auto padding_touched = [&]<class Real>(Real) {
        const Bodies<Real> bodies = converted<Real>(cluster(33));
        Accelerations<Real> result(bodies.size(), info().has_potential, info().has_jerk);
        Workers workers(1);
        StepTimings timings;
        Execution execution{{}, workers, timings};
        const ForceParameters parameters;
        const auto request = ForceRequest<Real>::among(view(bodies), result.view(), parameters);
        EXPECT_EQ(solve(solver(), request, execution), Outcome::complete);
        bool touched = false;
        for (const HostArray<Real>* array :
             {&result.acceleration.x, &result.acceleration.y, &result.acceleration.z,
              &result.potential, &result.jerk.x, &result.jerk.y, &result.jerk.z}) {
            for (std::size_t i = array->size(); i < array->padded_size(); ++i) {
                touched = touched || (*array)[i] != 0;
            }
        }
        return touched;
    };
    EXPECT_FALSE(precision() == Precision::fp32 ? padding_touched(0.0F) : padding_touched(0.0));
}

TEST_P(SolverConduct, ReportsWhereItsTimeWentAndWhatItDid) {
    const Clock::time_point start = Clock::now();
    const SolverRun result = run(cluster(500));
    const double passed = milliseconds_since(start);
    if (info().is_direct) {
        EXPECT_EQ(result.timings.interactions, 500.0 * 499.0);
        EXPECT_EQ(run(cluster(0)).timings.interactions, 0);
    }
    double sum = 0;
    std::set<std::string> names;
    for (const StepTimings::Phase& phase : result.timings.phases) {
        EXPECT_TRUE(names.insert(phase.name).second) << phase.name << " is there twice";
        sum += phase.milliseconds;
    }
    EXPECT_EQ(names.count(""), 0U);
    EXPECT_GT(sum, 0);
    EXPECT_LE(sum, passed) << "phases are parts of the time it took";
}

// Time of the processor, not of the clock on the wall: other programs do not count.
double processor_seconds(clockid_t whose) {
    timespec time{};
    clock_gettime(whose, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

TEST_P(SolverConduct, ComputesOnSeveralThreadsIfItSaysSoAndElseOnOne) {
    if (info().space != Space::host) {
        return; // does not compute on the processor's threads
    }
    const oneapi::tbb::global_control allowed(oneapi::tbb::global_control::max_allowed_parallelism,
                                              8);
    // Which part of the work others than the calling thread did: of so many seconds, so that they
    // have had their turn on a machine of one core.
    const auto part_of_others = [&](double seconds) {
        for (std::size_t count = 4096;; count *= 2) {
            const double own = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
            const double all = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
            run(cluster(count), {}, {}, 4);
            const double by_own = processor_seconds(CLOCK_THREAD_CPUTIME_ID) - own;
            const double by_all = processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - all;
            if (by_all > seconds) {
                return 1 - by_own / by_all;
            }
        }
    };
    // Idle threads may still spin after what came before. A busy machine wakes them late: each
    // attempt is longer than the one before.
    bool as_it_says = false;
    for (int attempt = 1; attempt <= 20 && !as_it_says; ++attempt) {
        as_it_says = (part_of_others(0.1 * attempt) > 0.1) == info().multithreaded;
    }
    EXPECT_TRUE(as_it_says) << "multithreaded: " << std::boolalpha << info().multithreaded;
}

// Which is each body once.
TEST_P(SolverConduct, TellsTheOrderThatItSortedBodiesInIfItSaysSo) {
    const std::size_t count = 1000;
    EXPECT_EQ(solver().order(), nullptr) << "before anything was sorted";
    run(cluster(count));
    ASSERT_EQ(solver().order() != nullptr, info().sorts_bodies);
    if (info().sorts_bodies && info().space == Space::host) {
        const std::set<std::uint32_t> bodies(solver().order(), solver().order() + count);
        EXPECT_EQ(bodies.size(), count);
        EXPECT_EQ(*bodies.rbegin(), count - 1);
    }
}

TEST_P(SolverConduct, HoldsFewBytesABodyInFloat) {
    if (precision() != Precision::fp32 || info().space != Space::host || is_mesh()) {
        return; // the budget is the host's, in float; a mesh's is by cells
    }
    const std::size_t count = 4096;
    const std::size_t most = info().is_direct ? 16 : 160; // sorted bodies and what is made of them
    run(cluster(count));
    EXPECT_LE(solver().scratch_bytes(), most * count);
}

// The first choices, or both ends and the middle.
std::vector<double> values_of(const SolverOption& option, std::size_t choices) {
    std::vector<double> values;
    for (std::size_t choice = 0; choice < choices; ++choice) {
        values.push_back(static_cast<double>(choice));
    }
    if (values.empty()) {
        const double middle = (option.minimum + option.maximum) / 2;
        values = {option.minimum, option.whole ? std::floor(middle) : middle, option.maximum};
    }
    return values;
}

TEST_P(SolverConduct, KeepsItsPromiseWhateverIsChosen) {
    if (info().options.empty()) {
        return; // has no options
    }
    for (const SolverOption& option : info().options) {
        for (const double value : values_of(option, choices_to_try(option))) {
            SCOPED_TRACE(std::string(option.id) + "=" + std::to_string(value));
            for (const double softening : {0.0, 0.02}) {
                ForceParameters parameters = softened(softening);
                OptionValues values{{option.id, option.named(value)}};
                if (option.only_with.option != nullptr) {
                    values[option.only_with.option] = option.only_with.choice;
                }
                parameters.options = {info(), values};
                for (const std::size_t count : {3U, 33U, 1000U}) {
                    expect_promise_kept(cluster(count), parameters);
                    expect_promise_kept(cluster(count), parameters, everything());
                }
            }
        }
    }
}

TEST_P(SolverConduct, IsNotGivenFractionsWhereOnlyWholeNumbersMeanSomething) {
    if (std::none_of(info().options.begin(), info().options.end(),
                     [](const SolverOption& option) { return option.whole; })) {
        return; // has no option of whole numbers
    }
    for (const SolverOption& option : info().options) {
        if (!option.whole || option.maximum - option.minimum < 1) {
            continue;
        }
        Settings settings;
        settings.algorithm = info().id;
        settings.precision = precision();
        settings.solver_options[info().id] = {{option.id, option.minimum}};
        EXPECT_NO_THROW(checked(settings, {})) << option.id;
        settings.solver_options[info().id] = {{option.id, option.minimum + 0.5}};
        EXPECT_THROW(checked(settings, {}), Error) << option.id;
    }
}

TEST_P(SolverConduct, TakesChoicesByTheirNames) {
    if (info().options.empty()) {
        return; // has no options
    }
    for (const SolverOption& option : info().options) {
        Settings settings;
        settings.algorithm = info().id;
        settings.precision = precision();
        for (const std::string& choice : option.choices) {
            settings.solver_options[info().id] = {{option.id, choice}};
            EXPECT_NO_THROW(checked(settings, {})) << option.id << "=" << choice;
        }
        settings.solver_options[info().id] = {{option.id, "none of them"}};
        EXPECT_THROW(checked(settings, {}), Error) << option.id;
        if (!option.choices.empty()) {
            settings.solver_options[info().id] = {{option.id, 0}};
            EXPECT_THROW(checked(settings, {}), Error) << option.id << " by its place";
        }
    }
}

TEST_P(SolverConduct, DescribesItselfAndItsOptions) {
    for (const char* words : {info().title, info().family, info().idea, info().source}) {
        EXPECT_STRNE(words, "");
    }
    for (const SolverOption& option : info().options) {
        EXPECT_STRNE(option.tooltip, "") << option.id;
        EXPECT_LE(option.minimum, option.default_value) << option.id;
        EXPECT_LE(option.default_value, option.maximum) << option.id;
        if (!option.choices.empty()) {
            EXPECT_EQ(option.minimum, 0) << option.id;
            EXPECT_EQ(option.maximum, static_cast<double>(option.choices.size() - 1)) << option.id;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Every, SolverConduct, testing::ValuesIn(solver_variants()), variant_name);

} // namespace
} // namespace orrery
