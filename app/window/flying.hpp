#pragma once

#include "app/state/feature.hpp"

namespace orrery {

// Takes the camera where actions want it: home, to where all bodies are seen, along the flights of
// a tour. Keeps one that flies from losing the bodies: slow where they are near, and a word on the
// way back once none is in sight.
class Flying : public Feature {
public:
    void see_bodies(Frame& frame) override;

private:
    double looked_at_ = -1; // seconds since the window opened
    bool lost_ = false;
};

} // namespace orrery
