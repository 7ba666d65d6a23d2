#pragma once

#include "app/state/look.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// Decides what is left out of the picture while drawing takes longer than there is time for. It
// knows nothing but the times it is told, so the same times lead to the same pictures.
class QualityGovernor {
public:
    // What is left out, one after the other: each level leaves out what those before it do, too.
    static constexpr int levels = 9;
    static PictureQuality quality_at(int level);
    // In words, in the language of the window, of a picture of so many bodies; empty: nothing.
    static std::string words_for(int level, std::size_t bodies);

    explicit QualityGovernor(double milliseconds) : budget_(milliseconds) {}

    // So long the newest drawing of all the bodies took. Returns the level from now on.
    int observe(double milliseconds);
    int level() const { return level_; }
    void reset();
    // From now on so long a drawing may take.
    void aim_at(double milliseconds) { budget_ = milliseconds; }

private:
    void go_to(int level);
    double usual() const;

    double budget_;
    int level_ = 0;
    std::vector<double> times_; // at this level
    // How many times as long each level takes as the next one, as far as that was seen.
    std::array<double, levels> gain_ = no_gains();
    double before_ = 0; // the last change to a coarser level: so long it took
    static constexpr std::array<double, levels> no_gains() {
        std::array<double, levels> gains{};
        gains.fill(1.5);
        return gains;
    }
};

// When to say that the picture is drawn more coarsely: once it has stayed so for a moment, and not
// again, however its quality goes up and down, before it has been as good as it can be for long.
class QualityNotice {
public:
    // Once a frame, with the governor's level; true: say it now.
    bool is_due(int level, double now);

private:
    bool said_ = false;
    int level_ = 0;
    double since_ = 0; // at that level
};

} // namespace orrery
