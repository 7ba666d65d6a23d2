#pragma once

#include "app/window/state_report.hpp"
#include "render/surface.hpp"

#include <filesystem>
#include <functional>
#include <optional>

namespace orrery {

// The file of --state-json, rewritten a few times a second. What goes wrong is told once, and then
// nothing is written any more.
class ReportFile {
public:
    // No file: nothing is ever written. `failed` is told why it cannot be written.
    ReportFile(std::optional<std::filesystem::path> file,
               std::function<void(const Error& error)> failed);

    void write_if_due(const AppState& app, WindowReport& report, const Surface& surface);
    void write(const AppState& app, WindowReport& report, const Surface& surface);

private:
    std::optional<std::filesystem::path> file_; // unset: none, or it cannot be written
    std::function<void(const Error& error)> failed_;
    double written_ = 0; // seconds since the window opened
};

} // namespace orrery
