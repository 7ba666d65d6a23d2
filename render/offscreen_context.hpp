#pragma once

#include "render/graphics_context.hpp"

#include <memory>

namespace orrery {

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

} // namespace orrery
