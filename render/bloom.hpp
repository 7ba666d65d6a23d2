#pragma once

#include "render/colour_target.hpp"
#include "render/fullscreen_pass.hpp"
#include "render/picture_part.hpp"

#include <optional>
#include <vector>

namespace orrery {

// A pyramid of halved pictures: small ones to be measured, and the glare of the brightest places,
// added up again from the smallest. Every level has a share of the same light, so that it neither
// adds nor loses any.
//
// A picture in parts has large levels for each part, with a margin that keeps its edges out of
// sight; each part fills its place in the smaller levels, which are shared.
class Bloom {
public:
    // The share of a level's light that comes from the next one, which is twice as wide.
    static constexpr float share_of_next = 0.5F;
    // Pixels around a part that its glare is made of.
    static constexpr int reach = 96;

    Bloom(const ShaderFolder& folder, DrawnBy by);

    // Levels for a picture that is drawn in parts, or whole.
    void fit(Extent whole, bool in_parts);

    // The light that is halved: all of it, or the part above Measured.glare.
    enum class Of { light, glare };
    // Fills the part's levels from `picture`, which shows `part`; with `own`, its place in the
    // whole, also that place of the shared levels. The current vertex array must be empty.
    void halve_part(const ColourTarget& picture, const PicturePart& part, Of of,
                    const std::optional<PicturePart>& own = {});
    // After all parts: the levels that are of the whole.
    void halve_whole(Of of);
    unsigned int measured_texture() const { return levels_[measured_].target->texture(); }
    // Adds up the glare of the whole picture's levels, then, after it has been halved again, of a
    // part.
    void spread_whole() const { spread(of_part_, levels_.size() - 1); }
    void spread_part() const { spread(0, of_part_); }
    // After that.
    unsigned int texture() const { return levels_.front().target->texture(); }
    const PicturePart& texture_part() const { return levels_.front().part; }

private:
    struct Level {
        PicturePart part;
        std::optional<ColourTarget> target;
        void fit(const PicturePart& own);
    };

    // Draws `own` of `to`, which is made by halving `from`.
    static void halve(const FullscreenPass& by, unsigned int from, const PicturePart& from_part,
                      const Level& to, const PicturePart& own);
    void halve_level(std::size_t level, const PicturePart& own) const;
    void spread(std::size_t first, std::size_t end) const;

    FullscreenPass first_, down_, up_;
    Extent whole_; // of the picture the levels are for
    bool in_parts_ = false;
    std::vector<Level> levels_;
    std::size_t of_part_ = 0; // levels, the largest, of the part drawn last; the rest are of all
    std::size_t measured_ = 0;
};

} // namespace orrery
