#include "render/record/programs.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace orrery {

namespace fs = std::filesystem;

namespace {

struct ClosePipe {
    void operator()(std::FILE* pipe) const { pclose(pipe); }
};

} // namespace

fs::path find_program(const std::string& name) {
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

int start_program(pid_t& child, const std::vector<std::string>& arguments, const Streams& streams) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, streams.input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, streams.output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, streams.messages, STDERR_FILENO);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    std::vector<char*> words;
    for (const std::string& argument : arguments) {
        words.push_back(const_cast<char*>(argument.c_str())); // posix_spawn does not change them
    }
    words.push_back(nullptr);
    const int error = posix_spawn(&child, find_program(arguments.front()).c_str(), &files,
                                  &attributes, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return error;
}

int wait_for_program(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

// Lines like " V....D libx264   H.264 / AVC".
bool has_encoder(std::string_view name) {
    const std::unique_ptr<std::FILE, ClosePipe> pipe(
        popen("ffmpeg -hide_banner -encoders 2>/dev/null </dev/null", "r"));
    std::array<char, 512> line{};
    const std::string word = " " + std::string(name) + " ";
    bool found = false;
    while (pipe && std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) != nullptr) {
        found = found || std::string_view(line.data()).find(word) != std::string_view::npos;
    }
    return found;
}

} // namespace orrery
