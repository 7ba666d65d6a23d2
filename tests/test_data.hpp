#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace orrery {

// The folder of real input files: $ORRERY_TEST_DATA, or shared/data beside the project. Nothing:
// the test says so and skips.
inline std::optional<std::filesystem::path> test_data() {
    std::filesystem::path folder = std::filesystem::path(ORRERY_SOURCE_DIR) / "../shared/data";
    if (const char* given = std::getenv("ORRERY_TEST_DATA")) {
        folder = given;
    }
    if (!std::filesystem::exists(folder / "plummer_16384.tipsy")) {
        return std::nullopt;
    }
    return folder;
}

} // namespace orrery

#define ORRERY_REQUIRE_TEST_DATA(variable)                                                         \
    const auto variable = orrery::test_data();                                                     \
    if (!variable) {                                                                               \
        GTEST_SKIP() << "needs the real input files; set ORRERY_TEST_DATA to their folder";        \
    }
