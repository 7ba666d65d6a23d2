#include "app/commands/shipped_snapshot.hpp"

#include "app/resources.hpp"
#include "sim/base/error.hpp"

#include <filesystem>

namespace orrery {

namespace fs = std::filesystem;

std::string here_or_shipped(const std::string& source) {
    std::error_code unreadable;
    if (source.empty() || source == "-" || fs::path(source).has_parent_path() ||
        fs::exists(source, unreadable)) {
        return source;
    }
    try {
        const fs::path folder = resource_folder() / "assets" / "snapshots";
        for (const std::string& name : {source, source + ".tipsy"}) {
            if (fs::is_regular_file(folder / name, unreadable)) {
                return (folder / name).string();
            }
        }
    } catch (const Error&) { // without resources there are no examples either
    }
    return source;
}

} // namespace orrery
