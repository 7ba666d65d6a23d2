// Where light goes about a black hole: the table that shaders/hole.frag looks paths up in.
//
// Idea:   in the plane of a ray, u = 1 / r as a function of the angle obeys u'' + u = 3/2 u^2. One
//         row of the table is one solution, from u = 0 and u' = 1 / b on; a ray meets a disk where
//         its angle is that of the disk's plane, half a turn later again, and so on. Rows are as
//         close as the square root of what separates b from the critical one, since angles grow
//         there as its logarithm.
// Source: Misner, Thorne, Wheeler, Gravitation (1973), section 25.6, for the equation; Luminet, A&A
//         75, 228 (1979), for the picture of a disk; Bruneton, Computer Graphics Forum 39 (2020),
//         for the table.
// Cost:   256 x 1024 steps of Runge and Kutta's, about 10 ms, once.
// Memory: 256 KiB.

#include "render/light_paths.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace orrery {
namespace {

constexpr int steps_an_angle = 4;
constexpr double caught = 1.2; // behind the horizon, where nothing is looked up any more

struct PathState {
    double u, slope;
};

PathState change_of(const PathState& at) {
    return {at.slope, 1.5 * at.u * at.u - at.u};
}

PathState moved(const PathState& at, const PathState& change, double step) {
    return {at.u + step * change.u, at.slope + step * change.slope};
}

PathState next(const PathState& at, double step) {
    const PathState first = change_of(at);
    const PathState second = change_of(moved(at, first, step / 2));
    const PathState third = change_of(moved(at, second, step / 2));
    const PathState fourth = change_of(moved(at, third, step));
    return {at.u + step / 6 * (first.u + 2 * second.u + 2 * third.u + fourth.u),
            at.slope +
                step / 6 * (first.slope + 2 * second.slope + 2 * third.slope + fourth.slope)};
}

// Appends a row, and returns how far the ray is bent.
double append_path(double impact, std::vector<float>& to) {
    constexpr double step =
        LightPaths::last_angle / ((LightPaths::angles - 1) * double{steps_an_angle});
    PathState at{0, 1 / impact};
    double angle = 0;
    double gone = 0; // the angle at which it has left; 0: it has not
    bool in = false;
    for (int k = 0; k < LightPaths::angles; ++k) {
        const double u = in ? caught : gone > 0 ? (gone - angle) / impact : at.u;
        to.push_back(static_cast<float>(u));
        for (int sub = 0; sub < steps_an_angle; ++sub, angle += step) {
            if (in || gone > 0) {
                continue;
            }
            at = next(at, step);
            in = at.u > caught;
            if (at.u < 0) {
                gone = angle + step - at.u / at.slope;
            }
        }
    }
    return (gone > 0 ? gone : LightPaths::last_angle) - std::numbers::pi;
}

} // namespace

double impact_of_row(double row) {
    constexpr double critical = LightPaths::critical_impact;
    const double from_middle = 2 * row - 1;
    const double range = from_middle < 0 ? critical : LightPaths::last_impact - critical;
    return critical + range * from_middle * std::abs(from_middle);
}

double row_of_impact(double impact) {
    constexpr double critical = LightPaths::critical_impact;
    const double apart = impact - critical;
    const double range = apart < 0 ? critical : LightPaths::last_impact - critical;
    return 0.5 + std::copysign(0.5 * std::sqrt(std::abs(apart) / range), apart);
}

LightPaths light_paths() {
    constexpr double least_impact = 1e-3; // straight in
    LightPaths paths;
    for (int row = 0; row < LightPaths::impacts; ++row) {
        const double impact = impact_of_row(row / (LightPaths::impacts - 1.0));
        paths.bending.push_back(static_cast<float>(
            append_path(std::max(impact, least_impact), paths.inverse_distance)));
    }
    return paths;
}

} // namespace orrery
