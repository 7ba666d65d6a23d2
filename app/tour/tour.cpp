#include "app/tour/tour.hpp"

#include <algorithm>
#include <numeric>
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
    goes_back_ = false;
}

bool TourPlayer::is_over(std::optional<double> simulated) {
    if (step().end == StepEnd::wait) {
        return false;
    }
    if (!step().until) {
        return seconds_ >= step().seconds;
    }
    const bool reached = simulated && *simulated >= *step().until;
    goes_back_ = goes_back_ && (reached || !simulated);
    return reached && !goes_back_;
}

void TourPlayer::advance(double seconds, std::optional<double> simulated) {
    seconds_ += seconds;
    total_ += seconds;
    if (!is_over(simulated)) {
        return;
    }
    if (step().end == StepEnd::loop) {
        enter(position_);
        goes_back_ = true;
    } else if (!next()) {
        seconds_ = step().seconds; // the last one stays
    }
}

namespace {

double flight_seconds(const TourStep& step) {
    return std::accumulate(step.views.begin(), step.views.end(), 0.0,
                           [](double sum, const TourView& view) { return sum + view.seconds; });
}

} // namespace

Tour timed_tour(Tour tour, double waiting) {
    for (TourStep& step : tour.steps) {
        if (step.end == StepEnd::wait) {
            const double flights = flight_seconds(step);
            step.seconds = std::max(waiting, flights > 0 ? flights + 1 : 0);
        }
        step.end = StepEnd::after;
        step.until.reset();
    }
    return tour;
}

double duration(const Tour& timed) {
    return std::accumulate(timed.steps.begin(), timed.steps.end(), 0.0,
                           [](double sum, const TourStep& step) { return sum + step.seconds; });
}

} // namespace orrery
