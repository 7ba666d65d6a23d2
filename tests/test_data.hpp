#pragma once

#include <filesystem>
#include <optional>

namespace orrery {

// The project's source folder, where golden pictures, shaders and docs lie.
std::filesystem::path source_folder();

// A small real file that comes with the project, and true forces on some of its bodies with
// softening 0.01: tests/data/README.md.
std::filesystem::path shipped_snapshot();
std::filesystem::path shipped_forces();

// The folder of large real input files: $ORRERY_TEST_DATA, or shared/data beside the project.
// Nothing: the test says so and skips.
std::optional<std::filesystem::path> test_data();

} // namespace orrery

#define ORRERY_REQUIRE_TEST_DATA(variable)                                                         \
    const auto variable = orrery::test_data();                                                     \
    if (!variable) {                                                                               \
        GTEST_SKIP() << "needs the large input files; set ORRERY_TEST_DATA to their folder";       \
    }
