#include "tests/ui/driven_window.hpp"

#include <gtest/gtest.h>

namespace orrery {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

} // namespace

std::string DrivenWindow::missing() {
    return missing_program({"Xvfb", "xdotool"});
}

DrivenWindow::DrivenWindow(const Start& start)
    : server_(start.two_monitors ? XServer::with_two_monitors(folder())
                                 : XServer(start.screen_width, start.screen_height, folder(),
                                           start.screen_depth)) {
    std::vector<std::string> command{ORRERY_EXECUTABLE};
    command.insert(command.end(), start.arguments.begin(), start.arguments.end());
    command.insert(command.end(), {"--state-json", "state.json"});
    if (!start.remember) {
        command.insert(command.end(), {"--remember", "no"});
    }
    std::vector<std::string> environment{"DISPLAY=" + display(),
                                         "WAYLAND_DISPLAY=",
                                         "LIBGL_ALWAYS_SOFTWARE=1",
                                         "LC_ALL=C",
                                         "XDG_CONFIG_HOME=" + (folder() / "config").string(),
                                         "XDG_PICTURES_DIR=" + folder().string()};
    environment.insert(environment.end(), start.environment.begin(), start.environment.end());
    program_ = ChildProcess(command, environment, folder(), folder() / "program.log");
    const bool drawn =
        becomes([](const Json& state) { return !state.at("first_frame_seconds").is_null(); });
    if (!drawn) {
        throw std::runtime_error("the window does not open: " + log());
    }
    // Without a window manager the keyboard goes to where the pointer is.
    const Json window = state().at("window");
    move_mouse(window.at("width").get<int>() / 2, window.at("height").get<int>() / 2);
}

DrivenWindow::~DrivenWindow() {
    program_ = {};
}

void DrivenWindow::xdotool(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{"xdotool"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    on_display(command);
}

void DrivenWindow::on_display(const std::vector<std::string>& command) {
    const fs::path log = folder() / (command.front() + ".log");
    ChildProcess process(command, {"DISPLAY=" + display()}, folder(), log);
    if (process.wait() != 0) {
        throw std::runtime_error(command.front() + " fails: " + text_of(log));
    }
}

void DrivenWindow::key(const std::string& keys) {
    xdotool({"key", keys});
}

void DrivenWindow::type(const std::string& text) {
    xdotool({"type", "--delay", "40", text});
}

void DrivenWindow::type_into_field(const std::string& text) {
    EXPECT_TRUE(becomes("/window/takes_text", true)) << "no field to type '" << text << "' into";
    type(text);
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
    return wait_for([&] { return fs::exists(folder() / "state.json") && condition(state()); },
                    seconds);
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
