#include "tests/test_data.hpp"

#include <cstdlib>

namespace orrery {

std::filesystem::path source_folder() {
    return ORRERY_SOURCE_FOLDER;
}

std::optional<std::filesystem::path> test_data() {
    std::filesystem::path folder = source_folder() / "../shared/data";
    if (const char* given = std::getenv("ORRERY_TEST_DATA")) {
        folder = given;
    }
    if (!std::filesystem::exists(folder / "plummer_16384.tipsy")) {
        return std::nullopt;
    }
    return folder;
}

} // namespace orrery
