// Off-screen rendering through EGL without a surface. Tried in this order: each device of
// EGL_EXT_platform_device (hardware before software), then Mesa's surfaceless platform.

#include "render/offscreen_context.hpp"
#include "render/gl_messages.hpp"
#include "sim/base/error.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {
namespace {

template <class Function>
Function egl_function(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

bool has_extension(const char* list, std::string_view name) {
    if (list == nullptr) {
        return false;
    }
    const std::string padded = " " + std::string(list) + " ";
    return padded.find(" " + std::string(name) + " ") != std::string::npos;
}

// An EGL display with a current OpenGL 4.5 core context; what it owns goes with it.
class EglContext {
public:
    // Empty (false) when this display cannot give such a context.
    EglContext(EGLDisplay display, bool debug) {
        if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) != EGL_TRUE) {
            return;
        }
        display_ = display;
        eglBindAPI(EGL_OPENGL_API);
        const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                     4,
                                     EGL_CONTEXT_MINOR_VERSION,
                                     5,
                                     EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                     EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                     EGL_CONTEXT_OPENGL_DEBUG,
                                     debug ? EGL_TRUE : EGL_FALSE,
                                     EGL_NONE};
        context_ = eglCreateContext(display_, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
        if (context_ != EGL_NO_CONTEXT &&
            eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) != EGL_TRUE) {
            eglDestroyContext(display_, context_);
            context_ = EGL_NO_CONTEXT;
        }
    }
    EglContext() = default;
    ~EglContext() {
        if (context_ != EGL_NO_CONTEXT) {
            if (eglGetCurrentContext() == context_) {
                eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            }
            eglDestroyContext(display_, context_);
        }
        // The display stays initialised: EGL gives every caller of one device the same one, and
        // another context of this process may still be using it.
    }
    EglContext(EglContext&& other) noexcept { *this = std::move(other); }
    EglContext& operator=(EglContext&& other) noexcept {
        std::swap(display_, other.display_);
        std::swap(context_, other.context_);
        return *this;
    }
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

    explicit operator bool() const { return context_ != EGL_NO_CONTEXT; }

private:
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLContext context_ = EGL_NO_CONTEXT;
};

// Hardware first; those that Mesa draws in software last.
std::vector<EGLDeviceEXT> devices() {
    const auto query_devices = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    const auto query_string =
        egl_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    EGLint count = 0;
    if (query_devices == nullptr || query_string == nullptr ||
        query_devices(0, nullptr, &count) != EGL_TRUE || count <= 0) {
        return {};
    }
    std::vector<EGLDeviceEXT> found(static_cast<std::size_t>(count));
    if (query_devices(count, found.data(), &count) != EGL_TRUE) {
        return {};
    }
    found.resize(static_cast<std::size_t>(count));
    std::stable_partition(found.begin(), found.end(), [&](EGLDeviceEXT device) {
        return !has_extension(query_string(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
    });
    return found;
}

EglContext open_offscreen(bool debug) {
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const auto platform_display =
        egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    if (platform_display == nullptr) {
        return {};
    }
    if (has_extension(extensions, "EGL_EXT_platform_device")) {
        for (EGLDeviceEXT device : devices()) {
            EglContext context(platform_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr), debug);
            if (context) {
                return context;
            }
        }
    }
    if (has_extension(extensions, "EGL_MESA_platform_surfaceless")) {
        return {platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr),
                debug};
    }
    return {};
}

} // namespace

class OffscreenContext::Implementation {
public:
    explicit Implementation(bool debug) : context_(open_offscreen(debug)) {
        if (!context_) {
            throw failure("EGL offers no OpenGL 4.5 context", "off-screen graphics",
                          "install a graphics driver, or Mesa's software one (Debian: "
                          "libegl1 libgl1-mesa-dri)");
        }
        load_gl(debug);
    }

private:
    EglContext context_;
};

OffscreenContext::OffscreenContext(bool debug)
    : implementation_(std::make_unique<Implementation>(debug)) {}

OffscreenContext::~OffscreenContext() = default;

} // namespace orrery
