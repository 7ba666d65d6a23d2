#include "app/tour/tour_player.hpp"

#include <utility>

namespace orrery {

const TourStep* TourPlayer::next_step() const {
    return position_ + 1 < tour_.steps.size() ? &tour_.steps[position_ + 1] : nullptr;
}

bool TourPlayer::next() {
    return go_to(position_ + 1);
}

bool TourPlayer::previous() {
    return position_ > 0 && go_to(position_ - 1);
}

bool TourPlayer::go_to(std::size_t position) {
    if (position >= tour_.steps.size()) {
        return false;
    }
    enter(position);
    return true;
}

void TourPlayer::replace(Tour tour, std::size_t position) {
    tour_ = std::move(tour);
    position_ = position;
}

void TourPlayer::enter(std::size_t position) {
    position_ = position;
    seconds_ = 0;
    ++entered_;
}

void TourPlayer::advance(double seconds) {
    seconds_ += seconds;
    total_ += seconds;
    if (step().end == StepEnd::wait || seconds_ < step().seconds) {
        return;
    }
    if (step().end == StepEnd::loop) {
        enter(position_);
    } else if (!next()) {
        seconds_ = step().seconds; // the last one stays
    }
}

} // namespace orrery
