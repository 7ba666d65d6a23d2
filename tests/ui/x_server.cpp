#include "tests/ui/x_server.hpp"

#include <stdexcept>

namespace orrery {

XServer::XServer(int width, int height, const std::filesystem::path& folder) {
    // The server picks a free number itself and writes it down.
    const std::filesystem::path number_file = folder / "display";
    const std::string screen = std::to_string(width) + "x" + std::to_string(height) + "x24";
    server_ = ChildProcess(
        {"sh", "-c",
         "exec Xvfb -displayfd 3 -screen 0 " + screen + " -nolisten tcp -noreset 3> display"},
        {}, folder, folder / "server.log");
    const bool served = poll(20, [&] { return text_of(number_file).ends_with('\n'); });
    if (!served) {
        throw std::runtime_error("Xvfb does not start: " + text_of(folder / "server.log"));
    }
    display_ = ":" + text_of(number_file);
    display_.pop_back();
}

} // namespace orrery
