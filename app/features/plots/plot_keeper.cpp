// Keeps the plot of the scene fresh while somebody looks at it, and the bodies that a range of it
// has chosen. Measures on a thread of its own, a few times a second at most, and only what is on
// screen: while the clock stands, nothing.

#include "app/features/features.hpp"
#include "app/job.hpp"
#include "app/plot/plot_reader.hpp"
#include "app/state/plot_status.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace orrery {
namespace {

// Of all bodies, as they are when it begins. Throws failure where a GPU is lost.
PlotReading measure_plot(const SimulationThread& simulation, const PlotRequest& request,
                         Workers& workers) {
    const Clock::time_point start = Clock::now();
    BodyValues values = simulation.read(whole_bodies());
    Bodies<double> bodies;
    bodies.position = std::move(values.position);
    bodies.velocity = std::move(values.velocity);
    bodies.mass = std::move(values.mass);
    PlotReading reading = read_plot(bodies, request, workers);
    reading.time = values.time;
    if (reading.lagrange) {
        reading.lagrange->time = values.time;
    }
    reading.seconds = milliseconds_since(start) / 1000;
    return reading;
}

class PlotKeeper : public Feature {
public:
    void prepare_picture(Frame& frame) override {
        AppState& app = frame.app;
        PlotStatus& plot = app.get<PlotStatus>();
        const bool shown = std::exchange(plot.shown, false);
        const auto chosen_before = chosen_;
        take_reading(app);
        if (app.status.load_serial != std::exchange(load_, app.status.load_serial) ||
            app.status.travel.jumps != std::exchange(jumps_, app.status.travel.jumps)) {
            std::erase_if(plot.lagrange, [&](const LagrangeRadii& radii) {
                return radii.time >= app.status.time;
            });
        }
        const bool chooses = app.view.plot.brush.has_value();
        if (!chooses) {
            plot.held = false;
            chosen_ = nullptr;
        }
        behind_ = false;
        if ((shown || chooses) && app.written.count > 0 && app.status.loaded) {
            want(app,
                 {app.written.version, {app.status.load_serial, app.view.plot, shown, plot.held}});
        }
        if (chosen_ != chosen_before) {
            frame.marks = chosen_ == nullptr ? std::span<const std::uint8_t>() : *chosen_;
        }
    }
    FrameDemand demand(const AppState&) const override { return background_if(behind_); }
    bool lacks(const AppState& app) const override {
        return behind_ && !app.get<PlotStatus>().reading;
    }

private:
    // What a measurement is of: what is wanted, and which state of the bodies.
    struct Wish {
        std::uint64_t load = 0;
        PlotView view;
        bool show = false, held = false;
        bool operator==(const Wish&) const = default;
    };
    struct Source {
        std::uint64_t version = 0;
        Wish wish;
        bool operator==(const Source&) const = default;
    };

    void want(AppState& app, const Source& wanted) {
        behind_ = job_.under_way() || wanted != made_of_;
        // Other bodies wait until it has rested, another wish does not.
        const bool due = wanted.wish != made_of_.wish || app.now >= next_at_;
        if (job_.under_way() || wanted == made_of_ || !due) {
            return;
        }
        made_of_ = wanted;
        if (!workers_) {
            // A quarter of the cores: the simulation wants them all.
            const int cores = static_cast<int>(std::thread::hardware_concurrency());
            workers_ = std::make_unique<Workers>(std::clamp(cores / 4, 1, 8),
                                                 Workers::Priority::background);
        }
        const Wish& wish = wanted.wish;
        PlotRequest request{.view = wish.view,
                            .show = wish.show,
                            .catalogue = app.catalogue,
                            .source = app.status.settings.source,
                            .gravity = app.status.settings.gravity.value_or(app.units.gravity),
                            .load = wish.load,
                            .before = app.get<PlotStatus>().reading,
                            .held = wish.held ? chosen_ : nullptr};
        job_.start(
            [workers = workers_.get(), &simulation = app.simulation, request = std::move(request)] {
                return measure_plot(simulation, request, *workers);
            },
            Workers::Priority::background);
    }

    void take_reading(AppState& app) {
        constexpr double shortest_interval = 0.2; // seconds
        constexpr double idle_share = 4;          // of the time that a measurement takes
        if (!job_.finished()) {
            return;
        }
        PlotStatus& plot = app.get<PlotStatus>();
        try {
            auto reading = std::make_shared<const PlotReading>(job_.take());
            next_at_ = app.now + std::max(shortest_interval, idle_share * reading->seconds);
            if (reading->load != app.status.load_serial) {
                return;
            }
            if (app.view.plot.brush) {
                chosen_ = reading->chosen_bodies;
            }
            if (reading->lagrange) {
                if (lagrange_of_ != reading->view.component) {
                    lagrange_of_ = reading->view.component;
                    plot.lagrange.clear();
                }
                add_radii(plot.lagrange, *reading->lagrange);
            }
            plot.reading = std::move(reading);
        } catch (const Error&) { // a lost GPU, say: others tell
            next_at_ = app.now + 1;
        } catch (const std::bad_alloc&) {
            app.view.plot.brush.reset();
            next_at_ = app.now + 5;
            app.announce("plot", "Not enough memory to plot the scene");
        }
    }

    Source made_of_;
    bool behind_ = false; // newer bodies than those measured are to be seen
    double next_at_ = 0;  // seconds since the window opened
    std::uint64_t load_ = 0, jumps_ = 0;
    std::string lagrange_of_; // the component that radii are kept of
    std::shared_ptr<const std::vector<std::uint8_t>> chosen_; // a byte for each body
    std::unique_ptr<Workers> workers_;
    Job<PlotReading> job_; // last: uses the workers
};

} // namespace

FeatureEntry plot_keeper_feature() {
    return feature<PlotKeeper>();
}

} // namespace orrery
