#include "tests/app/panels/still_state.hpp"

#include "app/state/default_actions.hpp"

#include <cmath>

namespace orrery {
namespace {

constexpr double now = 15; // seconds since the window opened; the first hints are gone
constexpr double pairs = 65'536.0 * 65'535.0;

// One algorithm's turn, in seconds since the window opened.
struct Turn {
    const char* algorithm;
    double from, to, seconds_per_step;
};

// These are on every machine, and the first in the deck.
constexpr std::array turns{Turn{"cpu.aos", 2, 5.4, 1.7}, Turn{"cpu.soa", 5.4, 9, 0.9},
                           Turn{"cpu.simd_threads", 9, now, 0.075}};

// Wavers like a measured number, by a tenth.
double wavering(double mean, double at) {
    return mean * (1 + 0.06 * std::sin(5 * at) + 0.04 * std::sin(13 * at));
}

Conserved conserved_at(double time) {
    const double drift = 1 - std::exp(-time);
    Conserved now_conserved;
    now_conserved.kinetic_energy = 0.26;
    now_conserved.potential_energy = -0.51 + 2e-6 * drift;
    now_conserved.has_potential = true;
    now_conserved.momentum = {2e-8 * drift, 0, 0};
    now_conserved.momentum_scale = 0.7;
    now_conserved.angular_momentum = {0, 0, 0.4 + 1e-5 * drift * drift};
    return now_conserved;
}

StepReport report_of(const Turn& turn, double at) {
    StepReport step;
    step.finished = Clock::time_point{} +
                    std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(at));
    step.time = 0.2 * at;
    step.algorithm = turn.algorithm;
    const double milliseconds = wavering(1000 * turn.seconds_per_step, at);
    step.timings.add("tree", 0.08 * milliseconds);
    step.timings.add("forces", 0.9 * milliseconds);
    step.timings.total_milliseconds = milliseconds;
    step.timings.interactions = pairs;
    step.conserved = conserved_at(step.time);
    return step;
}

} // namespace

StillState::StillState() : app{.simulation = simulation_, .settings = {}} {
    add_default_actions(app);
    app.now = now;
    app.history.advance(now, true);
    app.catalogue.title = "Galaxy collision";
    app.catalogue.components = {{"first disk", 0, 24'000},       {"first bulge", 24'000, 4'000},
                                {"first halo", 28'000, 4'768},   {"second disk", 32'768, 24'000},
                                {"second bulge", 56'768, 4'000}, {"second halo", 60'768, 4'768}};
    app.units = {1, "kpc", "Myr", "solar masses"};
    app.settings.bodies = 65'536;
    app.settings.time_step = 0.02; // with its button to give it back
    app.settings.adaptive_step = true;

    app.status.loaded = true;
    app.status.settings = app.settings;
    app.status.count = 65'536;
    app.status.time = 12.34;
    app.status.time_step = 0.02;
    app.status.suggested.time_step = 0.02;
    app.status.suggested.softening = 0.05;
    app.status.softening = 0.05;
    app.status.initial = conserved_at(0);
    app.status.latest = conserved_at(0.2 * now);
    app.status.verified = VerifiedForces{{1000, 1.23e-7, 4.56e-7, 7.89e-7}, app.settings};

    app.view.style.scalar_low = 0; // what the legend makes of it
    app.view.style.scalar_high = 1.7F;
    app.view.stored_views[1] = CameraPose{};
    add_steps();
    add_frames();
}

void StillState::add_steps() {
    std::vector<StepReport> steps;
    for (const Turn& turn : turns) {
        for (double at = turn.from + turn.seconds_per_step; at < turn.to;
             at += turn.seconds_per_step) {
            steps.push_back(report_of(turn, at));
        }
    }
    app.history.add_steps(steps, app.status, {});
}

void StillState::add_frames() {
    for (int i = 0; i < 600; ++i) {
        const double at = now * i / 600;
        app.history.add_frame({at, 1000.0 / 60, 0.6, wavering(3.1, at), wavering(1.4, at)});
    }
}

} // namespace orrery
