#include "app/plot/plot.hpp"

#include "app/language/tr.hpp"
#include "sim/scenes/galaxy_model.hpp"
#include "sim/structure/closed_forms.hpp"

#include <cmath>
#include <functional>
#include <numbers>

namespace orrery {
namespace {

constexpr int points = 96;

// What the scenes leave out of their models, which are endless.
constexpr double plummer_share = 0.999, hernquist_share = 0.99;

PlotLine curve(std::string name, double from, double to, const std::function<double(double)>& of) {
    PlotLine line{.name = std::move(name), .theory = true};
    for (int k = 0; k < points; ++k) {
        const double radius = from * std::pow(to / from, static_cast<double>(k) / (points - 1));
        line.x.push_back(radius);
        line.y.push_back(of(radius));
    }
    return line;
}

// Calls `use` with the scene's model, its name and which share of it the scene has, if it is one
// of these.
template <class Use>
void with_model(const ReferenceScene& scene, const Use& use) {
    if (scene.source == "plummer") {
        use("Plummer", PlummerModel{.mass = scene.mass / plummer_share}, plummer_share);
    } else if (scene.source == "hernquist") {
        use("Hernquist", HernquistModel{.mass = scene.mass / hernquist_share}, hernquist_share);
    }
}

// The scene's galaxy in its units.
struct GalacticUnits {
    double length, mass, speed;
};

GalacticUnits galactic_units(const ReferenceScene& scene) {
    const double length = kiloparsecs(1);
    const double mass = scene.mass / GalaxyModel::total_mass;
    return {length, mass, std::sqrt(scene.gravity * mass / length)};
}

ExponentialDisk disk_of(const GalacticUnits& units) {
    return {.mass = GalaxyModel::disk_mass * units.mass, .scale = units.length};
}

} // namespace

void add_density_reference(std::vector<PlotLine>& lines, const ReferenceScene& scene,
                           const std::string& component, double from, double to) {
    with_model(scene, [&](const char* name, const auto& model, double) {
        lines.push_back(
            curve(name, from, to, [&](double radius) { return model.density(radius); }));
    });
    if (scene.source == "disk_galaxy" && component == "disk") {
        const ExponentialDisk disk = disk_of(galactic_units(scene));
        lines.push_back(curve(tr_noop("exponential disk"), from, to,
                              [&](double radius) { return disk.shell_density(radius); }));
    } else if (scene.source == "cold_sphere") {
        const double density = scene.mass * 3 / (4 * std::numbers::pi);
        lines.push_back(curve(tr_noop("at the start"), from, std::max(to, 1.0),
                              [&](double radius) { return radius <= 1 ? density : 0; }));
    }
}

void add_rotation_reference(std::vector<PlotLine>& lines, const ReferenceScene& scene, double from,
                            double to) {
    with_model(scene, [&](const char* name, const auto& model, double) {
        lines.push_back(curve(name, from, to, [&](double radius) {
            return std::sqrt(scene.gravity * model.mass_within(radius) / radius);
        }));
    });
    if (scene.source == "disk_galaxy") {
        static const GalaxyModel galaxy; // takes a while to make
        const GalacticUnits units = galactic_units(scene);
        const ExponentialDisk disk = disk_of(units);
        const double edge = std::min(to, 0.98 * GalaxyModel::disk_edge * units.length);
        lines.push_back(curve(tr_noop("the model"), from, edge, [&](double radius) {
            return units.speed * galaxy.circular_speed(radius / units.length);
        }));
        lines.push_back(curve(tr_noop("exponential disk alone"), from, to, [&](double radius) {
            return disk.circular_speed(radius, scene.gravity);
        }));
    }
}

std::vector<PlotLine> lagrange_reference(const ReferenceScene& scene, double from, double to) {
    std::vector<PlotLine> lines;
    const auto add = [&](const char* name, double end, const auto& radius_at) {
        if (end <= from) {
            return;
        }
        PlotLine& line = lines.emplace_back(PlotLine{.name = name, .theory = true});
        for (int k = 0; k < points; ++k) {
            const double time = from + (end - from) * k / (points - 1);
            line.x.push_back(time);
            line.y.push_back(radius_at(time));
        }
    };
    const double fall =
        std::numbers::pi / 2 / std::sqrt(2 * scene.gravity * std::max(scene.mass, 1e-300));
    for (const double share : lagrange_shares) {
        with_model(scene, [&](const char*, const auto& model, double share_of_model) {
            const double radius = model.radius_of_share(share_of_model * share);
            add(tr_noop("in equilibrium"), to, [&](double) { return radius; });
        });
        if (scene.source == "cold_sphere") {
            add(tr_noop("free fall"), std::min(to, 0.995 * fall),
                [&](double time) { return std::cbrt(share) * free_fall_factor(time / fall); });
        }
    }
    return lines;
}

} // namespace orrery
