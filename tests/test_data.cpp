#include "tests/test_data.hpp"

#include <cstdlib>

namespace orrery {

std::filesystem::path source_folder() {
    return ORRERY_SOURCE_FOLDER;
}

std::filesystem::path shipped_snapshot() {
    return source_folder() / "assets/snapshots/plummer_4096.tipsy";
}

std::filesystem::path shipped_forces() {
    return source_folder() / "tests/data/plummer_4096_forces_eps001.csv";
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
