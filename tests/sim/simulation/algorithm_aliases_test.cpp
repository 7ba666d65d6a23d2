// The ids of older versions for algorithms on several GPUs.

#include "sim/simulation/algorithm_aliases.hpp"

#include "sim/base/error.hpp"
#include "sim/snapshots/settings_toml.hpp"
#include "sim/solver.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

struct Alias {
    const char* id;
    OptionValues options; // as older versions had them
    const char* algorithm;
    Sharing sharing;
    OptionValues left = {};
};

void PrintTo(const Alias& alias, std::ostream* out) { // NOLINT(readability-identifier-naming)
    *out << alias.id;
    for (const auto& [id, value] : alias.options) {
        *out << " " << id << "=" << value.text();
    }
}

class OldAlgorithms : public testing::TestWithParam<Alias> {};

TEST_P(OldAlgorithms, StandForAnAlgorithmAndItsSharing) {
    const Alias& alias = GetParam();
    Settings settings;
    settings.algorithm = alias.id;
    settings.solver_options[alias.id] = alias.options;
    ASSERT_TRUE(resolve_alias(settings));
    EXPECT_EQ(settings.algorithm, alias.algorithm);
    EXPECT_EQ(settings.sharing, alias.sharing);
    EXPECT_EQ(settings.solver_options[alias.algorithm], alias.left);
    EXPECT_EQ(settings.solver_options.count(alias.id), 0U);
    EXPECT_FALSE(resolve_alias(settings)) << "it is none any more";
}

INSTANTIATE_TEST_SUITE_P(
    Each, OldAlgorithms,
    testing::Values(Alias{"multigpu.threads", {}, "gpu.symmetric", Sharing::threads},
                    Alias{"multigpu.single_thread", {}, "gpu.symmetric", Sharing::single_thread},
                    Alias{"multigpu.peer", {}, "gpu.symmetric", Sharing::peer},
                    Alias{"multigpu.nccl", {}, "gpu.symmetric", Sharing::nccl},
                    Alias{"multigpu.tree", {}, "gpu.tree", Sharing::peer},
                    Alias{"multigpu.peer", {{"kernel", "shared"}}, "gpu.shared", Sharing::peer},
                    Alias{"multigpu.threads", {{"kernel", 1}}, "gpu.register", Sharing::threads},
                    Alias{"multigpu.threads", {{"kernel", 99}}, "gpu.symmetric", Sharing::threads},
                    Alias{"multigpu.tree", {{"mode", "nccl"}}, "gpu.tree", Sharing::nccl},
                    Alias{"multigpu.tree",
                          {{"mode", 0}, {"error", 1e-4}},
                          "gpu.tree",
                          Sharing::threads,
                          {{"error", 1e-4}}}));

TEST(AlgorithmAliases, AreNoOtherIds) {
    for (const char* id : {"cpu.tree", "gpu.symmetric", "multigpu.", "multigpu.none", "multi"}) {
        Settings settings;
        settings.algorithm = id;
        settings.solver_options[id] = {{"mode", "peer"}};
        const Settings before = settings;
        EXPECT_FALSE(resolve_alias(settings)) << id;
        EXPECT_EQ(settings, before) << id;
    }
}

// Where there are no GPU's algorithms, the resolved id is the one that is not known.
TEST(AlgorithmAliases, AreReadFromFilesOfOlderVersions) {
    const std::string text = "algorithm = \"multigpu.peer\"\n"
                             "[solver_options.\"multigpu.peer\"]\nkernel = 2\n";
    try {
        const Settings read = settings_from_toml(text, "old.toml");
        EXPECT_EQ(read.algorithm, "gpu.shared");
        EXPECT_EQ(read.sharing, Sharing::peer);
    } catch (const Error& error) {
        EXPECT_NE(error.problem().find("'gpu.shared'"), std::string::npos) << error.what();
    }
}

TEST(Sharing, IsFoundByItsIdAndKeptInFilesByIt) {
    for (const SharingMode& mode : sharing_modes()) {
        EXPECT_EQ(find_sharing(mode.id), mode.sharing);
        EXPECT_EQ(&sharing_mode(mode.sharing), &mode);
        Settings settings;
        settings.sharing = mode.sharing;
        EXPECT_EQ(settings_from_toml(settings_to_toml(settings), "a.toml"), settings);
    }
    EXPECT_THROW(find_sharing("pear"), Error);
}

TEST(Sharing, IsPassedOverByAlgorithmsWhoseWorkCannotBeShared) {
    const SolverEntry& alone = find_solver("cpu.simd");
    EXPECT_EQ(alone.granted(Sharing::peer), Sharing::none);
    EXPECT_EQ(&alone.info_with(Sharing::peer), &alone.info);
    EXPECT_EQ(alone.unavailable_with(Sharing::peer), "");
}

} // namespace
} // namespace orrery
