#pragma once

#include "app/features/race/race_figures.hpp"
#include "app/state/app_state.hpp"
#include "render/body_buffer.hpp"
#include "sim/simulation/simulation_thread.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

// Brings the newest complete bodies of a simulation to a buffer that is drawn from, whenever there
// are newer ones, their colour means something else, or others are named. Those that the GPU has
// stay there, if it is the one that draws. Never waits for a step.
class NewestBodies {
public:
    // What was written, if anything. Throws failure when graphics memory does not suffice; the same
    // bodies are then not tried again.
    std::optional<Simulation::Written> bring(const SimulationThread& simulation,
                                             const SimulationStatus& status, BodyScalar scalar,
                                             std::span<const std::size_t> named = {});

    const BodyBuffer& bodies() const { return buffer_; }
    // As BodyBuffer::mark.
    void mark(std::span<const std::uint8_t> marks) { buffer_.mark(marks); }

private:
    BodyBuffer buffer_;
    std::uint64_t version_ = 0; // that is in it; 0: none
    bool flying_ = false;       // the bodies are on their way to it
    BodyScalar scalar_ = BodyScalar::none;
    std::vector<std::size_t> named_; // whose places were asked for, of which bodies:
    std::uint64_t bodies_serial_ = 0;
    std::optional<std::size_t> failed_count_; // so many did not fit into graphics memory
};

// Whose places are told with the bodies: those with a label and, behind them, the one followed.
std::vector<std::size_t> named_bodies(const AppState& app);
// Sets these places, as app.written tells them.
void place_named(AppState& app);

// What lies over the bodies of a simulation, for the view: reads it, and takes what was recorded,
// where bodies are `newer` or something of it was switched on while nothing moves.
void read_lines(SimulationThread& simulation, const SimulationStatus& status, const View& view,
                Paths& paths, GuideLines& guides, bool newer);

// The same for the window's simulation, with what else the window says of it.
class BodyPublisher : public NewestBodies {
public:
    // Tells whether there was anything new; then app.written, app.interop_fallback, the labels'
    // positions and an automatic colour scale are up to date too. Throws as `bring` does.
    bool publish(AppState& app);
    // Brings those of the rivals of a race, and where named ones are; whether there were any new.
    bool publish_rivals(AppState& app, std::span<const Racer> rivals);

    // Its bodies and, behind them, those of the rivals.
    std::vector<const BodyBuffer*> all() const;

private:
    std::vector<NewestBodies> rivals_;
    BodyScalar scaled_ = BodyScalar::none; // what the automatic colour scale is of
    std::uint64_t scale_serial_ = 0;       // and the load that it belongs to
};

} // namespace orrery
