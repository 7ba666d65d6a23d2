#pragma once

#include "app/panels/open_picture.hpp"
#include "app/state/feature.hpp"

namespace orrery {

// Lets go what has waited, and rests where a moment was to be reached.
class TimeKeeper : public Feature {
public:
    void update(Frame& frame) override;

private:
    std::uint64_t seen_arrivals_ = 0;
    std::uint64_t seen_load_ = 0;
};

// The bar of time at the foot of the picture, while it is asked for, the pointer is near or time
// does something else than going on; and the digits of a countdown.
void time_layer(AppState& app);

// The same in the preview of the speaker's window, over which the pointer is near.
void preview_time_layer(AppState& app, const PictureArea& preview);

} // namespace orrery
