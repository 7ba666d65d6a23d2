#include "app/tour/tour.hpp"

#include <algorithm>
#include <numeric>

namespace orrery {

bool TourPlayer::go_to(std::size_t position) {
    if (position >= tour_->steps.size()) {
        return false;
    }
    position_ = position;
    seconds_ = 0;
    ++entered_;
    goes_back_ = false;
    return true;
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
        go_to(position_);
        goes_back_ = true;
    } else if (!next()) {
        seconds_ = step().seconds; // the last one stays
    }
}

Tour timed_tour(Tour tour, double waiting) {
    for (TourStep& step : tour.steps) {
        if (step.end == StepEnd::wait) {
            const double flights = std::accumulate(
                step.views.begin(), step.views.end(), 0.0,
                [](double sum, const CameraFlight& view) { return sum + view.seconds; });
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
