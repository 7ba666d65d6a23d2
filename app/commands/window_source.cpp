#include "app/commands/window_source.hpp"

#include "app/commands/command.hpp"
#include "sim/base/closest_names.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace orrery {

void require_source(const std::string& source) {
    std::vector<std::string> names;
    for (const Scene& scene : scenes()) {
        names.emplace_back(scene.id);
    }
    for (const Subcommand* command : commands().subspan(1)) {
        names.emplace_back(command->name);
    }
    std::error_code ignored;
    const bool is_scene = std::find(names.begin(), names.end(), source) != names.end();
    if (!is_scene && source != "-" && !std::filesystem::exists(first_part(source), ignored)) {
        throw bad_input(fmt::format("'{}' is neither a command, a scene nor a file", source), "",
                        did_you_mean(source, names, "orrery --help"));
    }
}

} // namespace orrery
