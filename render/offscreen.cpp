// Off-screen rendering through EGL without a surface. Tried in this order: each device of
// EGL_EXT_platform_device (hardware before software), then Mesa's surfaceless platform.

#include "render/offscreen.hpp"
#include "render/gl_messages.hpp"
#include "sim/base/error.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glew.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace orrery {
namespace {

template <class Function>
Function egl_function(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

bool has_extension(const char* list, std::string_view name) {
    return list != nullptr &&
           (" " + std::string(list) + " ").find(" " + std::string(name) + " ") != std::string::npos;
}

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

} // namespace

OffscreenContext::OffscreenContext(bool debug) {
    const char* const extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const auto platform_display =
        egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    if (platform_display != nullptr && has_extension(extensions, "EGL_EXT_platform_device")) {
        for (EGLDeviceEXT device : devices()) {
            if (open(platform_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr), debug)) {
                break;
            }
        }
    }
    if (context_ == nullptr && platform_display != nullptr &&
        has_extension(extensions, "EGL_MESA_platform_surfaceless")) {
        open(platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr), debug);
    }
    if (context_ == nullptr) {
        throw failure("EGL offers no OpenGL 4.5 context", "off-screen graphics",
                      "install a graphics driver, or Mesa's software one (Debian: "
                      "libegl1 libgl1-mesa-dri)");
    }
    try {
        load_gl(debug);
    } catch (...) {
        close();
        throw;
    }
}

bool OffscreenContext::open(void* display, bool debug) {
    if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) != EGL_TRUE) {
        return false;
    }
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
    void* const context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT) {
        return false;
    }
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE) {
        eglDestroyContext(display, context);
        return false;
    }
    display_ = display;
    context_ = context;
    return true;
}

// The display stays initialised: EGL gives every caller of one device the same one, and another
// context of this process may still be using it.
void OffscreenContext::close() {
    if (eglGetCurrentContext() == context_) {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    eglDestroyContext(display_, context_);
}

OffscreenContext::~OffscreenContext() {
    close();
}

OffscreenSurface::OffscreenSurface(Extent size, bool debug)
    : context_(std::in_place, debug), framebuffer_(size) {}

std::unique_ptr<Surface> OffscreenSurface::open_another(const Rectangle& place,
                                                        const std::string& /*title*/) {
    return std::unique_ptr<Surface>(
        new OffscreenSurface({place.width, place.height}, InThatContext{}));
}

void OffscreenSurface::wait_events(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

// A window's swap keeps the driver from being given more than it draws; here this does.
void OffscreenSurface::swap_buffers() {
    glFinish();
}

} // namespace orrery
