#pragma once

#include "render/colour_target.hpp"
#include "render/shader_program.hpp"

#include <vector>

namespace orrery {

// The glare of bright places: a pyramid of halved pictures, added up again from the smallest. Every
// level has a share of the same light, so that it neither adds nor loses any.
class Bloom {
public:
    // Of each level's light, how much comes from the next, twice as wide.
    static constexpr float share_of_next = 0.64F;

    explicit Bloom(const ShaderFolder& folder);

    // Halves `picture` down to the level that is measured, or, with `whole`, to the smallest and
    // back up. The current vertex array must be empty.
    void draw(const ColourTarget& picture, bool whole);

    GLuint texture() const { return levels_[1].texture(); } // after draw(…, true)
    GLuint measured_texture() const; // a small picture of the whole, some 40 lines high

    std::vector<ShaderProgram*> programs() { return {&first_, &down_, &up_}; }

private:
    void fit(Extent size);
    static void halve(const ShaderProgram& by, const ColourTarget& from, const ColourTarget& to);
    void add_up() const;

    ShaderProgram first_;
    ShaderProgram down_;
    ShaderProgram up_;
    Extent size_; // of the picture the levels are for
    std::vector<ColourTarget> levels_;
    std::size_t measured_level_ = 0;
};

} // namespace orrery
