#include "app/window/quality_governor.hpp"

#include "app/language/tr.hpp"
#include "render/body_sampling.hpp"
#include "sim/base/median.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

namespace {

// Times are only told some frames later, so the first after a change are those of the level before.
constexpr std::size_t times_ignored = 4;
constexpr std::size_t times_to_coarsen = times_ignored + 4;
constexpr std::size_t times_to_refine = times_ignored + 40;

// Finer only with so much room, since a guess may be wrong.
constexpr double share_to_refine = 0.75;

// Of a notice.
constexpr double seconds_to_settle = 1, seconds_to_forget = 60;

} // namespace

PictureQuality QualityGovernor::quality_at(int level) {
    PictureQuality quality;
    quality.drawing.glare = level < 1;
    quality.drawing.mist_coarseness = level < 2 ? 1 : 2;
    quality.drawing.every = level < 4 ? 1 : level < 6 ? 2 : level < 7 ? 4 : level < 8 ? 8 : 16;
    quality.resolution = level < 3 ? 1 : level < 5 ? 0.75 : 0.5;
    return quality;
}

std::string QualityGovernor::words_for(int level, std::size_t bodies) {
    if (level == 0) {
        return {};
    }
    const PictureQuality quality = quality_at(level);
    std::string words = tr("bloom off");
    if (quality.drawing.mist_coarseness > 1) {
        words += std::string(", ") + tr("coarse glow");
    }
    if (quality.resolution < 1) {
        words += ", " + tr_format("{} % resolution", static_cast<int>(100 * quality.resolution));
    }
    if (const int every = sampled_every(bodies, quality.drawing.every); every > 1) {
        words += ", " + tr_format("one body in {}", every);
    }
    return tr_format("Reduced quality to stay smooth: {}", words);
}

int QualityGovernor::observe(double milliseconds) {
    times_.push_back(milliseconds);
    if (times_.size() < times_to_coarsen) {
        return level_;
    }
    if (times_.size() == times_to_coarsen && before_ > 0) {
        gain_.at(static_cast<std::size_t>(level_ - 1)) = std::max(before_ / usual(), 1.0);
        before_ = 0;
    }
    const double now = usual();
    if (now > budget_ && level_ + 1 < levels) {
        before_ = now;
        go_to(level_ + 1);
    } else if (times_.size() >= times_to_refine) {
        if (level_ > 0 &&
            now * gain_.at(static_cast<std::size_t>(level_ - 1)) < share_to_refine * budget_) {
            go_to(level_ - 1);
        } else {
            times_.erase(times_.begin() + times_ignored, times_.end() - 4);
        }
    }
    return level_;
}

void QualityGovernor::reset() {
    before_ = 0;
    gain_ = no_gains();
    go_to(0);
}

void QualityGovernor::go_to(int level) {
    level_ = level;
    times_.clear();
}

// The median of the newest times that are of this level.
double QualityGovernor::usual() const {
    const std::size_t some = std::min(times_.size() - times_ignored, std::size_t{8});
    return median({times_.end() - static_cast<std::ptrdiff_t>(some), times_.end()});
}

bool QualityNotice::is_due(int level, double now) {
    if (level != level_) {
        level_ = level;
        since_ = now;
    }
    if (level == 0) {
        said_ = said_ && now - since_ < seconds_to_forget;
        return false;
    }
    return now - since_ >= seconds_to_settle && !std::exchange(said_, true);
}

} // namespace orrery
