// The power spectrum of a periodic box beside linear theory, and how many haloes are how heavy
// beside what is expected of linear theory.

#include "app/plot/plot.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/body_units.hpp"
#include "sim/mesh/fourier_transform.hpp"
#include "sim/structure/halo_theory.hpp"
#include "sim/structure/haloes.hpp"
#include "sim/structure/linear_power.hpp"
#include "sim/structure/power_spectrum.hpp"

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr int points_of_theory = 96;

// None in units that have no names, or in space that does not expand.
std::optional<LinearPower> theory_of(const PlotRequest& request) {
    System system;
    system.units = request.units;
    system.cosmology = request.space.cosmology;
    system.box = request.space.box;
    system.time = request.time;
    return linear_power(system);
}

double volume_of(const PeriodicBox& box) {
    return box.lengths[0] * box.lengths[1] * box.lengths[2];
}

// At equal factors from one to the other.
double between(double from, double to, int place) {
    return from * std::pow(to / from, static_cast<double>(place) / (points_of_theory - 1));
}

// Bins of one width become many on a logarithmic axis: those within a factor of each other are one.
std::vector<PowerBin> thinned(const std::vector<PowerBin>& bins) {
    constexpr double factor = 1.1;
    std::vector<PowerBin> kept;
    for (const PowerBin& bin : bins) {
        if (kept.empty() || bin.high > factor * kept.back().low * (1 + 1e-9)) {
            kept.push_back(bin);
            continue;
        }
        PowerBin& one = kept.back();
        const auto own = static_cast<double>(one.modes), more = static_cast<double>(bin.modes);
        const auto mean = [&](double PowerBin::*member) {
            one.*member = (own * one.*member + more * bin.*member) / (own + more);
        };
        mean(&PowerBin::wave_number);
        mean(&PowerBin::power);
        mean(&PowerBin::on_mesh);
        one.modes += bin.modes;
        one.error = one.power * std::sqrt(2 / static_cast<double>(one.modes));
        one.high = bin.high;
    }
    return kept;
}

void add_measured(const PowerSpectrum& spectrum, std::vector<PlotLine>& lines) {
    PlotLine power{.name = tr_noop("measured")}, on_mesh{.name = tr_noop("before the correction")};
    for (const PowerBin& bin : thinned(spectrum.bins)) {
        power.x.push_back(bin.wave_number);
        power.y.push_back(bin.power);
        power.error.push_back(bin.error);
        on_mesh.x.push_back(bin.wave_number);
        on_mesh.y.push_back(bin.on_mesh);
    }
    lines.push_back(std::move(power));
    lines.push_back(std::move(on_mesh));
}

void add_linear_theory(const LinearPower& theory, const PlotRequest& request, double from,
                       double to, std::vector<PlotLine>& lines) {
    const Cosmology& cosmology = *request.space.cosmology;
    PlotLine line{.name = tr_noop("linear theory"), .theory = true};
    for (int k = 0; k < points_of_theory; ++k) {
        line.x.push_back(between(from, to, k));
        line.y.push_back(theory(line.x.back()));
    }
    line.of = "z " + cosmic_moment(cosmology, request.units, request.time).redshift;
    lines.push_back(std::move(line));
}

// The wave number up to which so many points along an edge tell waves apart.
double nyquist(const PeriodicBox& box, double points) {
    return std::numbers::pi * points / std::max({box.lengths[0], box.lengths[1], box.lengths[2]});
}

} // namespace

void read_power(const Bodies<double>& bodies, const PlotRequest& request, Workers& workers,
                const std::stop_token& stop, PlotReading& reading) {
    const PeriodicBox& box = request.space.box;
    if (!box.is_periodic()) {
        reading.problem = tr_noop("Only a periodic box has a power spectrum");
        return;
    }
    if (const std::string why = fourier_transform_unavailable(); !why.empty()) {
        reading.problem = why;
        return;
    }
    const auto spectrum = power_spectrum(bodies, {.box = box}, workers, stop);
    if (!spectrum || spectrum->bins.empty()) {
        return;
    }
    add_measured(*spectrum, reading.lines);
    const double from = spectrum->bins.front().wave_number;
    if (const std::optional<LinearPower> theory = theory_of(request)) {
        reading.mpc_over_h = theory->mpc_over_h();
        add_linear_theory(*theory, request, from, spectrum->nyquist, reading.lines);
    }
    reading.lines.push_back({.name = tr_noop("shot noise"),
                             .theory = true,
                             .x = {from, spectrum->nyquist},
                             .y = {spectrum->shot_noise, spectrum->shot_noise}});
    const double side = std::cbrt(static_cast<double>(bodies.size()));
    reading.marks.push_back({nyquist(box, side), tr_noop("bodies")});
    if (request.force_cells > 0) {
        reading.marks.push_back(
            {nyquist(box, static_cast<double>(request.force_cells)), tr_noop("force mesh")});
    }
    reading.marks.push_back({spectrum->nyquist, tr_noop("Nyquist")});
    reading.how = tr_format("two meshes of {} × {} × {} cells", spectrum->cells[0],
                            spectrum->cells[1], spectrum->cells[2]);
}

void read_mass_function(const Bodies<double>& bodies, const PlotRequest& request, Workers& workers,
                        const std::stop_token& stop, PlotReading& reading) {
    const PeriodicBox& box = request.space.box;
    const Friendship search{.linking_length = linking_length_of(bodies, box, request.linking),
                            .box = box};
    if (!(search.linking_length > 0)) {
        reading.problem = tr_noop("These bodies fill no volume");
        return;
    }
    const std::optional<HaloList> list = find_haloes(bodies, search, workers, stop);
    if (!list) {
        return;
    }
    reading.how = tr_format("{} of {} or more bodies",
                            counted(list->haloes.size(), "halo", "haloes"), search.least);
    if (list->haloes.empty()) {
        reading.problem = tr_format("No group of {} bodies yet", search.least);
        return;
    }
    // Each halo is a step of the curve; of those that are close together in mass, the last.
    constexpr double closest = 1.02;
    PlotLine line{.name = tr_noop("measured")};
    for (std::size_t h = 0; h < list->haloes.size(); ++h) {
        const double mass = list->haloes[h].mass;
        if (!line.x.empty() && line.x.back() < closest * mass) {
            line.y.back() = static_cast<double>(h + 1);
            continue;
        }
        line.x.push_back(mass);
        line.y.push_back(static_cast<double>(h + 1));
    }
    const double lightest = line.x.back(), heaviest = line.x.front();
    reading.lines.push_back(std::move(line));
    const std::optional<LinearPower> theory = theory_of(request);
    if (!theory || !box.is_periodic()) {
        return;
    }
    double total = 0;
    for (const double mass : bodies.mass) {
        total += mass;
    }
    const double density = total / volume_of(box);
    const auto sigma = [&](double mass) {
        return theory->sigma(std::cbrt(3 * mass / (4 * std::numbers::pi * density)));
    };
    PlotLine expected{.name = tr_noop("Sheth and Tormen"), .theory = true};
    constexpr double factor = 1.25;
    for (double mass = lightest; mass < factor * heaviest; mass *= factor) {
        expected.x.push_back(mass);
    }
    expected.y = expected_haloes(sigma, density, expected.x);
    for (double& number : expected.y) {
        number *= volume_of(box);
    }
    reading.lines.push_back(std::move(expected));
}

} // namespace orrery
