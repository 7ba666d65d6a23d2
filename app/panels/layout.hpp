#pragma once

#include "app/state/app_state.hpp"
#include "render/graphics_context.hpp"

namespace orrery {

// Docks the panels around the central picture as suits the window's size in pixels: columns of
// two panels each where there is height for them, of tabs where there is not, a single column
// of tabs with the timings beneath the picture in a window too small for two, and without in a
// smaller one. Keeps the layout fitting: makes the standard one when there is none, when one of
// another scale or size would leave panels or picture too little room, or when `anew`; widens the
// columns with the scale. Call once a frame, before the dockspace is drawn.
void fit_panels(unsigned int dockspace, Extent window, float scale, PanelFit& fit, bool anew);

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
