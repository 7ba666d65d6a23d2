#pragma once

#include "render/colour_target.hpp"
#include "render/fullscreen_pass.hpp"
#include "render/picture_part.hpp"

#include <vector>

namespace orrery {

// A pyramid of halved pictures: small ones to be measured, and the glare of the brightest places,
// added up again from the smallest. Every level has a share of the same light, so that it neither
// adds nor loses any.
//
// Of a picture in parts, the largest levels are those of a part, drawn so far beyond it that its
// edges are never seen; each part fills its place in the others, which are of the whole picture.
class Bloom {
public:
    // Of each level's light, how much comes from the next, twice as wide.
    static constexpr float share_of_next = 0.5F;
    // Pixels around a part that its glare is made of.
    static constexpr int reach = 96;

    Bloom(const ShaderFolder& folder, DrawnBy by);

    // Levels for a picture that is drawn in parts, or whole.
    void fit(Extent whole, bool in_parts);

    // What is halved: all light, to be measured, or what of it is brighter than Measured.glare.
    enum class Of { light, glare };
    // The levels of the part that `picture` shows. The current vertex array must be empty.
    void halve_part(const ColourTarget& picture, const PicturePart& part, Of of);
    // Then its place in the whole's levels: what `own` has of them.
    void put(const ColourTarget& picture, const PicturePart& part, const PicturePart& own);
    // After all parts: the levels that are of the whole.
    void halve_whole(Of of);
    unsigned int measured_texture() const { return levels_[measured_level_].target.texture(); }
    // Adds up the glare of the whole picture's levels, then, after it has been halved again, of a
    // part.
    void spread_whole() const;
    void spread_part() const;
    // After that.
    unsigned int texture() const;
    const PicturePart& texture_part() const;

private:
    struct Level {
        PicturePart part;
        ColourTarget target;
    };

    // Draws `own` of `to`, which is made by halving `from`.
    static void halve(const FullscreenPass& by, unsigned int from, const PicturePart& from_part,
                      const Level& to, const PicturePart& own);
    void fit_part(const PicturePart& part);
    void add(const Level& from, const Level& to) const;
    const Level& largest() const {
        return part_levels_.empty() ? levels_.front() : part_levels_.front();
    }

    FullscreenPass first_, down_, up_;
    Extent whole_; // of the picture the levels are for
    bool in_parts_ = false;
    std::vector<Extent> sizes_;      // of all levels
    std::vector<Level> part_levels_; // the largest, of the part drawn last
    std::vector<Level> levels_;      // the others, of the whole
    std::size_t measured_level_ = 0; // of levels_
};

} // namespace orrery
