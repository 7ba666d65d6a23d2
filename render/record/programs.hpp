#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

// Other programs that this one calls.
namespace orrery {

// The program as the shell would find it; empty: it is not there.
std::filesystem::path find_program(const std::string& name);

// Descriptors that are a program's standard streams.
struct Streams {
    int input, output, messages;
};

// Starts the program that the first argument names, with no signal blocked and in a process group
// of its own: Ctrl+C in the terminal is ours to handle, and cuts nothing of it short. 0, or an
// errno.
int start_program(pid_t& child, const std::vector<std::string>& arguments, const Streams& streams);

// Waits until it has ended; its status.
int wait_for_program(pid_t child);

// Whether the program ffmpeg, as it is installed here, can encode so: "libx264". False without it.
bool has_encoder(std::string_view name);

} // namespace orrery
