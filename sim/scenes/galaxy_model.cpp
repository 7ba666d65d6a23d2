#include "sim/scenes/galaxy_model.hpp"

#include "sim/scenes/portable_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr double row_spacing = 0.05;
constexpr double ring_spacing = 0.025; // well below the softened width of a ring

constexpr double bulge_scale = 0.2, bulge_taper = 2;
constexpr DensityProfile bulge_profile{
    [](double r) {
        const double x = r + bulge_scale, t = r / bulge_taper;
        return portable::exp(-t * t) / (r * x * x * x);
    },
    [](double r) {
        const double t = r / bulge_taper;
        return -1 - 3 * r / (r + bulge_scale) - 2 * t * t;
    },
};

constexpr double halo_core = 1, halo_taper = 10;
constexpr DensityProfile halo_profile{
    [](double r) {
        const double t = r / halo_taper;
        return portable::exp(-t * t) / (r * r + halo_core * halo_core);
    },
    [](double r) {
        const double t = r / halo_taper;
        return -2 * r * r / (r * r + halo_core * halo_core) - 2 * t * t;
    },
};

// The share of an infinite exponential disk inside radius R.
double disk_share(double radius) {
    return 1 - (1 + radius) * portable::exp(-radius);
}

double disk_mass_inside(double radius) {
    const double edge = GalaxyModel::disk_edge;
    return GalaxyModel::disk_mass * disk_share(std::min(radius, edge)) / disk_share(edge);
}

double surface_density(double radius) {
    return GalaxyModel::disk_mass / (2 * std::numbers::pi * disk_share(GalaxyModel::disk_edge)) *
           portable::exp(-radius);
}

// The height below which the share `u` of a sech^2 layer lies.
double layer_height(double u) {
    return GalaxyModel::scale_height / 2 * portable::log(u / (1 - u));
}

// Pull of the thick disk in its plane, as a pile of softened rings in a few layers.
double disk_pull(double radius) {
    constexpr int layers = 4; // above the plane; those below pull alike
    double pull = 0;
    for (double inner = 0; inner < GalaxyModel::disk_edge; inner += ring_spacing) {
        const double mass = disk_mass_inside(inner + ring_spacing) - disk_mass_inside(inner);
        for (int layer = 0; layer < layers; ++layer) {
            const double height = layer_height(0.5 + (layer + 0.5) / (2 * layers));
            pull += mass / layers *
                    ring_pull(radius, inner + ring_spacing / 2, height, GalaxyModel::softening);
        }
    }
    return pull;
}

// For bodies of a flat layer with the height distribution p: the mean of z^2, and the mean of
// |dz|^2 / sqrt(dz^2 + softening^2) over pairs. The layer's own mean z F_z is pi G Sigma times that
// (G = 1).
struct LayerMeans {
    double height2, distance;
};

LayerMeans layer_means() {
    constexpr std::size_t samples = 64;
    std::array<double, samples> heights{};
    for (std::size_t i = 0; i < samples; ++i) {
        heights[i] = layer_height((static_cast<double>(i) + 0.5) / samples);
    }
    LayerMeans means{0, 0};
    for (const double z : heights) {
        means.height2 += z * z / samples;
        for (const double other : heights) {
            const double distance2 = (z - other) * (z - other);
            means.distance +=
                distance2 / std::sqrt(distance2 + GalaxyModel::softening * GalaxyModel::softening) /
                (samples * samples);
        }
    }
    return means;
}

// K(m) and E(m), of the parameter m = k^2 and given its complement 1 - m, which is the more exact
// of the two near a ring.
struct EllipticIntegrals {
    double first, second;
};

EllipticIntegrals elliptic_integrals(double parameter, double complement) {
    double a = 1;
    double b = std::sqrt(complement);
    double weight = 0.5;
    double deficit = weight * parameter; // sum of 2^(n-1) c_n^2; c_0^2 = m
    while (a - b > 1e-9) {               // the mean's error is the square of that
        const double c = (a - b) / 2;
        const double mean = (a + b) / 2;
        b = std::sqrt(a * b);
        a = mean;
        weight *= 2;
        deficit += weight * c * c;
    }
    const double first = std::numbers::pi / (a + b);
    return {first, first * (1 - deficit)};
}

} // namespace

ShellPull shell_pull(double radius, double shell_radius, double softening) {
    const double sum = radius + shell_radius;
    const double difference = radius - shell_radius;
    const double far = std::sqrt(sum * sum + softening * softening);
    const double near = std::sqrt(difference * difference + softening * softening);
    const double depth = 2 / (far + near);
    return {depth, depth * depth / 2 * (sum / far + difference / near)};
}

double ring_pull(double radius, double ring_radius, double height, double softening) {
    // Potential -(2 / pi) K(m) / P with P the distance to the ring's far side, P^2 m = 4 R a.
    const double offset2 = height * height + softening * softening;
    const double sum = radius + ring_radius;
    const double difference = radius - ring_radius;
    const double far2 = sum * sum + offset2;
    const double m = 4 * radius * ring_radius / far2;
    const double complement = (difference * difference + offset2) / far2;
    const EllipticIntegrals integral = elliptic_integrals(m, complement);
    const double slope_of_first =
        (integral.second - complement * integral.first) / (2 * m * complement);
    const double slope_of_m = 4 * ring_radius / far2 - 2 * m * sum / far2;
    const double far = std::sqrt(far2);
    return 2 / std::numbers::pi *
           (integral.first * sum / (far2 * far) - slope_of_first * slope_of_m / far);
}

GalaxyModel::GalaxyModel()
    : grid_(1e-3, 3 * halo_taper, 256), bulge_(grid_, bulge_mass, bulge_profile),
      halo_(grid_, halo_mass, halo_profile) {
    settle_spheres();
    settle_disk();
}

void GalaxyModel::settle_spheres() {
    const std::size_t count = grid_.size();
    shell_masses_.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
        const double inner = k == 0 ? 0 : grid_[k - 1];
        shell_masses_[k] = bulge_.shell_masses()[k] + halo_.shell_masses()[k] +
                           disk_mass_inside(grid_[k]) - disk_mass_inside(inner);
    }
    potential_ = {std::vector<double>(count), std::vector<double>(count)};
    for (std::size_t k = 0; k < count; ++k) {
        for (std::size_t shell = 0; shell < count; ++shell) {
            const ShellPull pull = shell_pull(grid_[k], shell_radius(grid_, shell), softening);
            potential_.depths[k] += shell_masses_[shell] * pull.depth;
            potential_.pulls[k] += shell_masses_[shell] * pull.inwards;
        }
    }
    const double edge = potential_.depths.back();
    for (double& depth : potential_.depths) {
        depth -= edge;
    }
    bulge_.settle(potential_);
    halo_.settle(potential_);
}

void GalaxyModel::settle_disk() {
    const auto rows = static_cast<std::size_t>(disk_edge / row_spacing) + 2;
    disk_rows_.resize(rows);
    std::vector<double> sphere_rates(rows); // pull of bulge and halo over radius
    for (std::size_t j = 0; j < rows; ++j) {
        // The first row stands for the centre, where pull over radius has a limit.
        const double radius = std::max(row_spacing * static_cast<double>(j), row_spacing / 100);
        double pull = 0;
        for (std::size_t k = 0; k < grid_.size(); ++k) {
            pull += (bulge_.shell_masses()[k] + halo_.shell_masses()[k]) *
                    shell_pull(radius, shell_radius(grid_, k), softening).inwards;
        }
        sphere_rates[j] = pull / radius;
        disk_rows_[j].angular_speed2 = sphere_rates[j] + disk_pull(radius) / radius;
    }

    // kappa^2 = 4 Omega^2 + R d(Omega^2)/dR.
    std::vector<double> epicyclic2(rows);
    for (std::size_t j = 0; j < rows; ++j) {
        const std::size_t before = j == 0 ? 0 : j - 1;
        const std::size_t after = std::min(j + 1, rows - 1);
        const double change = disk_rows_[after].angular_speed2 - disk_rows_[before].angular_speed2;
        epicyclic2[j] = 4 * disk_rows_[j].angular_speed2 +
                        static_cast<double>(j) * change / static_cast<double>(after - before);
    }

    // The radial dispersion's scale: where Q = kappa sigma / (3.36 Sigma) is least, it has the
    // chosen value.
    double lowest = 1e300;
    for (std::size_t j = 0; j < rows; ++j) {
        const double radius = row_spacing * static_cast<double>(j);
        lowest = std::min(lowest, std::sqrt(epicyclic2[j]) * portable::exp(-radius / 2) /
                                      (3.36 * surface_density(radius)));
    }
    const double central_dispersion = min_toomre_q / lowest;

    const LayerMeans layer = layer_means();
    for (std::size_t j = 0; j < rows; ++j) {
        DiskRow& row = disk_rows_[j];
        const double radius = row_spacing * static_cast<double>(j);
        const double ratio2 = epicyclic2[j] / (4 * row.angular_speed2);
        row.radial = central_dispersion * portable::exp(-radius / 2);
        row.tangential = row.radial * std::sqrt(ratio2);
        row.upward = std::sqrt(std::numbers::pi * surface_density(radius) * layer.distance +
                               sphere_rates[j] * layer.height2);
        // Jeans' equation; d ln(Sigma sigma^2) / d ln R = -2 R.
        const double mean2 = row.angular_speed2 * radius * radius +
                             row.radial * row.radial * (1 - ratio2 - 2 * radius);
        row.mean_speed = std::sqrt(std::max(0.0, mean2));
    }
}

GalaxyModel::DiskRow GalaxyModel::disk_row(double radius) const {
    const double place = radius / row_spacing;
    const std::size_t lower = std::min(static_cast<std::size_t>(place), disk_rows_.size() - 2);
    const double share = place - static_cast<double>(lower);
    const DiskRow& a = disk_rows_[lower];
    const DiskRow& b = disk_rows_[lower + 1];
    const auto between = [share](double x, double y) { return x + share * (y - x); };
    return {between(a.angular_speed2, b.angular_speed2), between(a.mean_speed, b.mean_speed),
            between(a.radial, b.radial), between(a.tangential, b.tangential),
            between(a.upward, b.upward)};
}

double GalaxyModel::circular_speed(double radius) const {
    return radius * std::sqrt(disk_row(radius).angular_speed2);
}

PhasePoint GalaxyModel::draw_disk(Random& random) const {
    // The sum of two exponential variates has the density R exp(-R) that circles of an exponential
    // disk have.
    double radius = 0;
    do {
        const double first = -portable::log(random.uniform());
        radius = first - portable::log(random.uniform());
    } while (radius > disk_edge);
    const double height = layer_height(random.uniform());
    const portable::CosSin angle = portable::circle(random.uniform());

    const DiskRow row = disk_row(radius);
    const double bound2 = 2 * 0.9 * grid_.interpolate(potential_.depths, radius);
    double outwards = 0, along = 0, upward = 0;
    do {
        outwards = row.radial * random.gaussian();
        along = row.mean_speed + row.tangential * random.gaussian();
        upward = row.upward * random.gaussian();
    } while (outwards * outwards + along * along + upward * upward > bound2);
    return {{radius * angle.cosine, radius * angle.sine, height},
            {outwards * angle.cosine - along * angle.sine,
             outwards * angle.sine + along * angle.cosine, upward}};
}

double GalaxyModel::mutual_energy(double distance) const {
    const double edge = grid_.outermost();
    const double edge_depth = total_mass / edge;
    const auto depth = [&](double r) {
        return r > edge ? total_mass / r : edge_depth + grid_.interpolate(potential_.depths, r);
    };
    constexpr int directions = 32;
    double energy = 0;
    for (std::size_t k = 0; k < grid_.size(); ++k) {
        const double r = shell_radius(grid_, k);
        for (int i = 0; i < directions; ++i) {
            const double cosine = 2 * (i + 0.5) / directions - 1;
            const double d2 = distance * distance + r * r + 2 * distance * r * cosine;
            energy -= shell_masses_[k] / directions * depth(std::sqrt(d2));
        }
    }
    return energy;
}

} // namespace orrery
