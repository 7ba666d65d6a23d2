#pragma once

#include "render/image.hpp"

#include <memory>

namespace orrery {

// Reads a framebuffer object (0: the window's back buffer).
Image read_pixels(unsigned int framebuffer, Extent size);

// Pixels a side that a framebuffer can have at most here.
int largest_framebuffer();

// A colour target to draw pictures into, of any size, window or not.
class Framebuffer {
public:
    // `channel_bits`: of each colour; 8, or 10 where more than 8 are wanted.
    explicit Framebuffer(Extent size, int channel_bits = 8);
    ~Framebuffer();
    Extent size() const;
    unsigned int gl_framebuffer() const;
    unsigned int gl_texture() const; // opaque, whatever was drawn
    void clear() const;              // black
    // Copies its pixels to another (0: the window's), so far from its left and lower edges.
    void copy_to(unsigned int framebuffer, int left = 0, int below = 0) const;
    // Takes those of another of this size (0: the window's).
    void copy_from(unsigned int framebuffer) const;
    // As large as they fit into another of that size (0: the window's), black around them.
    void fit_into(unsigned int framebuffer, Extent size) const;
    // Fills another with them.
    void stretch_to(const Framebuffer& other) const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace orrery
