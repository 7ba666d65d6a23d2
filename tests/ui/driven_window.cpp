#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;
using Seconds = std::chrono::duration<double>;
using SteadyClock = std::chrono::steady_clock;

constexpr auto poll_interval = std::chrono::milliseconds(20);

// Asks until `attempt` gives something that is true, or the time is up.
template <class Attempt>
auto poll(double seconds, const Attempt& attempt) {
    const auto deadline = SteadyClock::now() + Seconds(seconds);
    auto result = attempt();
    while (!result && SteadyClock::now() < deadline) {
        std::this_thread::sleep_for(poll_interval);
        result = attempt();
    }
    return result;
}

bool on_path(const std::string& program) {
    std::stringstream folders(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (access((fs::path(folder) / program).c_str(), X_OK) == 0) {
            return true;
        }
    }
    return false;
}

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

fs::path new_folder() {
    std::string name = (fs::temp_directory_path() / "orrery-ui-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error("no temporary folder can be made");
    }
    return name;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> result;
    result.reserve(words.size() + 1);
    for (std::string& word : words) {
        result.push_back(word.data());
    }
    result.push_back(nullptr);
    return result;
}

} // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command,
                           const std::vector<std::string>& environment, const fs::path& folder,
                           const fs::path& log) {
    std::vector<std::string> words = command;
    std::vector<std::string> variables = environment;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        variables.emplace_back(*variable); // the first of a name counts
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND, 0644);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    const int status = posix_spawnp(&process_, words.front().c_str(), &actions, nullptr,
                                    pointers(words).data(), pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    if (status != 0) {
        process_ = 0;
        throw std::runtime_error(command.front() + " cannot be started");
    }
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : process_(std::exchange(other.process_, 0)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
    if (this != &other) {
        end();
        process_ = std::exchange(other.process_, 0);
    }
    return *this;
}

ChildProcess::~ChildProcess() {
    end();
}

void ChildProcess::end() {
    if (process_ > 0) {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
        process_ = 0;
    }
}

std::optional<int> ChildProcess::wait(double seconds) {
    int status = 0;
    const bool ended = poll(
        seconds, [&] { return process_ > 0 && waitpid(process_, &status, WNOHANG) == process_; });
    if (!ended) {
        return std::nullopt;
    }
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string DrivenWindow::missing() {
    for (const char* program : {"Xvfb", "xdotool"}) {
        if (!on_path(program)) {
            return std::string(program) + " is not installed";
        }
    }
    return "";
}

DrivenWindow::DrivenWindow(const Start& start) : folder_(new_folder()) {
    // The server picks a free number itself and writes it down.
    const fs::path number_file = folder_ / "display";
    const std::string screen =
        std::to_string(start.screen_width) + "x" + std::to_string(start.screen_height) + "x24";
    server_ = ChildProcess(
        {"sh", "-c",
         "exec Xvfb -displayfd 3 -screen 0 " + screen + " -nolisten tcp -noreset 3> display"},
        {}, folder_, folder_ / "server.log");
    const bool served = poll(20, [&] { return text_of(number_file).ends_with('\n'); });
    if (!served) {
        throw std::runtime_error("Xvfb does not start: " + text_of(folder_ / "server.log"));
    }
    std::string number = text_of(number_file);
    number.pop_back();
    display_ = "DISPLAY=:" + number;

    std::vector<std::string> command{ORRERY_EXECUTABLE};
    command.insert(command.end(), start.arguments.begin(), start.arguments.end());
    command.insert(command.end(), {"--state-json", "state.json"});
    if (!start.remember) {
        command.insert(command.end(), {"--remember", "no"});
    }
    program_ = ChildProcess(command,
                            {display_, "WAYLAND_DISPLAY=", "LIBGL_ALWAYS_SOFTWARE=1",
                             "XDG_CONFIG_HOME=" + (folder_ / "config").string(),
                             "XDG_PICTURES_DIR=" + folder_.string()},
                            folder_, folder_ / "program.log");
    const bool drawn =
        becomes([](const Json& state) { return !state.at("first_frame_seconds").is_null(); }, 30);
    if (!drawn) {
        throw std::runtime_error("the window does not open: " + log());
    }
    // Without a window manager the keyboard goes to where the pointer is.
    const Json window = state().at("window");
    move_mouse(window.at("width").get<int>() / 2, window.at("height").get<int>() / 2);
}

DrivenWindow::~DrivenWindow() {
    program_ = {};
    server_ = {};
    if (testing::Test::HasFailure()) {
        std::fprintf(stderr, "The window's files are kept in %s\n", folder_.c_str());
        return;
    }
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void DrivenWindow::xdotool(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{"xdotool"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    ChildProcess process(command, {display_}, folder_, folder_ / "xdotool.log");
    if (process.wait(10) != 0) {
        throw std::runtime_error("xdotool fails: " + text_of(folder_ / "xdotool.log"));
    }
}

void DrivenWindow::key(const std::string& keys) {
    xdotool({"key", keys});
}

void DrivenWindow::type(const std::string& text) {
    xdotool({"type", "--delay", "40", text});
}

void DrivenWindow::move_mouse(int x, int y) {
    xdotool({"mousemove", std::to_string(x), std::to_string(y)});
}

void DrivenWindow::drag(int button, int from_x, int from_y, int to_x, int to_y,
                        const std::string& key) {
    const std::string held = std::to_string(button);
    move_mouse(from_x, from_y);
    // Pauses, so that press, motion and release come in different frames.
    std::vector<std::string> steps;
    if (!key.empty()) {
        steps = {"keydown", key, "sleep", "0.1"};
    }
    steps.insert(steps.end(), {"mousedown", held, "sleep", "0.1"});
    constexpr int pieces = 4;
    for (int piece = 1; piece <= pieces; ++piece) {
        steps.insert(steps.end(),
                     {"mousemove", std::to_string(from_x + (to_x - from_x) * piece / pieces),
                      std::to_string(from_y + (to_y - from_y) * piece / pieces), "sleep", "0.05"});
    }
    steps.insert(steps.end(), {"sleep", "0.1", "mouseup", held});
    if (!key.empty()) {
        steps.insert(steps.end(), {"keyup", key});
    }
    xdotool(steps);
}

void DrivenWindow::click(int button, int times) {
    xdotool({"click", "--repeat", std::to_string(times), "--delay", "60", std::to_string(button)});
}

void DrivenWindow::resize(int width, int height) {
    xdotool({"search", "--name", "Orrery", "windowsize", std::to_string(width),
             std::to_string(height)});
}

Json DrivenWindow::state() const {
    return Json::parse(text_of(folder_ / "state.json"));
}

bool DrivenWindow::becomes(const std::function<bool(const Json&)>& condition, double seconds) {
    return poll(seconds, [&] { return fs::exists(folder_ / "state.json") && condition(state()); });
}

Json DrivenWindow::fresh_state() {
    const double before = state().at("seconds").get<double>();
    // The second report from now: the first may have been on its way already.
    double first = before;
    becomes([&](const Json& state) {
        first = state.at("seconds").get<double>();
        return first > before;
    });
    becomes([&](const Json& state) { return state.at("seconds").get<double>() > first; });
    return state();
}

std::string DrivenWindow::log() const {
    return text_of(folder_ / "program.log");
}

} // namespace orrery
