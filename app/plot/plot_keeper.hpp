#pragma once

#include "app/job.hpp"
#include "app/plot/plot_reader.hpp"
#include "app/state/feature.hpp"
#include "app/state/plot_status.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orrery {

// Keeps the plot of the scene fresh while somebody looks at it, and the bodies that a range of it
// has chosen. Measures on a thread of its own, a few times a second at most, and only what is on
// screen: while the clock stands, nothing.
class PlotKeeper : public Feature {
public:
    // Refreshes PlotStatus, and marks the bodies that are chosen.
    void prepare_picture(Frame& frame) override;
    FrameDemand demand(const AppState&) const override { return background_if(behind_); }
    bool lacks(const AppState& app) const override {
        return behind_ && !app.get<PlotStatus>().reading;
    }

private:
    // True when other bodies are chosen than before.
    bool poll(AppState& app);
    // A byte for each body; empty: none is chosen.
    std::span<const std::uint8_t> chosen() const;
    // What a measurement is of.
    struct Source {
        std::uint64_t version = 0, load = 0;
        PlotView view;
        bool show = false, held = false;
        bool operator==(const Source&) const = default;
    };
    bool take_reading(AppState& app);
    bool forget_choice(AppState& app);
    void begin(AppState& app, const Source& wanted);

    Source made_of_;
    bool behind_ = false; // newer bodies than those measured are to be seen
    double next_at_ = 0;  // seconds since the window opened
    std::uint64_t load_ = 0, jumps_ = 0;
    std::string lagrange_of_; // the component that radii are kept of
    std::shared_ptr<const std::vector<std::uint8_t>> chosen_;
    std::unique_ptr<PlotReader> reader_;
    Job<PlotReading> under_way_; // last: uses the reader
};

// Puts radii among those of other times, which stay in order; of very many, every other one goes.
void add_radii(std::vector<LagrangeRadii>& all, const LagrangeRadii& radii);

} // namespace orrery
