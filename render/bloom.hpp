#pragma once

#include "render/colour_target.hpp"
#include "render/shader_program.hpp"

#include <vector>

namespace orrery {

// A pyramid of halved pictures: small ones to be measured, and the glare of the brightest places,
// added up again from the smallest. Every level has a share of the same light, so that it neither
// adds nor loses any.
class Bloom {
public:
    // Of each level's light, how much comes from the next, twice as wide.
    static constexpr float share_of_next = 0.5F;

    explicit Bloom(const ShaderFolder& folder);

    // Halves `picture` down to the level that is measured. The current vertex array must be empty.
    void halve(const ColourTarget& picture);
    GLuint measured_texture() const;

    // What of `picture` is brighter than Measured.glare, spread; in place of what was halved.
    void spread(const ColourTarget& picture);
    GLuint texture() const { return levels_.front().texture(); } // after spread

    std::vector<ShaderProgram*> programs() { return {&first_, &down_, &up_}; }

private:
    void fit(Extent size);
    static void halve(const ShaderProgram& by, const ColourTarget& from, const ColourTarget& to);
    void halve_to(const ColourTarget& picture, std::size_t last) const;
    void add_up() const;

    ShaderProgram first_;
    ShaderProgram down_;
    ShaderProgram up_;
    Extent size_; // of the picture the levels are for
    std::vector<ColourTarget> levels_;
    std::size_t measured_level_ = 0;
};

} // namespace orrery
