#include "render/colour_map_texture.hpp"

#include "sim/base/error.hpp"

#include <algorithm>

namespace orrery {
namespace {

const ColourMap& known_colour_map(const std::string& id) {
    const std::vector<ColourMap>& maps = colour_maps();
    const auto found =
        std::find_if(maps.begin(), maps.end(), [&](const ColourMap& map) { return id == map.id; });
    if (found == maps.end()) {
        throw bad_input("there is no colour map of this name", id, "");
    }
    return *found;
}

} // namespace

void ColourMapTexture::use(const std::string& id) {
    if (id == id_) {
        return;
    }
    const ColourMap& map = known_colour_map(id);
    const auto entries = static_cast<GLsizei>(map.rgb.size() / 3);
    texture_ = GlTexture::create(GLenum{GL_TEXTURE_1D});
    const GLuint texture = texture_.name();
    glTextureStorage1D(texture, 1, GL_RGBA16F, entries);
    glTextureSubImage1D(texture, 0, 0, entries, GL_RGB, GL_FLOAT, map.rgb.data());
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    id_ = id;
}

} // namespace orrery
