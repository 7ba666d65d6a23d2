#include "app/window/report_file.hpp"

#include "app/window/user_files.hpp"
#include "render/gl_messages.hpp"
#include "sim/base/error.hpp"

#include <imgui.h>

#include <utility>

namespace orrery {

namespace {

constexpr double seconds_between_reports = 0.2;

} // namespace

ReportFile::ReportFile(std::optional<std::filesystem::path> file,
                       std::function<void(const Error& error)> failed)
    : file_(std::move(file)), failed_(std::move(failed)) {}

void ReportFile::write_if_due(const AppState& app, WindowReport& report, const Surface& surface) {
    if (app.now - written_ >= seconds_between_reports) {
        write(app, report, surface);
        written_ = app.now;
    }
}

void ReportFile::write(const AppState& app, WindowReport& report, const Surface& surface) {
    if (!file_) {
        return;
    }
    report.window_size = surface.size();
    report.window_place = surface.place();
    report.gl_errors = gl_error_count();
    report.takes_text = ImGui::GetIO().WantTextInput;
    try {
        write_whole_file(*file_, state_json(app, report));
    } catch (const Error& error) {
        file_.reset();
        failed_(error);
    }
}

} // namespace orrery
