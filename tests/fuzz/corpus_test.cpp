// The fuzzers' entry points over their corpora and over every small damage to them, so that each
// test run without clang exercises them too.

#include "sim/base/error.hpp"
#include "sim/snapshot.hpp"
#include "sim/snapshots/session.hpp"
#include "sim/snapshots/settings_toml.hpp"
#include "tests/fuzz/entry_points.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <vector>

namespace orrery {

// How GoogleTest shows a parameter, by a name of its choice.
// NOLINTNEXTLINE(readability-identifier-naming)
static void PrintTo(const FuzzTarget& target, std::ostream* stream) {
    *stream << target.name;
}

namespace {

using Bytes = std::vector<std::byte>;

struct Seed {
    std::filesystem::path file;
    Bytes bytes;
};

std::vector<Seed> corpus(const FuzzTarget& target) {
    const auto folder = source_folder() / "tests/fuzz/corpus" / target.name;
    std::vector<Seed> seeds;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        const auto bytes = std::as_bytes(std::span(text));
        seeds.push_back({entry.path(), {bytes.begin(), bytes.end()}});
    }
    return seeds;
}

class Corpus : public testing::TestWithParam<FuzzTarget> {};

TEST_P(Corpus, IsThereAndSmall) {
    const auto seeds = corpus(GetParam());
    EXPECT_FALSE(seeds.empty());
    for (const Seed& seed : seeds) {
        EXPECT_LT(seed.bytes.size(), 4096U) << seed.file;
    }
}

TEST_P(Corpus, IsReadWithoutAnythingButErrors) {
    for (const Seed& seed : corpus(GetParam())) {
        SCOPED_TRACE(seed.file);
        EXPECT_NO_THROW(GetParam().run(seed.bytes));
    }
}

// Seeds named valid_… must be read, or all the others would be tested at their first byte only.
TEST_P(Corpus, HasValidFilesAmongItsSeeds) {
    int valid = 0;
    for (const Seed& seed : corpus(GetParam())) {
        if (!seed.file.filename().string().starts_with("valid_")) {
            continue;
        }
        SCOPED_TRACE(seed.file);
        ++valid;
        if (std::string_view(GetParam().name) == "settings") {
            EXPECT_NO_THROW(read_settings(seed.file));
        } else {
            EXPECT_NO_THROW(read_snapshot(seed.file));
        }
    }
    EXPECT_GT(valid, 0);
}

TEST_P(Corpus, MayBeCutShortAnywhere) {
    for (const Seed& seed : corpus(GetParam())) {
        SCOPED_TRACE(seed.file);
        for (std::size_t size = 0; size < seed.bytes.size(); ++size) {
            // A copy of just this size, so that a sanitizer sees one byte too many being read.
            const Bytes cut(seed.bytes.begin(),
                            seed.bytes.begin() + static_cast<std::ptrdiff_t>(size));
            EXPECT_NO_THROW(GetParam().run(cut)) << "at " << size;
        }
    }
}

TEST_P(Corpus, MayHaveAnyByteDamaged) {
    constexpr std::byte damages[] = {std::byte{0x01}, std::byte{0x10}, std::byte{0x80},
                                     std::byte{0xFF}};
    for (const Seed& seed : corpus(GetParam())) {
        SCOPED_TRACE(seed.file);
        Bytes damaged = seed.bytes;
        for (std::size_t at = 0; at < damaged.size(); ++at) {
            for (const std::byte damage : damages) {
                damaged[at] = seed.bytes[at] ^ damage;
                EXPECT_NO_THROW(GetParam().run(damaged)) << "byte " << at;
            }
            damaged[at] = seed.bytes[at];
        }
    }
}

TEST_P(Corpus, MayHaveAnyByteTwiceOrMissing) {
    for (const Seed& seed : corpus(GetParam())) {
        SCOPED_TRACE(seed.file);
        for (std::size_t at = 0; at < seed.bytes.size(); ++at) {
            const auto offset = static_cast<std::ptrdiff_t>(at);
            Bytes changed = seed.bytes;
            changed.insert(changed.begin() + offset, seed.bytes[at]);
            EXPECT_NO_THROW(GetParam().run(changed)) << "byte " << at << " twice";
            changed = seed.bytes;
            changed.erase(changed.begin() + offset);
            EXPECT_NO_THROW(GetParam().run(changed)) << "byte " << at << " missing";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, Corpus, testing::ValuesIn(fuzz_targets),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace orrery
