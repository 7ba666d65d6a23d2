// The program's choices to suit the machine, and that they are the same at the next start.
#include "app/choice/machine_choice.hpp"
#include "sim/machine_memory/machine_memory.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/solver.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace orrery {
namespace {

bool is_direct(const std::string& id) {
    return find_solver(id).info.is_direct;
}

Settings of(const char* scene) {
    Settings settings;
    settings.source = scene;
    return settings;
}

TEST(PromisingAlgorithms, AreADirectSumAloneForFewBodiesAndInDoublePrecision) {
    const auto few = promising_algorithms(of("plummer"), min_for_trees - 1);
    ASSERT_EQ(few.size(), 1U);
    EXPECT_TRUE(is_direct(few[0]));
    Settings exact = of("plummer");
    exact.precision = Precision::fp64;
    const auto twofold = promising_algorithms(exact, 1'000'000);
    ASSERT_EQ(twofold.size(), 1U);
    EXPECT_TRUE(is_direct(twofold[0]));
}

TEST(PromisingAlgorithms, AreLedByATreeForManyBodiesAndEndWithADirectSum) {
    for (const std::size_t bodies : {std::size_t{0}, std::size_t{1'000'000}}) {
        const auto many = promising_algorithms(of("plummer"), bodies);
        ASSERT_GE(many.size(), 2U);
        EXPECT_FALSE(is_direct(many.front()));
        EXPECT_TRUE(is_direct(many.back()));
    }
}

TEST(PromisingAlgorithms, HaveTheOptionsThatWereTyped) {
    for (const std::string& id : promising_algorithms(of("plummer"), 0, {"theta"})) {
        EXPECT_NE(find_solver(id).info.find_option("theta"), nullptr) << id;
    }
    EXPECT_TRUE(is_direct(promising_algorithms(of("plummer"), 0, {"no_such_option"}).at(0)));
}

TEST(PromisingAlgorithms, AreComparedAtTheErrorThatTheSceneWants) {
    const std::vector<std::string> algorithms{"cpu.tree", "cpu.simd"};
    const Settings cube = with_wish_of_scene(of("uniform_cube"), algorithms);
    EXPECT_EQ(cube.solver_options.at("cpu.tree").at("error"), OptionValue(3e-4));
    EXPECT_FALSE(cube.solver_options.contains("cpu.simd"));
    EXPECT_EQ(with_wish_of_scene(of("plummer"), algorithms), of("plummer"));
    Settings typed = of("uniform_cube");
    typed.solver_options["cpu.tree"]["error"] = 1e-2;
    EXPECT_EQ(with_wish_of_scene(typed, algorithms), typed);
    EXPECT_EQ(with_wish_of_scene(of("/no/such/file"), algorithms), of("/no/such/file"));
}

TEST(PromisingAlgorithms, GiveTheJerkWhereTheIntegratorNeedsIt) {
    Settings settings = of("plummer");
    settings.integrator = "hermite4";
    for (const std::string& id : promising_algorithms(settings, 0)) {
        EXPECT_TRUE(find_solver(id).info.has_jerk) << id;
    }
}

TEST(PromisingAlgorithms, CanComputeInThePeriodicBoxOfAScene) {
    Settings exact = of("cosmic_web");
    exact.precision = Precision::fp64;
    for (const Settings& settings : {of("cosmic_web"), exact}) {
        for (const std::size_t bodies :
             {std::size_t{0}, std::size_t{512}, std::size_t{1'000'000}}) {
            const auto promising = promising_algorithms(settings, bodies);
            ASSERT_FALSE(promising.empty());
            for (const std::string& id : promising) {
                EXPECT_TRUE(find_solver(id).info.periodic) << id << " " << bodies;
            }
        }
    }
}

TEST(AlgorithmSpeed, GrowsWithTheSquareForDirectSumsAndNearlyWithTheNumberForTrees) {
    EXPECT_DOUBLE_EQ(scaled_step({"cpu.simd", 2}, 1000, 4000), 32);
    EXPECT_DOUBLE_EQ(scaled_step({"cpu.tree", 2}, 1024, 4096), 2 * 4.0 * 12 / 10);
}

TEST(AlgorithmSpeed, IsMeasuredOfAllAndSortedWithTheFastestInFront) {
    const auto speeds = compare_algorithms(of("plummer"), {"cpu.aos", "cpu.tree"}, 1'000'000, {});
    ASSERT_EQ(speeds.size(), 2U);
    EXPECT_EQ(speeds[0].algorithm, "cpu.tree") << "by a factor of hundreds";
    EXPECT_LT(speeds[0].step_milliseconds, speeds[1].step_milliseconds);
}

TEST(AlgorithmSpeed, IsNotToldWhenItIsNotWantedAnyMore) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(compare_algorithms(of("plummer"), {"cpu.tree"}, 100'000, stop.get_token()).empty());
    EXPECT_EQ(find_smooth_count(of("plummer"), stop.get_token()).bodies, 1024U);
}

TEST(SmoothCount, IsNotLargerForASlowerAlgorithm) {
    Settings slow;
    slow.algorithm = "cpu.aos";
    Settings fast;
    fast.algorithm = "cpu.simd_threads";
    const std::size_t few = find_smooth_count(slow, {}).bodies;
    EXPECT_GE(few, 1024U);
    EXPECT_GE(find_smooth_count(fast, {}).bodies, few);
}

// With a cache of its own, which holds what no measurement would find.
class MachineChoices : public testing::Test {
protected:
    void SetUp() override {
        const char* before = std::getenv("XDG_CACHE_HOME");
        before_ = before == nullptr ? "" : before;
        setenv("XDG_CACHE_HOME", cache_.c_str(), 1);
        std::filesystem::remove_all(cache_);
    }
    void TearDown() override {
        setenv("XDG_CACHE_HOME", before_.c_str(), 1);
        std::filesystem::remove_all(cache_);
    }

    std::filesystem::path choices_file() const { return cache_ + "/orrery/choices.json"; }

    static const inline std::vector<std::string> both{"cpu.tree", "cpu.simd_threads"};
    // This process's own file: several tests run at once.
    const std::string cache_ = testing::TempDir() + "orrery_choices_" + std::to_string(getpid());

private:
    std::string before_;
};

TEST_F(MachineChoices, AreMadeForFewBodiesWithoutAnyMeasurement) {
    const MachineChoice choice = choose_algorithm(of("plummer"), both, 100, ChoiceMemory::used, {});
    EXPECT_EQ(choice.algorithm, "cpu.simd_threads");
    EXPECT_TRUE(choice.words.empty());
    EXPECT_FALSE(std::filesystem::exists(choices_file()));
}

TEST_F(MachineChoices, OfAnAlgorithmComeBackFromTheFileForAboutAsManyBodies) {
    const Settings settings = of("plummer");
    RememberedChoices known;
    known.algorithms[speeds_key(settings, both, 16'384)] = {{"cpu.simd_threads", 1},
                                                            {"cpu.tree", 2}};
    remember_choices(known);
    for (const std::size_t bodies : {12'000U, 16'384U, 23'000U}) {
        const MachineChoice choice =
            choose_algorithm(settings, both, bodies, ChoiceMemory::used, {});
        EXPECT_EQ(choice.algorithm, "cpu.simd_threads") << "no measurement finds that";
        EXPECT_EQ(choice.words.substr(0, 17), "cpu.simd_threads:") << choice.words;
    }
    EXPECT_EQ(choose_algorithm(settings, both, 16'384, ChoiceMemory::not_used, {}).algorithm,
              "cpu.tree")
        << "what was measured";
    const std::string key = speeds_key(settings, both, 16'384);
    EXPECT_NE(key, speeds_key(settings, both, 32'768));
    EXPECT_NE(key, speeds_key(of("hernquist"), both, 16'384));
    Settings finer = settings;
    finer.solver_options["cpu.tree"]["error"] = 1e-4;
    EXPECT_NE(key, speeds_key(finer, both, 16'384));
}

TEST_F(MachineChoices, OfANumberOfBodiesAreTheSameAtEveryStart) {
    const Settings settings = of("plummer");
    RememberedChoices known;
    known.bodies[bodies_key(settings, "cpu.tree")] = 30'720;
    known.bodies[bodies_key(settings, "cpu.simd_threads")] = 40'960;
    remember_choices(known);
    const MachineChoice choice = choose_bodies(settings, both, ChoiceMemory::used, {});
    EXPECT_EQ(choice.algorithm, "cpu.simd_threads");
    EXPECT_EQ(choice.bodies, 40'960U);
    EXPECT_NE(choice.words.find("40,960 bodies"), std::string::npos) << choice.words;
}

TEST_F(MachineChoices, OfANumberOfBodiesGrowAtMostWhileOthersUseTheMachine) {
    RememberedChoices more;
    EXPECT_EQ(keep_count({14'336, false}, {}, "key", more), 14'336U);
    remember_choices(more);
    const RememberedChoices known = read_choices();
    EXPECT_TRUE(known.bodies.empty()) << "nothing is settled";
    EXPECT_EQ(keep_count({10'240, false}, known, "key", more), 14'336U) << "as at the last start";
    EXPECT_EQ(keep_count({16'384, false}, known, "key", more), 16'384U);
    EXPECT_EQ(keep_count({12'288, true}, known, "key", more), 12'288U) << "this is true";
    EXPECT_EQ(more.bodies.at("key"), 12'288U);
}

TEST_F(MachineChoices, OfFewBodiesAreADirectSums) {
    const Settings settings = of("plummer");
    RememberedChoices known;
    known.bodies[bodies_key(settings, "cpu.tree")] = 5120;
    known.bodies[bodies_key(settings, "cpu.simd_threads")] = 3072;
    remember_choices(known);
    const MachineChoice choice = choose_bodies(settings, both, ChoiceMemory::used, {});
    EXPECT_EQ(choice.algorithm, "cpu.simd_threads");
    EXPECT_EQ(choice.bodies, 3072U);
}

TEST_F(MachineChoices, AreNotTakenFromAFileThatCannotBeUnderstoodOrIsAnotherMachines) {
    std::filesystem::create_directories(choices_file().parent_path());
    for (const char* text :
         {"{", "[]", R"({"identity": "another", "algorithms": {}, "bodies": {}})",
          R"({"identity": 3})"}) {
        std::ofstream(choices_file()) << text;
        EXPECT_TRUE(read_choices().algorithms.empty()) << text;
    }
}

TEST_F(MachineChoices, AddToWhatIsRememberedAlready) {
    RememberedChoices one;
    one.bodies["a"] = 2048;
    remember_choices(one);
    RememberedChoices other;
    other.bodies["b"] = 4096;
    other.algorithms["c"] = {{"cpu.tree", 3.5}};
    remember_choices(other);
    const RememberedChoices all = read_choices();
    EXPECT_EQ(all.bodies.at("a"), 2048U);
    EXPECT_EQ(all.bodies.at("b"), 4096U);
    EXPECT_EQ(all.algorithms.at("c").at(0).step_milliseconds, 3.5);
}

} // namespace
} // namespace orrery
