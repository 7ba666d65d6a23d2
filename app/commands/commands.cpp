#include "app/commands/commands.hpp"

#include <algorithm>
#include <array>

namespace orrery {

std::span<const Command* const> commands() {
    static constexpr std::array<const Command*, 11> all{
        &window_command,  &list_command,       &bench_command,    &probe_command,
        &verify_command,  &forces_command,     &simulate_command, &render_command,
        &convert_command, &completion_command, &help_command,
    };
    return all;
}

const Command* find_command(std::string_view name) {
    const auto known = commands();
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Command* command) { return command->name == name; });
    return found == known.end() ? nullptr : *found;
}

} // namespace orrery
