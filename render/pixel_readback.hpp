#pragma once

#include "render/image.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace orrery {

// Pixels as OpenGL hands them over: red, green, blue and alpha, the bottom row first.
struct RawPixels {
    Extent size;
    std::vector<std::uint8_t> rgba;
};

// Costs a pass over the pixels; for another thread than the one that draws.
Image as_image(const RawPixels& pixels);

// Reads pictures back without waiting for them: each is copied into a buffer of its own by the GPU,
// and handed over when a fence behind it has passed.
class PixelReadback {
public:
    explicit PixelReadback(Extent size);
    ~PixelReadback();

    // The next begin has to wait until something is taken.
    bool full() const;
    // Begins to read a framebuffer object of that size (0: the window's back buffer). Not while
    // full.
    void begin(unsigned int framebuffer);
    // The picture begun first, if it is there by now. `wait`: until it is; unset only where there
    // is none.
    enum class Wait { no, yes };
    std::optional<RawPixels> take(Wait wait);

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace orrery
