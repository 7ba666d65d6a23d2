#pragma once

#include <memory>
#include <string>

namespace orrery {

struct Extent {
    int width = 0, height = 0;
    bool operator==(const Extent&) const = default;
};

// A current OpenGL 4.5 core context with its functions loaded, in a window or off-screen.
class GraphicsContext {
public:
    virtual ~GraphicsContext() = default;
    // Pixels of what is drawn into unless told otherwise; {0, 0}: there is no such thing.
    virtual Extent framebuffer_size() const = 0;
    std::string renderer() const; // "NVIDIA H200/PCIe/SSE2"
    std::string version() const;
};

// EGL without a surface: the device platform first, then Mesa's surfaceless one. Needs no display.
class OffscreenContext : public GraphicsContext {
public:
    explicit OffscreenContext(bool debug = false);
    ~OffscreenContext() override;
    Extent framebuffer_size() const override { return {}; }

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

// Debug-callback messages of severity error so far in this process's debug contexts (tests want 0).
int gl_error_count();

} // namespace orrery
