#include "app/resources.hpp"

#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace orrery {
namespace {

namespace fs = std::filesystem;

bool has_resources(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(folder / "shaders", ignored);
}

} // namespace

fs::path resource_folder() {
    if (const char* given = std::getenv("ORRERY_RESOURCES"); given != nullptr && *given != '\0') {
        if (!has_resources(given)) {
            throw failure("holds no shaders folder", given,
                          "set ORRERY_RESOURCES to a folder that does, or unset it");
        }
        return given;
    }
    std::error_code unknown; // then it is looked for in the working folder
    const fs::path executable = fs::read_symlink("/proc/self/exe", unknown);
    const fs::path installed = (executable.parent_path() / "../share/orrery").lexically_normal();
    const fs::path source = ORRERY_SOURCE_FOLDER;
    for (const fs::path& folder : {installed, source}) {
        if (has_resources(folder)) {
            return folder;
        }
    }
    throw failure(fmt::format("shaders and fonts are neither in {} nor in {}", installed.string(),
                              source.string()),
                  "", "set ORRERY_RESOURCES to the folder that holds shaders/ and assets/");
}

} // namespace orrery
