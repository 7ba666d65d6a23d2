// Every command, the window first. A new one is a file in this folder and a line here like its
// neighbours: it declares what the file defines, and adds it.

#include "app/commands/command.hpp"
#include "sim/base/registry.hpp"

namespace orrery {

void list_commands(Registry<const Subcommand*>& list) {
    // clang-format off
    extern const Subcommand window_command;      list.add(&window_command);
    extern const Subcommand present_command;     list.add(&present_command);
    extern const Subcommand serve_command;       list.add(&serve_command);
    extern const Subcommand list_command;        list.add(&list_command);
    extern const Subcommand doctor_command;      list.add(&doctor_command);
    extern const Subcommand bench_command;       list.add(&bench_command);
    extern const Subcommand bench_m2l_command;   list.add(&bench_m2l_command);
    extern const Subcommand bench_stencil_command;   list.add(&bench_stencil_command);
    extern const Subcommand bench_transpose_command; list.add(&bench_transpose_command);
    extern const Subcommand bench_gauss_command; list.add(&bench_gauss_command);
    extern const Subcommand bench_mpi_command;   list.add(&bench_mpi_command);
    extern const Subcommand bench_draw_command;  list.add(&bench_draw_command);
    extern const Subcommand probe_command;       list.add(&probe_command);
    extern const Subcommand verify_command;      list.add(&verify_command);
    extern const Subcommand forces_command;      list.add(&forces_command);
    extern const Subcommand density_command;     list.add(&density_command);
    extern const Subcommand power_command;       list.add(&power_command);
    extern const Subcommand haloes_command;      list.add(&haloes_command);
    extern const Subcommand simulate_command;    list.add(&simulate_command);
    extern const Subcommand render_command;      list.add(&render_command);
    extern const Subcommand convert_command;     list.add(&convert_command);
    extern const Subcommand completion_command;  list.add(&completion_command);
    extern const Subcommand help_command;        list.add(&help_command);
    // clang-format on
}

namespace {

Registry<const Subcommand*>& registry() {
    static Registry<const Subcommand*> all(
        {.noun = "command",
         .listing = "orrery --help",
         .name = [](const Subcommand* const& one) { return std::string_view(one->name); },
         .fill = list_commands});
    return all;
}

} // namespace

std::span<const Subcommand* const> commands() {
    return registry().all();
}

const Subcommand* find_command(std::string_view name) {
    const Subcommand* const* const found = registry().known(name);
    return found == nullptr ? nullptr : *found;
}

const Subcommand& command_called(std::string_view name) {
    return *registry().find(name);
}

} // namespace orrery
