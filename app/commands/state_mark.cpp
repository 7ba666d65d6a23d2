#include "app/commands/state_mark.hpp"

#include "sim/snapshots/crc32c.hpp"

#include <fmt/format.h>

#include <span>

namespace orrery {

std::string state_mark(const System& system) {
    Crc32c checksum;
    const Bodies<double>& bodies = system.bodies;
    checksum.add(std::as_bytes(std::span(&system.time, 1)));
    for (const HostArray<double>* values :
         {&bodies.mass, &bodies.position.x, &bodies.position.y, &bodies.position.z,
          &bodies.velocity.x, &bodies.velocity.y, &bodies.velocity.z}) {
        checksum.add(std::as_bytes(std::span(values->data(), values->size())));
    }
    return fmt::format("crc32c {:08x}", checksum.value());
}

} // namespace orrery
