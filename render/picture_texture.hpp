#pragma once

#include "render/gl_object.hpp"
#include "render/graphics_context.hpp"

#include <filesystem>

namespace orrery {

// A PNG file's picture as a texture of the current context, to be drawn in any size.
struct PictureTexture {
    GlTexture texture;
    Extent size = {};
};

// Throws bad_input that says what is wrong with the file, failure when graphics memory does not
// suffice.
PictureTexture read_picture_texture(const std::filesystem::path& file);

} // namespace orrery
