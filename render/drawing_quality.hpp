#pragma once

namespace orrery {

// What is left out of a picture where time is short.
struct DrawingQuality {
    bool glare = true;
    int mist_coarseness = 1; // texels of mist are so many times as large
    int every = 1;           // of all bodies one in so many is drawn: a power of two
    bool operator==(const DrawingQuality&) const = default;
};

} // namespace orrery
