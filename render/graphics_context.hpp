#pragma once

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

// In the context that is current; the processor may stand in for a GPU.
enum class DrawnBy { processor, gpu };
DrawnBy drawn_by();

} // namespace orrery
