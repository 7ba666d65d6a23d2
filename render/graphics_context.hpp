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
    std::string renderer() const; // "NVIDIA H200/PCIe/SSE2"
    std::string version() const;
};

// In the context that is current; the processor may stand in for a GPU.
enum class DrawnBy { processor, gpu };
DrawnBy drawn_by();

} // namespace orrery
