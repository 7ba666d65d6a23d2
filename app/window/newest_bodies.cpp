#include "app/window/newest_bodies.hpp"

#include <algorithm>

namespace orrery {

std::optional<Simulation::Written> NewestBodies::bring(const SimulationThread& simulation,
                                                       const SimulationStatus& status,
                                                       BodyScalar scalar,
                                                       std::span<const std::size_t> named) {
    const std::uint64_t version = simulation.version();
    const bool stale = version != version_ || flying_ || scalar != scalar_ ||
                       buffer_.count() != status.count || bodies_serial_ != status.bodies_serial ||
                       !std::ranges::equal(named, named_);
    if (version == 0 || !status.loaded || !stale || failed_count_ == status.count) {
        return std::nullopt;
    }
    scalar_ = scalar;
    named_.assign(named.begin(), named.end());
    bodies_serial_ = status.bodies_serial;
    version_ = version;
    const std::optional<int> device = status.state_device;
    reserve(status.count, device);
    BodyWriting writing(buffer_, device);
    Simulation::Written written = simulation.write_latest(writing.target(), scalar, named);
    // Version 0: they have just left the GPU that the target is on.
    if (written.version == 0 || !writing.keep(written.count)) {
        version_ = 0; // again in the next frame, which knows where they are
        return std::nullopt;
    }
    flying_ = written.flying;
    return written;
}

void NewestBodies::reserve(std::size_t count, std::optional<int> device) {
    failed_count_ = count;
    buffer_.resize(std::max<std::size_t>(count, 1), device);
    failed_count_.reset();
}

} // namespace orrery
