// Every command, the window first. A new one is a file in this folder and a line here like its
// neighbours: it declares what the file defines, and adds it.

#include "app/commands/command.hpp"
#include "sim/base/registry.hpp"

namespace orrery {

void list_commands(Registry<const Command*>& list) {
    // clang-format off
    extern const Command window_command;      list.add(&window_command);
    extern const Command list_command;        list.add(&list_command);
    extern const Command bench_command;       list.add(&bench_command);
    extern const Command probe_command;       list.add(&probe_command);
    extern const Command verify_command;      list.add(&verify_command);
    extern const Command forces_command;      list.add(&forces_command);
    extern const Command simulate_command;    list.add(&simulate_command);
    extern const Command render_command;      list.add(&render_command);
    extern const Command convert_command;     list.add(&convert_command);
    extern const Command completion_command;  list.add(&completion_command);
    extern const Command help_command;        list.add(&help_command);
    // clang-format on
}

namespace {

Registry<const Command*>& registry() {
    static Registry<const Command*> all(
        {.noun = "command",
         .listing = "orrery --help",
         .name = [](const Command* const& one) { return std::string_view(one->name); },
         .fill = list_commands});
    return all;
}

} // namespace

std::span<const Command* const> commands() {
    return registry().all();
}

const Command* find_command(std::string_view name) {
    const Command* const* const found = registry().known(name);
    return found == nullptr ? nullptr : *found;
}

void register_command(const Command& command) {
    registry().add(&command);
}

} // namespace orrery
