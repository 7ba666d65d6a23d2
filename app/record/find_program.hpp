#pragma once

#include <filesystem>

namespace orrery {

// The program as the shell would find it; empty: it is not there.
std::filesystem::path find_program(const char* name);

} // namespace orrery
