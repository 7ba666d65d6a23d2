#pragma once

#include "render/colour_maps.hpp"
#include "render/gl_object.hpp"

#include <string>

namespace orrery {

// A colour map as shaders read it, from the middle of the first entry to the middle of the last.
class ColourMapTexture {
public:
    // Throws bad_input for an id that there is none of.
    void use(const std::string& id);
    unsigned int name() const { return texture_.name(); }

private:
    GlTexture texture_;
    std::string id_;
};

} // namespace orrery
