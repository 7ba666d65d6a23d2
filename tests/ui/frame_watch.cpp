#include "tests/ui/frame_watch.hpp"

#include "render/gl_messages.hpp"

#include <GL/glew.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace orrery {
namespace {

constexpr std::size_t frames_between_looks = 30; // at the process
constexpr std::size_t max_threads = 256;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t max_megabytes = 12'000;
#else
// Kept steps and undo may take 768 MB, systems of up to a million bodies come and go, and the heap
// keeps what they leave: with a GPU 3,050 MB were the most in three times 75,000 frames.
constexpr std::size_t max_megabytes = 4'000;
#endif

// ORRERY_RANDOM_MEGABYTES allows others, where larger systems are made.
std::size_t allowed_megabytes() {
    const char* const text = std::getenv("ORRERY_RANDOM_MEGABYTES");
    return text == nullptr ? max_megabytes : std::strtoull(text, nullptr, 10);
}

bool all_finite(std::initializer_list<double> numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double n) { return std::isfinite(n); });
}

std::string state_fault(const AppState& app) {
    const CameraPose& pose = app.camera.pose();
    const glm::dquat& turned = pose.orientation;
    if (!all_finite({pose.centre.x, pose.centre.y, pose.centre.z, pose.distance, turned.x, turned.y,
                     turned.z, turned.w}) ||
        !(pose.distance > 0)) {
        return fmt::format("the camera is at {},{},{} from {}", pose.centre.x, pose.centre.y,
                           pose.centre.z, pose.distance);
    }
    if (!all_finite({app.status.time, app.status.time_step, app.status.softening})) {
        return fmt::format("the time is {}, its step {}, the softening {}", app.status.time,
                           app.status.time_step, app.status.softening);
    }
    const BodyStyle& style = app.view.style;
    if (!all_finite({style.size, style.brightness, style.exposure, style.bloom_strength,
                     style.scalar_low, style.scalar_high, app.view.ui_scale, app.view.rotation})) {
        return fmt::format("the look is not finite: size {}, scale {} to {}", style.size,
                           style.scalar_low, style.scalar_high);
    }
    const Settings& settings = app.settings;
    if (!all_finite({settings.time_step.value_or(0), settings.softening.value_or(0),
                     settings.steps_per_second})) {
        return "a setting is not finite";
    }
    return "";
}

std::string drawn_fault() {
    const ImDrawData* const drawn = ImGui::GetDrawData();
    if (drawn == nullptr) {
        return "";
    }
    for (const ImDrawList* const list : drawn->CmdLists) {
        for (const ImDrawVert& vertex : list->VtxBuffer) {
            if (!std::isfinite(vertex.pos.x) || !std::isfinite(vertex.pos.y)) {
                return std::string("a panel draws what is not finite: ") + list->_OwnerName;
            }
        }
    }
    return "";
}

// "VmRSS:" or "Threads:" of /proc/self/status.
std::size_t of_this_process(const std::string& name) {
    std::ifstream in("/proc/self/status");
    std::string word;
    std::size_t value = 0;
    while (in >> word) {
        if (word == name) {
            in >> value;
            return value;
        }
    }
    return 0;
}

// The use of memory, as far as one can tell from here.
std::string memory_words(const AppState& app, std::size_t frames, std::size_t megabytes) {
    const auto whole = [](std::size_t bytes) { return bytes >> 20U; };
    const struct mallinfo2 heap = mallinfo2();
    return fmt::format("frame {}: {} MB in use; allocated {} of {} on the heap and {} in maps; "
                       "simulation {}, checkpoints {}, undo {}; {} bodies, {} racers",
                       frames, megabytes, whole(heap.uordblks), whole(heap.arena),
                       whole(heap.hblkhd), whole(app.status.memory_bytes),
                       whole(app.status.travel.bytes), whole(app.undo.bytes()), app.status.count,
                       app.race.racers.size());
}

} // namespace

// Its window's ImGui ends before it does.
FrameWatch::FrameWatch() : gl_errors_before_(gl_error_count()) {
    if (const char* const log = std::getenv("ORRERY_RANDOM_MEMORY")) {
        memory_log_.open(log);
    }
    ImGuiContext& imgui = *ImGui::GetCurrentContext();
    imgui.IO.ConfigErrorRecoveryEnableAssert = false;
    imgui.ErrorCallbackUserData = this;
    imgui.ErrorCallback = [](ImGuiContext*, void* watch, const char* words) {
        static_cast<FrameWatch*>(watch)->complaint_ = words;
    };
}

std::string FrameWatch::look(const AppState& app) {
    ++frames_;
    if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
        return fmt::format("OpenGL's error {:#x}", error);
    }
    if (gl_error_count() != gl_errors_before_) {
        return "OpenGL has told an error";
    }
    if (!complaint_.empty()) {
        return "ImGui says: " + complaint_;
    }
    if (std::string fault = state_fault(app); !fault.empty()) {
        return fault;
    }
    if (std::string fault = drawn_fault(); !fault.empty()) {
        return fault;
    }
    return frames_ % frames_between_looks == 0 ? process_fault(app) : "";
}

std::string FrameWatch::process_fault(const AppState& app) {
    const std::size_t megabytes = of_this_process("VmRSS:") / 1024;
    const std::size_t threads = of_this_process("Threads:");
    most_megabytes_ = std::max(most_megabytes_, megabytes);
    most_threads_ = std::max(most_threads_, threads);
    if (memory_log_.is_open()) {
        memory_log_ << memory_words(app, frames_, megabytes) << std::endl;
    }
    if (megabytes > allowed_megabytes()) {
        return memory_words(app, frames_, megabytes);
    }
    return threads > max_threads ? fmt::format("there are {} threads", threads) : "";
}

Watchdog::Watchdog(double seconds, std::function<std::string()> tell)
    : tell_(std::move(tell)), newest_(std::chrono::steady_clock::now().time_since_epoch().count()),
      seconds_(seconds), thread_([this](const std::stop_token& stop) {
          using Steady = std::chrono::steady_clock;
          while (!stop.stop_requested()) {
              std::this_thread::sleep_for(std::chrono::milliseconds(50));
              const auto away = Steady::now().time_since_epoch() - Steady::duration(newest_.load());
              const double seconds = seconds_;
              if (away > std::chrono::duration<double>(seconds)) {
                  std::fprintf(stderr, "no frame for %g s\n%s", seconds, tell_().c_str());
                  std::fflush(stderr);
                  pthread_kill(watched_, SIGABRT);
                  std::this_thread::sleep_for(std::chrono::seconds(30)); // a report takes its time
                  std::abort();
              }
          }
      }) {}

} // namespace orrery
