#pragma once

#include "render/graphics_context.hpp"

namespace orrery {

// What the speaker's panels were last laid out for; scale 0: not yet.
struct SpeakerFit {
    Extent size;
    float scale = 0;
    float kept_scale = 0; // of a layout that was kept from an earlier time; 0: there is none
    bool operator==(const SpeakerFit& other) const {
        return size == other.size && scale == other.scale;
    }
};

// Docks the speaker's panels around the preview: the notes at the right, all else below. For any
// other window or scale anew. `aspect`: of the audience's picture, width over height.
void fit_speaker_panels(unsigned int dockspace, const SpeakerFit& wanted, double aspect,
                        SpeakerFit& fit);

} // namespace orrery
