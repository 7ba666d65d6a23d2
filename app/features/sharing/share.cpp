// Gives pictures and loops away: when one is saved, it is put into the system's clipboard too, by
// the program wl-copy (Wayland) or xclip (X), which keeps it there.
#include "app/features/features.hpp"
#include "app/job.hpp"
#include "app/language/tr.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/window_requests.hpp"
#include "render/record/programs.hpp"
#include "render/record/video_file.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <sys/wait.h>
#include <utility>

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr double loop_seconds = 5;

// The size of a loop that is a picture: as large as pages and messages show it.
constexpr int widest_loop = 960;

Extent loop_size(const Extent& window) {
    const double share = std::min(1.0, static_cast<double>(widest_loop) / window.width);
    const auto even = [&](int side) {
        return std::max(2, 2 * static_cast<int>(std::lround(share * side / 2)));
    };
    return {even(window.width), even(window.height)};
}

struct CloseStream {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
};
using Stream = std::unique_ptr<std::FILE, CloseStream>;

// The program's call that takes `kind` from its standard input; empty: there is none here.
std::vector<std::string> clipboard_program(const std::string& kind) {
    if (std::getenv("WAYLAND_DISPLAY") != nullptr && !find_program("wl-copy").empty()) {
        return {"wl-copy", "--type", kind};
    }
    if (std::getenv("DISPLAY") != nullptr && !find_program("xclip").empty()) {
        return {"xclip", "-selection", "clipboard", "-t", kind};
    }
    return {};
}

// "file:///home/a%20b.mp4"
std::string address_of(const fs::path& file) {
    constexpr std::string_view plain = "/-_.~";
    std::string address = "file://";
    for (const char c : fs::absolute(file).string()) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (letter || (c >= '0' && c <= '9') || plain.find(c) != std::string_view::npos) {
            address += c;
        } else {
            address += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        }
    }
    return address;
}

// A picture is itself in the clipboard; of another file its name is, as file managers copy files.
Stream contents_for_clipboard(const fs::path& file, bool picture) {
    if (picture) {
        return Stream(std::fopen(file.c_str(), "rb"));
    }
    Stream name(std::tmpfile());
    if (name) {
        std::fprintf(name.get(), "%s\r\n", address_of(file).c_str());
        std::rewind(name.get());
    }
    return name;
}

// Whether the file is in the clipboard now.
bool put_into_clipboard(const fs::path& file) {
    const bool picture = file.extension() == ".png";
    const std::vector<std::string> call =
        clipboard_program(picture ? "image/png" : "text/uri-list");
    const Stream contents = contents_for_clipboard(file, picture);
    const Stream nothing(std::fopen("/dev/null", "w")); // it would keep our own streams open
    pid_t child = -1;
    if (call.empty() || !contents || !nothing ||
        start_program(child, call,
                      {fileno(contents.get()), fileno(nothing.get()), fileno(nothing.get())}) !=
            0) {
        return false;
    }
    const int status = wait_for_program(child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

class Share : public Feature {
public:
    static void declare(AppState& app) {
        const auto shown = [&app] { return app.written.count > 0; };
        add_action(app, "File", "file.share_picture", "Share picture",
                   "Saves the picture without panels, and puts it into the clipboard",
                   "Ctrl+Shift+C",
                   [&app] {
                       app.requests.add(TakePicture{app.framebuffer, true});
                   })
            .only_if(shown);
        add_action(app, "File", "file.share_loop", "Share five seconds",
                   "Records the next five seconds without panels, and puts the video's file into "
                   "the clipboard",
                   "Ctrl+Shift+R",
                   [&app] {
                       app.requests.add(Record{app.framebuffer, loop_seconds});
                   })
            .only_if(shown);
        add_action(
            app, "File", "file.share_webp", "Share five seconds as a picture",
            "The same as an animated WebP picture that repeats, at most 960 pixels wide, for "
            "pages and messages",
            "Ctrl+Shift+P",
            [&app] {
                if (VideoFile::unavailable().empty() && !has_encoder("libwebp_anim")) {
                    app.say("This ffmpeg has no libwebp_anim: Ctrl+Shift+R shares a video", true);
                    return;
                }
                app.requests.add(Record{loop_size(app.framebuffer), loop_seconds, ".webp"});
            })
            .only_if(shown);
    }

    void act(Frame& frame) override {
        AppState& app = frame.app;
        if (const auto given = app.requests.take<PutIntoClipboard>()) {
            file_ = given->file;
            putting_.start([file = file_, here = app.own_clipboard] {
                return here && put_into_clipboard(file);
            });
        }
        if (const std::optional<bool> there = putting_.poll()) {
            if (*there) {
                app.announce("shared", tr_format("Saved and copied: {}", file_.string()));
                return;
            }
            ImGui::SetClipboardText(fs::absolute(file_).c_str());
            app.announce("shared", tr_format("Saved {}; its name is in the clipboard (xclip or "
                                             "wl-copy would put the picture there)",
                                             file_.string()));
        }
    }

    FrameDemand demand(const AppState&) const override {
        return background_if(putting_.under_way());
    }

private:
    fs::path file_;
    Job<bool> putting_;
};

} // namespace

extern const FeatureEntry share_feature = feature<Share>();

} // namespace orrery
