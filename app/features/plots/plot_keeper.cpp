// Keeps the plot of the scene fresh while it is shown, and the bodies that a range in it has
// chosen. Measures only what is on screen: while the clock stands, nothing.

#include "app/features/features.hpp"
#include "app/features/overlays/kept_up.hpp"
#include "app/language/tr.hpp"
#include "app/plot/plot.hpp"
#include "app/state/plot_status.hpp"
#include "sim/mesh/mesh_options.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace orrery {
namespace {

std::size_t cells_of_force(const AppState& app) {
    const Settings& settings = app.status.settings;
    return mesh_cells(find_solver(settings.algorithm).info,
                      options_of(settings, settings.algorithm), app.status.count);
}

class PlotMaker {
public:
    // Measures all bodies, as they are when it begins.
    std::unique_ptr<PlotReading> make(const SimulationThread& simulation, PlotRequest request,
                                      const std::stop_token& stop) {
        BodyValues values = simulation.read(whole_bodies());
        Bodies<double> bodies;
        bodies.position = std::move(values.position);
        bodies.velocity = std::move(values.velocity);
        bodies.mass = std::move(values.mass);
        request.time = values.time;
        if (const double factor = peculiar_factor(request.space, values.time); factor != 1) {
            for (auto* const axis : {&bodies.velocity.x, &bodies.velocity.y, &bodies.velocity.z}) {
                std::ranges::for_each(*axis, [factor](double& speed) { speed *= factor; });
            }
        }
        auto reading = std::make_unique<PlotReading>(read_plot(bodies, request, workers_, stop));
        if (reading->lagrange) {
            reading->lagrange->time = values.time;
        }
        return stop.stop_requested() ? nullptr : std::move(reading);
    }

private:
    Workers workers_{cores_for_overlays(), Workers::Priority::background};
};

class PlotKeeper : public KeptUp<PlotRequest, PlotMaker> {
public:
    PlotKeeper() : KeptUp(0.2, 4, tr_noop("Not enough memory to plot the scene")) {}

    bool lacks(const AppState& app) const override {
        return behind() && !app.get<PlotStatus>().reading;
    }

private:
    std::optional<PlotRequest> wish(Frame& frame) override {
        AppState& app = frame.app;
        PlotStatus& plot = app.get<PlotStatus>();
        const bool shown = std::exchange(plot.shown, false);
        const bool loaded = app.status.load_serial != std::exchange(load_, app.status.load_serial);
        if (loaded || app.status.travel.jumps != std::exchange(jumps_, app.status.travel.jumps)) {
            std::erase_if(plot.lagrange, [&](const LagrangeRadii& radii) {
                return radii.time >= app.status.time;
            });
        }
        const bool others =
            app.status.bodies_serial != std::exchange(bodies_, app.status.bodies_serial);
        if (others || !catalogue_) {
            catalogue_ = std::make_shared<const Catalogue>(app.catalogue);
        }
        const bool chooses = app.view.plot.brush.has_value();
        if (!chooses) {
            plot.held = false;
            choose(frame, nullptr);
        }
        if ((!shown && !chooses) || app.written.count == 0 || !app.status.loaded) {
            return std::nullopt;
        }
        PlotRequest wanted{.version = app.written.version,
                           .load = app.status.load_serial,
                           .view = app.view.plot,
                           .show = shown,
                           .catalogue = catalogue_,
                           .source = app.status.settings.source,
                           .gravity = app.status.settings.gravity.value_or(app.units.gravity),
                           .space = app.get<SceneSpace>(),
                           .units = app.units,
                           .force_cells = cells_of_force(app),
                           .linking = static_cast<double>(app.view.haloes.linking),
                           .before = plot.reading,
                           .held = plot.held ? chosen_ : nullptr};
        const PlotRequest& before = made_of();
        if (wanted.view != before.view || wanted.show != before.show ||
            wanted.load != before.load || (wanted.held == nullptr) != (before.held == nullptr)) {
            hurry(); // the user has chosen another
        }
        return wanted;
    }

    void show(Frame& frame, Made made, double seconds) override {
        PlotStatus& plot = frame.app.get<PlotStatus>();
        if (made->load != frame.app.status.load_serial) {
            return;
        }
        if (frame.app.view.plot.brush) {
            choose(frame, made->chosen_bodies);
        }
        if (made->lagrange) {
            if (lagrange_of_ != made->view.component) {
                lagrange_of_ = made->view.component;
                plot.lagrange.clear();
            }
            add_radii(plot.lagrange, *made->lagrange);
        }
        made->seconds = seconds;
        plot.reading = std::move(made);
    }

    void give_up(AppState& app) override { app.view.plot.brush.reset(); }

    // A byte for each body; null: none is chosen.
    void choose(Frame& frame, std::shared_ptr<const std::vector<std::uint8_t>> bodies) {
        if (bodies != chosen_) {
            chosen_ = std::move(bodies);
            frame.marks = chosen_ ? std::span(*chosen_) : std::span<const std::uint8_t>();
        }
    }

    std::uint64_t load_ = 0, bodies_ = 0, jumps_ = 0;
    std::string lagrange_of_; // the component that radii are kept of
    std::shared_ptr<const Catalogue> catalogue_;
    std::shared_ptr<const std::vector<std::uint8_t>> chosen_;
};

} // namespace

extern const FeatureEntry plot_keeper_feature = feature<PlotKeeper>();

} // namespace orrery
