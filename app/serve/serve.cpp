// The window in a browser.
//
//   the window's frame loop ─ BrowserSurface ─ FrameEncoder ─ ViewerServer ═ WebSocket ═ the page
//
// Idea:    the application draws off-screen as it draws in a window. What is drawn is read back,
//          encoded beside the frames, and sent to whoever looks; keys and mouse come back and are
//          given to ImGui. Nothing of it waits for a viewer.
// Camera:  the page draws some of the bodies itself where the way is long (BodyStream), in the
// light
//          of the last frame, and so turns them at once.
// Flow:    one frame is under way to each viewer. The page says when it has drawn it, and is then
//          sent the newest, so that a slow line shows fewer frames and no old ones.

#include "app/serve/serve.hpp"

#include "app/serve/body_stream.hpp"
#include "app/serve/browser_surface.hpp"
#include "app/state/app_state.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <nlohmann/json.hpp>

#include <array>
#include <random>
#include <utility>

namespace orrery {
namespace {

constexpr Extent first_size{1280, 720}; // until a viewer says otherwise

// 128 bits of the system's own randomness, in letters that an address can have.
std::string new_secret() {
    std::random_device random;
    std::string secret;
    for (int word = 0; word < 4; ++word) {
        secret += fmt::format("{:08x}", random());
    }
    return secret;
}

void say_where(const ServeOptions& options, int port, const std::string& secret) {
    const bool local = options.listen == "127.0.0.1";
    const bool v6 = options.listen.find(':') != std::string::npos;
    const std::string host = local ? "localhost" : v6 ? "[" + options.listen + "]" : options.listen;
    options.say(fmt::format("open http://{}:{}/?token={}", host, port, secret));
    if (local) {
        options.say(fmt::format("from another machine: ssh -L {0}:localhost:{0} THIS_MACHINE, then "
                                "the same address there",
                                port));
    } else {
        options.say("whoever can reach this machine and knows the address can steer the program, "
                    "and the connection is not encrypted: use it in a network that you trust");
    }
}

void say_who(const ServeOptions& options, const EncodingTimes& times) {
    const bool gpu = times.faster() == EncodedBy::gpu;
    const std::string other = !times.gpu_ms ? "the GPU cannot: " + times.why_not_gpu
                              : gpu ? fmt::format("the processor: {:.1f} ms", times.processor_ms)
                                    : fmt::format("the GPU: {:.1f} ms", *times.gpu_ms);
    options.say(fmt::format("pictures are encoded by the {} in {:.1f} ms ({})",
                            gpu ? "GPU" : "processor", gpu ? *times.gpu_ms : times.processor_ms,
                            other));
}

// ImGui's clipboard, which the viewer's follows; the page sends what is pasted.
struct Clipboard {
    ViewerServer& server;
    std::string text;

    static Clipboard& of(ImGuiContext* context) {
        return *static_cast<Clipboard*>(context->PlatformIO.Platform_ClipboardUserData);
    }
    void take_over() {
        ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
        platform.Platform_ClipboardUserData = this;
        platform.Platform_GetClipboardTextFn = [](ImGuiContext* context) {
            return of(context).text.c_str();
        };
        platform.Platform_SetClipboardTextFn = [](ImGuiContext* context, const char* text) {
            Clipboard& own = of(context);
            own.text = text;
            own.server.tell(nlohmann::json{{"clipboard", own.text}}.dump());
        };
    }
};

} // namespace

std::string serving_unavailable() {
    return "";
}

std::optional<EncodedBy> parse_encoded_by(const std::string& word, const std::string& flag) {
    if (word != "gpu" && word != "processor" && word != "fastest") {
        throw bad_input(fmt::format("'{}' is no encoder", word), flag,
                        "choose gpu, processor or fastest");
    }
    return word == "fastest" ? std::nullopt
                             : std::optional(word == "gpu" ? EncodedBy::gpu : EncodedBy::processor);
}

WindowResult serve(LaunchOptions window, const ServeOptions& options) {
    const std::string secret = new_secret();
    ViewerServer server({.listen = options.listen,
                         .port = options.port,
                         .secret = secret,
                         .page = window.resources / "assets" / "serve" / "index.html"});
    say_where(options, server.port(), secret);
    Clipboard clipboard{server, {}};
    BrowserSurface* surface = nullptr; // the run's
    const FrameRoute route{
        window.resources / "shaders", options.encoded_by,
        [&options](const EncodingTimes& times) { say_who(options, times); },
        [&options](const std::string& why) {
            options.say("the GPU cannot encode the pictures, so the processor does: " + why);
        }};
    window.surface = [&server, &surface, &route, size = window.size.value_or(first_size)] {
        auto made = std::make_unique<BrowserSurface>(server, size, route);
        surface = made.get();
        return made;
    };
    window.drive = [&clipboard, &server, &surface, first = true](AppState& app) mutable {
        if (std::exchange(first, false)) {
            surface->describe_by([&app] { return view_message(app); });
            clipboard.take_over();
            app.desktop_dialogs = false; // they would open where nobody sees them
            app.own_clipboard = false;
        }
        surface->take_messages();
        app.get<BodyStream>().advance(app, server, surface->take_bodies_asked());
    };
    return run_window(window);
}

} // namespace orrery
