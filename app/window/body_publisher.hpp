#pragma once

#include "app/state/app_state.hpp"
#include "render/body_buffer.hpp"

#include <optional>

namespace orrery {

// Brings the newest complete bodies from the simulation to the buffer that is drawn from, whenever
// there are newer ones or their colour means something else. Those that the GPU has stay there, if
// it is the one that draws. Never waits for a step.
class BodyPublisher {
public:
    // Tells whether there was anything new; then app.written, app.interop_fallback, the labels'
    // positions and an automatic colour scale are up to date too. Throws failure when graphics
    // memory does not suffice; the same bodies are then not tried again.
    bool publish(AppState& app);

    const BodyBuffer& bodies() const { return buffer_; }

private:
    void reserve(std::size_t count, std::optional<int> device);
    // False when nothing came of it.
    bool write(AppState& app, std::optional<int> device);
    Simulation::Written write_to(const BodyTarget& target, AppState& app);

    BodyBuffer buffer_;
    std::uint64_t published_version_ = 0;
    BodyScalar published_scalar_ = BodyScalar::none;
    std::optional<std::size_t> published_followed_;
    std::uint64_t scale_serial_ = 0;          // the load that the automatic colour scale belongs to
    std::optional<std::size_t> failed_count_; // so many did not fit into graphics memory
};

} // namespace orrery
