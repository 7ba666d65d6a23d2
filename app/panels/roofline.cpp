#include "app/panels/roofline.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr double seconds_of_trail = 4;

void add_roof(Roofline& line, const MachinePeaks& peaks, const char* name, Space space,
              Precision precision) {
    Roof roof{name, peaks.bytes_per_second(space), peaks.flops(space, precision), 0};
    if (roof.bytes_per_second <= 0 || roof.flops <= 0) {
        return;
    }
    if (precision == Precision::fp32) {
        roof.issue_limit = issue_limit(peaks, space);
    }
    line.roofs.push_back(std::move(roof));
}

void add_dots(Roofline& line, const AppState& app) {
    for (const SolverEntry& entry : solvers()) {
        const SolverInfo& info = entry.info;
        const double rate = app.history.costs().of(info.id).interactions_per_second;
        if (rate > 0) {
            line.dots.push_back({info.id, arithmetic_intensity(info, app.status.settings.precision),
                                 rate * info.flops_per_interaction,
                                 app.status.settings.algorithm == info.id});
        }
    }
}

// One point a tenth of a second is a line; all of them would be a blot.
void add_trail(Roofline& line, const AppState& app) {
    constexpr double seconds_apart = 0.1;
    double last = 0;
    for (const StepSample& step : app.history.steps()) {
        const bool recent = step.at >= app.now - seconds_of_trail;
        if (!recent || step.interactions_per_second <= 0 ||
            (!line.trail.empty() && step.at < last + seconds_apart)) {
            continue;
        }
        last = step.at;
        const SolverInfo& info = find_solver(step.algorithm).info;
        line.trail.push_back({arithmetic_intensity(info, app.status.settings.precision),
                              step.interactions_per_second * info.flops_per_interaction});
    }
}

void fit_limits(Roofline& line) {
    line.lowest_intensity = 0.1;
    line.highest_intensity = 1000;
    line.lowest_flops = 1e300;
    line.highest_flops = 0;
    for (const Roof& roof : line.roofs) {
        line.highest_intensity = std::max(line.highest_intensity, 4 * roof.ridge());
        line.lowest_flops = std::min(line.lowest_flops, roof.flops / 1000);
        line.highest_flops = std::max(line.highest_flops, 12 * roof.flops); // a name above it
    }
    for (const RoofDot& dot : line.dots) {
        line.lowest_intensity = std::min(line.lowest_intensity, dot.intensity / 4);
        line.highest_intensity = std::max(line.highest_intensity, 4 * dot.intensity);
        line.lowest_flops = std::min(line.lowest_flops, dot.flops / 3);
        line.highest_flops = std::max(line.highest_flops, 3 * dot.flops);
    }
}

} // namespace

double Roof::at(double intensity) const {
    return std::min(intensity * bytes_per_second, flops);
}

double Roof::ridge() const {
    return flops / bytes_per_second;
}

Roofline roofline(const AppState& app) {
    Roofline line;
    const Precision precision = app.status.settings.precision;
    add_roof(line, *app.peaks, "CPU", Space::host, precision);
    add_roof(line, *app.peaks, "GPU", Space::device, precision);
    add_dots(line, app);
    add_trail(line, app);
    fit_limits(line);
    return line;
}

} // namespace orrery
