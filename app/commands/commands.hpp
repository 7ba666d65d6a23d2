#pragma once

#include "app/commands/command.hpp"

namespace orrery {

extern const Command window_command;
extern const Command list_command;
extern const Command bench_command;
extern const Command probe_command;
extern const Command verify_command;
extern const Command forces_command;
extern const Command simulate_command;
extern const Command render_command;
extern const Command convert_command;
extern const Command completion_command;
extern const Command help_command;

} // namespace orrery
