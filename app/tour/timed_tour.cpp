#include "app/tour/timed_tour.hpp"

#include <algorithm>
#include <numeric>

namespace orrery {
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
