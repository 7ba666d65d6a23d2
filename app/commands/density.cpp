#include "app/commands/density.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

namespace orrery {
namespace {

template <class Real>
PointsView<Real> points_of(const VectorArray<Real>& vectors) {
    return {vectors.x, vectors.y, vectors.z};
}

template <class Real>
VectorArray<Real> points_of(const DensityGrid& grid) {
    VectorArray<Real> points(grid.size());
    for (std::size_t i = 0; i < grid.size(); ++i) {
        const std::array<double, 3> point = grid.point(i);
        points.x[i] = static_cast<Real>(point[0]);
        points.y[i] = static_cast<Real>(point[1]);
        points.z[i] = static_cast<Real>(point[2]);
    }
    return points;
}

// False if it was stopped.
template <class Real>
bool compute(const Bodies<Real>& bodies, const DensityRequest& request, Density& density,
             GaussWork& work) {
    const PointsView<Real> sources = points_of(bodies.position);
    const VectorArray<Real> points =
        request.grid ? points_of<Real>(*request.grid) : VectorArray<Real>();
    const PointsView<Real> targets = request.grid ? points_of(points) : sources;
    const double volume = std::pow(2 * std::numbers::pi, 1.5) * std::pow(request.sigma, 3);
    if (!std::isnormal(volume) || !std::isnormal(1 / volume)) {
        throw impossible_width(request.sigma);
    }
    std::vector<Real> sums(targets.size());
    const GaussSum<Real> sum{sources, bodies.mass, targets, sums, request.sigma, request.error};
    if (!gauss_transform(*request.method, sum, work)) {
        return false;
    }
    density.values.resize(sums.size());
    std::transform(sums.begin(), sums.end(), density.values.begin(),
                   [volume](Real value) { return static_cast<double>(value) / volume; });
    return true;
}

constexpr std::string_view family = "cpu.gauss.";

std::string short_name(const GaussMethod& method) {
    const std::string_view id = method.id;
    return std::string(method.automatic         ? "automatic"
                       : id.starts_with(family) ? id.substr(family.size())
                                                : id);
}

std::vector<std::string> short_names() {
    std::vector<std::string> names;
    for (const GaussMethod& method : gauss_methods()) {
        names.push_back(short_name(method));
    }
    return names;
}

} // namespace

const GaussMethod& gauss_method_called(const std::string& name) {
    for (const GaussMethod& method : gauss_methods()) {
        if (name != method.id && name != short_name(method)) {
            continue;
        }
        if (const std::string reason = method.unavailable(); !reason.empty()) {
            throw bad_input(fmt::format("{} cannot run here: {}", method.id, reason), "--method",
                            "use another method");
        }
        return method;
    }
    throw bad_input(fmt::format("unknown method '{}'", name), "--method",
                    did_you_mean(name, short_names(), "orrery density --help"));
}

std::string gauss_method_names() {
    return fmt::format("{}", fmt::join(short_names(), "|"));
}

std::array<double, 3> DensityGrid::point(std::size_t i) const {
    return {first[0] + spacing[0] * static_cast<double>(i % count[0]),
            first[1] + spacing[1] * static_cast<double>(i / count[0] % count[1]),
            first[2] + spacing[2] * static_cast<double>(i / (count[0] * count[1]))};
}

DensityGrid grid_over(const VectorArray<double>& positions,
                      const std::array<std::size_t, 3>& count) {
    DensityGrid grid;
    grid.count = count;
    std::size_t axis = 0;
    for (const HostArray<double>* values : {&positions.x, &positions.y, &positions.z}) {
        const auto [low, high] = std::minmax_element(values->begin(), values->end());
        const double spacing = (*high - *low) / static_cast<double>(count[axis]);
        grid.first[axis] = *low + spacing / 2;
        grid.spacing[axis] = count[axis] == 1 ? 0 : spacing;
        ++axis;
    }
    return grid;
}

std::optional<Density> compute_density(const Bodies<double>& bodies, const DensityRequest& request,
                                       Workers& workers, std::stop_token stop) {
    Density density{request};
    GaussWork work{workers, std::move(stop), density.timings};
    const auto start = Clock::now();
    const bool complete = request.precision == Precision::fp32
                              ? compute(converted<float>(bodies), request, density, work)
                              : compute(bodies, request, density, work);
    density.timings.total_milliseconds = milliseconds_since(start);
    return complete ? std::optional(std::move(density)) : std::nullopt;
}

} // namespace orrery
