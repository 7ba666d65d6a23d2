// orrery doctor: whether everything is there before the talk begins.

#include "app/commands/parser.hpp"
#include "app/commands/ranks.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "app/panels/theme.hpp"
#include "app/resources.hpp"
#include "app/window/file_dialogs.hpp"
#include "app/window/user_files.hpp"
#include "render/body_buffer.hpp"
#include "render/fullscreen_pass.hpp"
#include "render/offscreen.hpp"
#include "render/record/programs.hpp"
#include "render/record/video_file.hpp"
#include "render/window.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/domain/travel.hpp"
#include "sim/machine/devices.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine_memory/machine_memory.hpp"
#include "sim/mpi/rank_session.hpp"
#include "sim/sharing.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <thread>
#include <unistd.h>

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr double min_disk = 1e9;     // bytes: some minutes of video
constexpr double min_memory = 500e6; // bytes: a million bodies and the window
constexpr const char* gl_driver = "install a graphics driver with OpenGL 4.5, or Mesa's software "
                                  "one (Debian: libgl1-mesa-dri)";

// A part of this machine that a talk may need.
struct PreflightCheck {
    std::string name; // "window"
    bool works = true;
    std::string words;  // what there is, or why it does not work
    std::string remedy; // what to install or do; empty: nothing
    // For the window; all else has something that stands in.
    bool needed = name == "display" || name == "window";
};

// `missing` and its remedy are told where it does not work.
PreflightCheck check(const char* name, bool works, const std::string& words,
                     const std::string& missing, const char* remedy) {
    return {name, works, works ? words : missing, works ? "" : remedy};
}

std::string words_of(const GraphicsContext& context) {
    return fmt::format("OpenGL {}, {}{}", context.version(), context.renderer(),
                       drawn_by() == DrawnBy::processor ? " (software: no GPU draws)" : "");
}

// Display, window and monitors belong together: without the first there are no others.
void check_window(std::vector<PreflightCheck>& checks) {
    const auto display = connect_display();
    std::string name;
    for (const char* const variable : {"DISPLAY", "WAYLAND_DISPLAY"}) {
        const char* const value = std::getenv(variable);
        name = value == nullptr || *value == '\0' ? name : value;
    }
    const std::string silent =
        name.empty() ? "neither DISPLAY nor WAYLAND_DISPLAY is set" : "no answer from " + name;
    checks.push_back(check("display", display != nullptr, name, silent,
                           "start from a desktop, or use --off-screen and orrery render"));
    if (!display) {
        checks.push_back({"window", false, "no display", ""});
        return;
    }
    try {
        const Window window({.title = "Orrery", .size = {64, 64}, .visible = false});
        const bool software = drawn_by() == DrawnBy::processor;
        checks.push_back({"window", true,
                          fmt::format("{}, {} bits a channel", words_of(window), channel_bits(0)),
                          software ? "a GPU's driver draws more bodies smoothly" : ""});
    } catch (const Error& error) {
        checks.push_back({"window", false, error.problem(), gl_driver});
    }
    const std::vector<Monitor> all = monitors();
    const std::string sizes = joined(all, [](const Monitor& monitor) {
        return fmt::format("{}x{}", monitor.pixels.width, monitor.pixels.height);
    });
    checks.push_back(check("second monitor", all.size() > 1, sizes,
                           all.empty() ? "no monitor" : sizes,
                           "connect the projector and enable it in the display settings"));
}

// Off-screen, and what needs a context to be asked.
void check_off_screen(std::vector<PreflightCheck>& checks, const std::vector<GpuDevice>& gpus) {
    std::string copied = "no OpenGL"; // why bodies on a GPU are
    try {
        const OffscreenContext context;
        checks.push_back({"off-screen", true, "EGL, " + words_of(context), ""});
        BodyBuffer buffer;
        if (!gpus.empty()) {
            buffer.resize(1, gpus.front().index);
            BodyWriting(buffer, gpus.front().index).keep(0);
        }
        copied = gpus.empty() ? "no GPU in use" : buffer.interop_unavailable();
    } catch (const Error& error) {
        checks.push_back({"off-screen", false, error.problem(), error.hint()});
    }
    checks.push_back(check("interop", copied.empty(), "the GPU draws where it computes", copied,
                           gpus.empty() ? "" : "bodies are copied through the host instead"));
}

PreflightCheck check_video() {
    if (const std::string reason = VideoFile::unavailable(); !reason.empty()) {
        return check("video", false, "", reason,
                     "install it (Debian: ffmpeg); without it numbered pictures are recorded");
    }
    return check("video", has_encoder("libx264"), "ffmpeg with H.264", "ffmpeg has no libx264",
                 "install an ffmpeg with it (Debian: ffmpeg)");
}

PreflightCheck check_disk() {
    std::error_code unknown;
    const fs::path folder = fs::absolute(new_picture_file(), unknown).parent_path();
    const fs::space_info space = fs::space(folder, unknown);
    if (unknown) {
        return {"pictures", false, folder.string() + ": " + unknown.message(),
                "set XDG_PICTURES_DIR to an existing folder"};
    }
    const auto free = static_cast<double>(space.available);
    const std::string words =
        fmt::format("{} free in {}", with_prefix(free, "B"), folder.lexically_normal().string());
    return check("pictures", free >= min_disk, words, words,
                 "free some space, or set XDG_PICTURES_DIR to another disk");
}

// What MPI is given of GPUs, if there are any.
std::string words_on_gpu_memory() {
    if (!gpu_unavailable().empty()) {
        return "";
    }
    const std::string why = device_memory_unproved();
    return why.empty() ? ", takes GPU memory"
                       : fmt::format(", takes GPU memory by way of the host's ({})", why);
}

// What has neither a window nor a picture.
std::vector<PreflightCheck> other_checks(const std::vector<GpuDevice>& gpus) {
    const std::string no_cuda = gpu_unavailable(), no_nccl = sharing_unavailable(Sharing::nccl);
    const std::string names = joined(gpus, [](const GpuDevice& gpu) {
        return fmt::format("{} ({})", gpu.name,
                           with_prefix(static_cast<double>(gpu.memory_bytes), "B"));
    });
    const auto missing_font = missing_fonts(resource_folder() / "fonts");
    const std::string dialogs = desktop_dialog_program();
    const auto free = static_cast<double>(machine().available_memory);
    const std::string memory = free == 0 ? "unknown" : with_prefix(free, "B") + " free";
    return {check("CUDA", no_cuda.empty(), names, no_cuda, "CPU algorithms run without it"),
            check("NCCL", no_nccl.empty(), "for sharing work between GPUs", no_nccl,
                  "only needed for several GPUs (Debian: libnccl2)"),
            check("MPI", mpi_unavailable().empty(), mpi_library() + words_on_gpu_memory(),
                  mpi_unavailable(),
                  "only needed for many processes (Debian: openmpi-bin, libopenmpi-dev)"),
            check_video(),
            check("fonts", !missing_font, "Inter, JetBrains Mono", missing_font.value_or(""),
                  "install fonts-inter and fonts-jetbrains-mono (Debian)"),
            {"file dialogs", true, dialogs.empty() ? "Orrery's own" : "the system's, by " + dialogs,
             dialogs.empty() ? "install zenity or kdialog for the system's" : ""},
            check_disk(),
            check("memory", free == 0 || free >= min_memory, memory, memory,
                  "close other programs, or use fewer bodies"),
            // A start that measures them beside other programs may show other numbers than the
            // rehearsal.
            check("bodies", !read_choices().bodies.empty(),
                  "how many run smoothly was measured with nothing else running",
                  "how many run smoothly was not measured yet with nothing else running",
                  "for a talk, pin their number: --bodies 16k")};
}

std::string own_machine() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

// The first rank shows what each says of itself.
std::vector<Figures> rank_rows(Communicator& ranks, const std::string& words) {
    std::vector<Figures> rows;
    const auto all = gathered(ranks, std::vector<char>(words.begin(), words.end()));
    for (std::size_t k = 0; k < all.size(); ++k) {
        const std::string own(all[k].begin(), all[k].end());
        rows.push_back({{"rank", k, ">RANK", std::to_string(k)}, {"words", own, "SEES", own}});
    }
    return rows;
}

struct DoctorArguments {
    bool json = false;
};

// Of processes that a launcher started: where they are, what they may run on, and whether that is
// what it should be.
ExitCode examine_ranks(const DoctorArguments& request, const Console& console) {
    Communicator& ranks = console.ranks;
    const auto processors = static_cast<int>(std::thread::hardware_concurrency());
    const int own = threads_of_rank(console);
    const std::string words =
        fmt::format("{}: {} of {} threads, {} here, {}{}", own_machine(), own, processors,
                    counted(console.ranks_here, "rank", "ranks"), mpi_library(),
                    ranks.rank() == 0 ? words_on_gpu_memory() : "");
    const std::vector<Figures> rows = rank_rows(ranks, words);
    const bool crowded = static_cast<int>(console.ranks_here) > processors;
    const bool bound = own * static_cast<int>(console.ranks_here) < processors;
    const bool ready = greatest_of(ranks, crowded || bound ? 1 : 0) == 0;
    if (request.json && console.speaks()) {
        fmt::print("{}",
                   json_text({{"ready", ready},
                              {"ranks", {{"count", ranks.size()}, {"each", json_of(rows)}}}}));
    } else if (console.speaks()) {
        fmt::print("{}\n{}\n", table_text(rows),
                   ready     ? "All processors are in use, and messages arrive."
                   : crowded ? "There are more ranks than processors: start fewer on a machine."
                             : "Some processors are left idle: bind each rank to its share "
                               "(mpirun --map-by slot:PE=N), or to none (--bind-to none).");
    }
    return ExitCode::done;
}

// Looks at everything that a talk may need, in some seconds. Opens and closes a hidden window.
ExitCode examine(const DoctorArguments& request, const Console& console) {
    if (console.ranks.size() > 1) {
        return examine_ranks(request, console);
    }
    std::vector<PreflightCheck> checks;
    const std::vector<GpuDevice> gpus = gpu_devices();
    check_window(checks);
    check_off_screen(checks, gpus);
    std::ranges::move(other_checks(gpus), std::back_inserter(checks));
    bool ready = true; // for the window
    std::vector<Figures> rows;
    for (const PreflightCheck& one : checks) {
        ready = ready && (one.works || !one.needed);
        rows.push_back(
            {{"name", one.name, "WHAT", one.name},
             {"works", one.works, "",
              one.works    ? "works"
              : one.needed ? "MISSING"
                           : "missing"},
             {"needed", one.needed},
             {"words", one.words},
             {"remedy", one.remedy},
             {nullptr, {}, "DETAILS", one.words + (one.remedy.empty() ? "" : "; " + one.remedy)}});
    }
    if (request.json) {
        fmt::print("{}", json_text({{"ready", ready}, {"checks", json_of(rows)}}));
    } else {
        fmt::print("{}\nThe window {} here.\n", table_text(rows),
                   ready ? "works" : "does not work");
    }
    return ready ? ExitCode::done : ExitCode::failed;
}

void declare(Parser& parser, DoctorArguments& request) {
    parser.group("Output").flag("--json", request.json, "print JSON (docs/json.md)");
}

} // namespace

extern const Subcommand doctor_command{
    "doctor",
    "[--json]",
    "check this machine before a talk",
    "Checks display, OpenGL, CUDA, video encoder, fonts, monitors, disk and memory: what works "
    "here and, if something does not, what to install or do. Fails if the window cannot open; the "
    "rest is optional. Started by a launcher of MPI, shows its processes instead: on which "
    "machine each is, and how many threads it may use.",
    "orrery doctor\norrery doctor --json\nmpirun -n 4 orrery doctor",
    declared<DoctorArguments, examine>,
    true,
};

} // namespace orrery
