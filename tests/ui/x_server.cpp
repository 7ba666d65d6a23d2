#include "tests/ui/x_server.hpp"

#include <fstream>
#include <stdexcept>
#include <vector>

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr const char* dummy_driver = "/usr/lib/xorg/modules/drivers/dummy_drv.so";

constexpr const char* two_monitors = R"(Section "Device"
    Identifier "device"
    Driver "dummy"
    VideoRam 64000
EndSection
Section "Screen"
    Identifier "screen"
    Device "device"
    DefaultDepth 24
EndSection
Section "ServerFlags"
    Option "AutoAddDevices" "false"
EndSection
)";

// Modes that the driver does not have by itself: name, and a timing without effect. The driver
// finds out that a monitor is connected when it is asked.
void set_up_monitors(const std::string& display, const fs::path& folder) {
    for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
             {"--newmode", "wide", "64", "1280", "1328", "1360", "1440", "720", "723", "728",
              "741"},
             {"--addmode", "DUMMY0", "wide"},
             {"--addmode", "DUMMY1", "1024x768"},
             {"--addmode", "DUMMY1", "800x600"},
             {"--output", "DUMMY0", "--mode", "wide", "--pos", "0x0", "--output", "DUMMY1",
              "--mode", "1024x768", "--pos", "1280x0"},
             {"--query"}}) {
        std::vector<std::string> command{"xrandr"};
        command.insert(command.end(), more.begin(), more.end());
        ChildProcess xrandr(command, {"DISPLAY=" + display}, folder, folder / "xrandr.log");
        if (xrandr.wait() != 0) {
            throw std::runtime_error("xrandr fails: " + text_of(folder / "xrandr.log"));
        }
    }
}

} // namespace

XServer::XServer(const std::string& command, const fs::path& folder) {
    // The server picks a free number itself and writes it down.
    const fs::path number_file = folder / "display";
    server_ = ChildProcess({"sh", "-c", "exec " + command + " -displayfd 3 -noreset 3> display"},
                           {}, folder, folder / "server.log");
    const bool served = wait_for([&] { return text_of(number_file).ends_with('\n'); });
    if (!served) {
        throw std::runtime_error("the X server does not start: " + text_of(folder / "server.log"));
    }
    display_ = ":" + text_of(number_file);
    display_.pop_back();
}

XServer::XServer(int width, int height, const fs::path& folder, int depth)
    : XServer("Xvfb -screen 0 " + std::to_string(width) + "x" + std::to_string(height) + "x" +
                  std::to_string(depth) + " -nolisten tcp",
              folder) {}

XServer XServer::with_two_monitors(const fs::path& folder) {
    std::ofstream(folder / "xorg.conf") << two_monitors;
    // -novtswitch and -sharevts: the console, where there is one, is left as it is.
    XServer server("Xorg -config " + (folder / "xorg.conf").string() + " -logfile " +
                       (folder / "Xorg.log").string() + " -nolisten tcp -novtswitch -sharevts vt7",
                   folder);
    set_up_monitors(server.display(), folder);
    const std::vector<std::string> there{"DISPLAY=" + server.display()};
    server.window_manager_ =
        ChildProcess({"openbox", "--sm-disable"}, there, folder, folder / "openbox.log");
    const bool manages = wait_for([&] { // desktops are its doing
        const fs::path said = folder / "desktops.log";
        fs::remove(said);
        ChildProcess ask({"xdotool", "get_num_desktops"}, there, folder, said);
        return ask.wait() == 0 && text_of(said).find_first_of("123456789") == 0;
    });
    if (!manages) {
        throw std::runtime_error("openbox does not start: " + text_of(folder / "openbox.log"));
    }
    return server;
}

std::string XServer::missing_monitors() {
    const std::string program = missing_program({"Xorg", "xrandr", "openbox"});
    return !program.empty()            ? program
           : !fs::exists(dummy_driver) ? "Xorg's dummy driver is not installed"
                                       : "";
}

} // namespace orrery
