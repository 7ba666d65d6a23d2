#pragma once

#include "render/graphics_context.hpp"

#include <vector>

namespace orrery {

// A rectangle of a picture's pixels that is drawn by itself, because the whole is too large: the
// same camera looks through a part of its lens.
struct PicturePart {
    Extent whole;
    int left = 0, below = 0; // of its lower left corner, in the whole
    Extent size;

    PicturePart() = default;
    // All of a picture.
    PicturePart(Extent picture) : whole(picture), size(picture) {}
    PicturePart(Extent picture, int from_left, int from_below, Extent extent)
        : whole(picture), left(from_left), below(from_below), size(extent) {}

    bool operator==(const PicturePart&) const = default;
};

// The part with `pixels` more on each side, as far as the picture goes.
PicturePart padded(const PicturePart& part, int pixels);

// The intersection of both, in the whole of `first`; of no size if it is empty.
PicturePart common(const PicturePart& first, const PicturePart& second);

// All of a picture in rows of parts, the uppermost first, none of them more than `most` a side.
std::vector<PicturePart> parts_of(Extent whole, Extent most);

} // namespace orrery
