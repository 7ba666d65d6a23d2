#pragma once

#include "app/state/app_state.hpp"
#include "app/window/newest_bodies.hpp"

#include <cstdint>

#include <vector>

namespace orrery {

// Whose places are told with the bodies: those with a label and, behind them, the one followed.
std::vector<std::size_t> named_bodies(const AppState& app);

// What lies over the bodies of a simulation, for the view: reads it, and takes what was recorded.
void read_lines(SimulationThread& simulation, const SimulationStatus& status, const View& view,
                Paths& paths, GuideLines& guides);
// Whether something of it was switched on while nothing moves.
bool lacks_lines(const AppState& app, const Paths& paths, const GuideLines& guides);

// Brings the newest bodies of the window's simulation to where they are drawn from, with what else
// the window says of them.
class BodyPublisher {
public:
    // Tells whether there was anything new; then app.written, app.interop_fallback, the labels'
    // positions and an automatic colour scale are up to date too. Throws failure when graphics
    // memory does not suffice; the same bodies are then not tried again.
    bool publish(AppState& app);

    const BodyBuffer& bodies() const { return newest_.bodies(); }
    // Lights bodies up, as BodyBuffer::mark does.
    void mark(std::span<const std::uint8_t> marks) { newest_.mark(marks); }

private:
    static void place_named(AppState& app, bool follows, bool holds);

    NewestBodies newest_;
    BodyScalar scaled_ = BodyScalar::none; // what the automatic colour scale is of
    std::uint64_t scale_serial_ = 0;       // and the load that it belongs to
};

} // namespace orrery
