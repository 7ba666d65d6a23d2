#include "app/record/find_program.hpp"

#include <cstdlib>
#include <sstream>
#include <string>
#include <system_error>
#include <unistd.h>

namespace orrery {

namespace fs = std::filesystem;

fs::path find_program(const char* name) {
    const char* variable = std::getenv("PATH");
    std::istringstream folders(variable == nullptr ? "" : variable);
    for (std::string folder; std::getline(folders, folder, ':');) {
        const fs::path candidate = fs::path(folder) / name;
        std::error_code ignored;
        if (access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate, ignored)) {
            return candidate;
        }
    }
    return {};
}

} // namespace orrery
