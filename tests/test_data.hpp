#pragma once

#include <filesystem>
#include <optional>

namespace orrery {

// The project's source folder, where golden pictures, shaders and docs lie.
std::filesystem::path source_folder();

// The folder of real input files: $ORRERY_TEST_DATA, or shared/data beside the project. Nothing:
// the test says so and skips.
std::optional<std::filesystem::path> test_data();

} // namespace orrery

#define ORRERY_REQUIRE_TEST_DATA(variable)                                                         \
    const auto variable = orrery::test_data();                                                     \
    if (!variable) {                                                                               \
        GTEST_SKIP() << "needs the real input files; set ORRERY_TEST_DATA to their folder";        \
    }
