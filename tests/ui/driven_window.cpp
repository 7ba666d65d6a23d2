#include "tests/ui/driven_window.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace orrery {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

bool on_path(const std::string& program) {
    std::stringstream folders(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (access((fs::path(folder) / program).c_str(), X_OK) == 0) {
            return true;
        }
    }
    return false;
}

} // namespace

std::string DrivenWindow::missing() {
    for (const char* program : {"Xvfb", "xdotool"}) {
        if (!on_path(program)) {
            return std::string(program) + " is not installed";
        }
    }
    return "";
}

DrivenWindow::DrivenWindow(const Start& start) {
    // The server picks a free number itself and writes it down.
    const fs::path number_file = folder() / "display";
    const std::string screen =
        std::to_string(start.screen_width) + "x" + std::to_string(start.screen_height) + "x24";
    server_ = ChildProcess(
        {"sh", "-c",
         "exec Xvfb -displayfd 3 -screen 0 " + screen + " -nolisten tcp -noreset 3> display"},
        {}, folder(), folder() / "server.log");
    const bool served = poll(20, [&] { return text_of(number_file).ends_with('\n'); });
    if (!served) {
        throw std::runtime_error("Xvfb does not start: " + text_of(folder() / "server.log"));
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
                             "XDG_CONFIG_HOME=" + (folder() / "config").string(),
                             "XDG_PICTURES_DIR=" + folder().string()},
                            folder(), folder() / "program.log");
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
}

void DrivenWindow::xdotool(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{"xdotool"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    ChildProcess process(command, {display_}, folder(), folder() / "xdotool.log");
    if (process.wait(10) != 0) {
        throw std::runtime_error("xdotool fails: " + text_of(folder() / "xdotool.log"));
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
    return Json::parse(text_of(folder() / "state.json"));
}

bool DrivenWindow::becomes(const std::function<bool(const Json&)>& condition, double seconds) {
    return poll(seconds, [&] { return fs::exists(folder() / "state.json") && condition(state()); });
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
    return text_of(folder() / "program.log");
}

} // namespace orrery
