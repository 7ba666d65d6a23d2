#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// A finished program's results.
struct Finished {
    int exit_code = -1; // -1: ended by a signal
    std::string output, errors;
};

struct Launch {
    std::filesystem::path folder;                       // to run in; empty: the present one
    std::map<std::string, std::string> set_environment; // on top of the present one
    std::vector<std::string> unset_environment;
    // Sends SIGINT, as Ctrl+C does, after this much of the program's processor time, however busy
    // the machine is.
    std::optional<std::chrono::milliseconds> interrupt_after;
    int interrupt_signal = 2;                   // or another one
    std::function<void()> half_way = {};        // called at half that time
    bool ignore_hangup = false;                 // as nohup does
    std::string input;                          // comes through a pipe
    std::optional<std::uintmax_t> largest_file; // bytes; writing more fails as on a full disk
    std::filesystem::path program = ORRERY_EXECUTABLE;
};

// Runs the real program as a user would and waits for it.
Finished run_orrery(const std::vector<std::string>& arguments, const Launch& launch = {});

// A folder of its own for each test, removed at the end.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    const std::filesystem::path& path() const { return path_; }
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

std::string read_text(const std::filesystem::path& file);
void write_bytes(const std::filesystem::path& file, const std::string& bytes);

} // namespace orrery
