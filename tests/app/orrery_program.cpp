#include "tests/app/orrery_program.hpp"

#include "tests/patience.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace orrery {
namespace {

std::vector<std::string> environment_of(const Launch& launch) {
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text = *variable;
        const std::string name = text.substr(0, text.find('='));
        const auto& unset = launch.unset_environment;
        if (!launch.set_environment.contains(name) &&
            std::find(unset.begin(), unset.end(), name) == unset.end()) {
            variables.push_back(text);
        }
    }
    for (const auto& [name, value] : launch.set_environment) {
        variables.push_back(name);
        variables.back().append("=").append(value);
    }
    return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

// In the child: never returns.
[[noreturn]] void become(const Launch& launch, std::vector<std::string>& arguments,
                         std::vector<std::string>& environment, const std::string& output,
                         const std::string& errors, int input) {
    const int out = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    std::signal(SIGINT, SIG_DFL); // ctest in the background would have it ignored
    std::signal(SIGHUP, launch.ignore_hangup ? SIG_IGN : SIG_DFL);
    dup2(input, STDIN_FILENO);
    if (launch.largest_file) {
        const rlimit limit = {*launch.largest_file, *launch.largest_file};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (out >= 0 && err >= 0 && dup2(out, STDOUT_FILENO) >= 0 && dup2(err, STDERR_FILENO) >= 0 &&
        (launch.folder.empty() || chdir(launch.folder.c_str()) == 0)) {
        execve(launch.program.c_str(), pointers_to(arguments).data(),
               pointers_to(environment).data());
    }
    _exit(127);
}

// Until the child has computed for so long, or has ended.
void wait_for_work(pid_t child, std::chrono::milliseconds time) {
    const auto worked = [&] {
        siginfo_t ended{};
        waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT);
        clockid_t clock{};
        timespec used{};
        if (ended.si_pid == child || clock_getcpuclockid(child, &clock) != 0 ||
            clock_gettime(clock, &used) != 0) {
            return true;
        }
        return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec) >= time;
    };
    if (!wait_for(worked)) {
        throw std::runtime_error("the program does not compute");
    }
}

} // namespace

Finished run_orrery(const std::vector<std::string>& arguments, const Launch& launch) {
    const TemporaryFolder folder;
    const std::string output = folder / "output", errors = folder / "errors";
    std::vector<std::string> words{"orrery"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> environment = environment_of(launch);

    int input[2] = {};
    if (pipe2(input, O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    const pid_t child = fork();
    if (child < 0) {
        throw std::system_error(errno, std::generic_category(), "fork");
    }
    if (child == 0) {
        become(launch, words, environment, output, errors, input[0]);
    }
    const bool taken = write(input[1], launch.input.data(), launch.input.size()) ==
                       static_cast<ssize_t>(launch.input.size()); // fits the pipe
    close(input[0]); // not before: whoever does not read must not end us by SIGPIPE
    close(input[1]);
    if (!taken) {
        throw std::system_error(errno, std::generic_category(), "input");
    }
    if (launch.interrupt_after) {
        if (launch.half_way) {
            wait_for_work(child, *launch.interrupt_after / 2);
            launch.half_way();
        }
        wait_for_work(child, *launch.interrupt_after);
        kill(child, launch.interrupt_signal);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(output), read_text(errors)};
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "orrery-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), name);
    }
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string read_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream stream(file, std::ios::binary);
    stream << bytes;
    if (!stream.flush()) {
        throw std::runtime_error("cannot write " + file.string());
    }
}

} // namespace orrery
