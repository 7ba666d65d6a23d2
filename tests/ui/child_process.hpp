#pragma once

#include "tests/patience.hpp"

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace orrery {

std::string text_of(const std::filesystem::path& file);

// The first of the programs that is not installed, in words; "" if all are.
std::string missing_program(std::initializer_list<const char*> programs);

// Gone with all that is in it when it goes out of scope; kept if the test has failed.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

// A program of our own, ended when it goes out of scope.
class ChildProcess {
public:
    ChildProcess() = default;
    // `environment`: "NAME=value" lines on top of ours. Its output goes to `log`.
    ChildProcess(const std::vector<std::string>& command,
                 const std::vector<std::string>& environment, const std::filesystem::path& folder,
                 const std::filesystem::path& log);
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ~ChildProcess();

    bool running() const { return process_ > 0; }
    void send(int signal);
    // Its exit code once it has ended by itself; nullopt if it has not within `seconds`.
    std::optional<int> wait(double seconds = patience);

private:
    void end();

    pid_t process_ = 0;
};

} // namespace orrery
