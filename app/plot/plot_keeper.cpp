#include "app/plot/plot_keeper.hpp"

#include "app/state/plot_status.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <utility>

namespace orrery {
namespace {

constexpr double shortest_interval = 0.2; // seconds
constexpr double interval_of_hand = 0.04; // while somebody chooses
constexpr double idle_share = 4;          // of the time that a measurement takes
constexpr std::size_t most_radii = 2000;

} // namespace

void PlotKeeper::prepare_picture(Frame& frame) {
    if (poll(frame.app)) {
        frame.marks = chosen();
    }
}

bool PlotKeeper::poll(AppState& app) {
    const bool shown = std::exchange(app.get<PlotStatus>().shown, false);
    bool changed = take_reading(app);
    if (app.status.load_serial != std::exchange(load_, app.status.load_serial) ||
        app.status.travel.jumps != std::exchange(jumps_, app.status.travel.jumps)) {
        std::erase_if(app.get<PlotStatus>().lagrange,
                      [&](const LagrangeRadii& radii) { return radii.time >= app.status.time; });
    }
    const bool chooses = app.view.plot.brush.has_value();
    if (!chooses) {
        changed = forget_choice(app) || changed;
    }
    if ((!shown && !chooses) || app.written.count == 0 || !app.status.loaded) {
        behind_ = false;
        return changed;
    }
    const Source source{app.written.version, app.status.load_serial, app.view.plot, shown,
                        app.get<PlotStatus>().held};
    behind_ = under_way_.under_way() || source != made_of_;
    const bool other_wish = source.view != made_of_.view || source.held != made_of_.held ||
                            source.load != made_of_.load || source.show != made_of_.show;
    const double due = other_wish ? std::min(next_at_, app.now) : next_at_;
    if (!under_way_.under_way() && source != made_of_ && app.now >= due) {
        begin(app, source);
    }
    return changed;
}

std::span<const std::uint8_t> PlotKeeper::chosen() const {
    return chosen_ == nullptr ? std::span<const std::uint8_t>{}
                              : std::span<const std::uint8_t>(*chosen_);
}

bool PlotKeeper::forget_choice(AppState& app) {
    app.get<PlotStatus>().held = false;
    return std::exchange(chosen_, nullptr) != nullptr;
}

void PlotKeeper::begin(AppState& app, const Source& wanted) {
    if (!reader_) {
        reader_ = std::make_unique<PlotReader>();
    }
    made_of_ = wanted;
    PlotRequest request{.view = wanted.view,
                        .show = wanted.show,
                        .catalogue = app.catalogue,
                        .source = app.status.settings.source,
                        .gravity = app.status.settings.gravity.value_or(app.units.gravity),
                        .load = wanted.load,
                        .before = app.get<PlotStatus>().reading,
                        .held = wanted.held ? chosen_ : nullptr};
    under_way_.start([reader = reader_.get(), &simulation = app.simulation,
                      request = std::move(request)] { return reader->read(simulation, request); },
                     Workers::Priority::background);
}

bool PlotKeeper::take_reading(AppState& app) {
    if (!under_way_.finished()) {
        return false;
    }
    bool changed = false;
    try {
        auto reading = std::make_shared<const PlotReading>(under_way_.take());
        next_at_ =
            app.now + std::max(app.get<PlotStatus>().dragged ? interval_of_hand : shortest_interval,
                               idle_share * reading->seconds);
        if (reading->load != app.status.load_serial) {
            return false;
        }
        if (app.view.plot.brush && reading->chosen_bodies != chosen_) {
            chosen_ = reading->chosen_bodies;
            changed = true;
        }
        if (reading->lagrange) {
            if (lagrange_of_ != reading->view.component) {
                lagrange_of_ = reading->view.component;
                app.get<PlotStatus>().lagrange.clear();
            }
            add_radii(app.get<PlotStatus>().lagrange, *reading->lagrange);
        }
        app.get<PlotStatus>().reading = std::move(reading);
    } catch (const Error&) { // a lost GPU, say: others tell
        next_at_ = app.now + 1;
    } catch (const std::bad_alloc&) {
        app.view.plot.brush.reset();
        next_at_ = app.now + 5;
        app.announce("plot", "Not enough memory to plot the scene");
    }
    return changed;
}

void add_radii(std::vector<LagrangeRadii>& all, const LagrangeRadii& radii) {
    const auto place = std::lower_bound(
        all.begin(), all.end(), radii,
        [](const LagrangeRadii& a, const LagrangeRadii& b) { return a.time < b.time; });
    if (place != all.end() && place->time == radii.time) {
        *place = radii;
        return;
    }
    all.insert(place, radii);
    if (all.size() > most_radii) {
        std::size_t kept = 0;
        for (std::size_t k = 0; k < all.size(); k += 2) {
            all[kept++] = all[k];
        }
        all.resize(kept);
    }
}

} // namespace orrery
