#include "app/commands/preflight.hpp"

#include "app/choice/machine_memory.hpp"
#include "app/numbers.hpp"
#include "app/panels/fonts.hpp"
#include "app/record/encoders.hpp"
#include "app/record/video_file.hpp"
#include "app/resources.hpp"
#include "app/window/desktop_dialog.hpp"
#include "app/window/user_files.hpp"
#include "render/body_buffer.hpp"
#include "render/light_range.hpp"
#include "render/offscreen_context.hpp"
#include "render/window.hpp"
#include "sim/base/error.hpp"
#include "sim/machine/devices.hpp"
#include "sim/machine/machine.hpp"
#include "sim/sharing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr double min_disk = 1e9;     // bytes: some minutes of video
constexpr double min_memory = 500e6; // bytes: a million bodies and the window
constexpr const char* gl_driver = "install a graphics driver with OpenGL 4.5, or Mesa's software "
                                  "one (Debian: libgl1-mesa-dri)";

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

bool in_software(const std::string& renderer) {
    return renderer.find("llvmpipe") != std::string::npos ||
           renderer.find("softpipe") != std::string::npos ||
           renderer.find("swrast") != std::string::npos;
}

std::string words_of(const GraphicsContext& context) {
    const std::string renderer = context.renderer();
    return fmt::format("OpenGL {}, {}{}", context.version(), renderer,
                       in_software(renderer) ? " (software: no GPU draws)" : "");
}

std::string monitor_words(const std::vector<Monitor>& monitors) {
    std::string words;
    for (const Monitor& monitor : monitors) {
        words += fmt::format("{}{}x{}", words.empty() ? "" : ", ", monitor.pixels.width,
                             monitor.pixels.height);
    }
    return words.empty() ? "no monitor" : words;
}

// Display, window and monitors belong together: without the first there are no others.
void check_window(std::vector<PreflightCheck>& checks) {
    const auto display = connect_display();
    const std::string name =
        variable("WAYLAND_DISPLAY").empty() ? variable("DISPLAY") : variable("WAYLAND_DISPLAY");
    if (!display) {
        checks.push_back(
            {"display", false, true,
             name.empty() ? "neither DISPLAY nor WAYLAND_DISPLAY is set" : "no answer from " + name,
             "start from a desktop, or use --off-screen and orrery render"});
        checks.push_back({"window", false, true, "no display", ""});
        return;
    }
    checks.push_back({"display", true, true, name, ""});
    try {
        const Window window({.title = "Orrery", .size = {64, 64}, .visible = false});
        const bool software = in_software(window.renderer());
        checks.push_back({"window", true, true,
                          fmt::format("{}, {} bits a channel", words_of(window), channel_bits(0)),
                          software ? "a GPU's driver draws more bodies smoothly" : ""});
    } catch (const Error& error) {
        checks.push_back({"window", false, true, error.problem(), gl_driver});
    }
    const std::vector<Monitor> all = monitors();
    checks.push_back(
        {"second monitor", all.size() > 1, false, monitor_words(all),
         all.size() > 1 ? "" : "connect the projector and enable it in the display settings"});
}

// Off-screen, and what needs a context to be asked.
void check_off_screen(std::vector<PreflightCheck>& checks, const std::vector<GpuDevice>& gpus) {
    PreflightCheck interop{"interop", true, false, "", ""};
    try {
        const OffscreenContext context;
        checks.push_back({"off-screen", true, false, "EGL, " + words_of(context), ""});
        if (gpus.empty()) {
            interop.works = false;
            interop.words = "no GPU in use";
        } else {
            BodyBuffer buffer;
            buffer.resize(1, gpus.front().index);
            BodyWriting(buffer, gpus.front().index).keep(0);
            interop.works = buffer.interop_unavailable().empty();
            interop.words =
                interop.works ? "the GPU draws where it computes" : buffer.interop_unavailable();
        }
    } catch (const Error& error) {
        checks.push_back({"off-screen", false, false, error.problem(), error.hint()});
        interop.works = false;
        interop.words = "no OpenGL";
    }
    if (!interop.works && !gpus.empty()) {
        interop.remedy = "bodies are copied through the host instead";
    }
    checks.push_back(std::move(interop));
}

PreflightCheck check_cuda(const std::vector<GpuDevice>& gpus) {
    const std::string reason = gpu_unavailable();
    std::string names;
    for (const GpuDevice& gpu : gpus) {
        names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", gpu.name,
                             with_prefix(static_cast<double>(gpu.memory_bytes), "B"));
    }
    return {"CUDA", reason.empty(), false, reason.empty() ? names : reason,
            reason.empty() ? "" : "CPU algorithms run without it"};
}

PreflightCheck check_nccl() {
    const std::string reason = sharing_unavailable(Sharing::nccl);
    return {"NCCL", reason.empty(), false,
            reason.empty() ? "for sharing work between GPUs" : reason,
            reason.empty() ? "" : "only needed for several GPUs (Debian: libnccl2)"};
}

PreflightCheck check_video() {
    if (const std::string reason = VideoFile::unavailable(); !reason.empty()) {
        return {"video", false, false, reason,
                "install it (Debian: ffmpeg); without it numbered pictures are recorded"};
    }
    const bool h264 = has_encoder("libx264");
    return {"video", h264, false, h264 ? "ffmpeg with H.264" : "ffmpeg has no libx264",
            h264 ? "" : "install an ffmpeg with it (Debian: ffmpeg)"};
}

PreflightCheck check_fonts() {
    const auto missing = missing_fonts(resource_folder() / "fonts");
    return {"fonts", !missing, false, missing.value_or("Inter, JetBrains Mono"),
            missing ? "install fonts-inter and fonts-jetbrains-mono (Debian)" : ""};
}

PreflightCheck check_dialogs() {
    const std::string program = DesktopDialog::program();
    return {"file dialogs", true, false,
            program.empty() ? "Orrery's own" : "the system's, by " + program,
            program.empty() ? "install zenity or kdialog for the system's" : ""};
}

PreflightCheck check_disk() {
    std::error_code unknown;
    const fs::path folder = fs::absolute(new_picture_file(), unknown).parent_path();
    const fs::space_info space = fs::space(folder, unknown);
    if (unknown) {
        return {"pictures", false, false, folder.string() + ": " + unknown.message(),
                "set XDG_PICTURES_DIR to an existing folder"};
    }
    const auto free = static_cast<double>(space.available);
    return {
        "pictures", free >= min_disk, false,
        fmt::format("{} free in {}", with_prefix(free, "B"), folder.lexically_normal().string()),
        free >= min_disk ? "" : "free some space, or set XDG_PICTURES_DIR to another disk"};
}

PreflightCheck check_memory() {
    const auto free = static_cast<double>(machine().available_memory);
    const bool enough = free == 0 || free >= min_memory;
    return {"memory", enough, false, free == 0 ? "unknown" : with_prefix(free, "B") + " free",
            enough ? "" : "close other programs, or use fewer bodies"};
}

// A start that measures them beside other programs may show other numbers than the rehearsal.
PreflightCheck check_bodies() {
    const bool known = !read_choices().bodies.empty();
    return {"bodies", known, false,
            known ? "how many run smoothly was measured with nothing else running"
                  : "how many run smoothly was not measured yet with nothing else running",
            known ? "" : "for a talk, pin their number: --bodies 16k"};
}

} // namespace

std::vector<PreflightCheck> preflight() {
    std::vector<PreflightCheck> checks;
    const std::vector<GpuDevice> gpus = gpu_devices();
    check_window(checks);
    check_off_screen(checks, gpus);
    checks.push_back(check_cuda(gpus));
    checks.push_back(check_nccl());
    checks.push_back(check_video());
    checks.push_back(check_fonts());
    checks.push_back(check_dialogs());
    checks.push_back(check_disk());
    checks.push_back(check_memory());
    checks.push_back(check_bodies());
    return checks;
}

bool ready_for_window(const std::vector<PreflightCheck>& checks) {
    return std::all_of(checks.begin(), checks.end(),
                       [](const PreflightCheck& check) { return check.works || !check.needed; });
}

} // namespace orrery
