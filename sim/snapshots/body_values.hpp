#pragma once

#include "sim/system.hpp"

#include <cmath>
#include <filesystem>
#include <string>

namespace orrery {

// The kind of a number in a file, as far as checking it goes.
enum class Quantity { mass, softening, coordinate };

// Masses and softenings cannot be negative; nothing can be infinite or not a number.
inline bool is_valid(double value, Quantity quantity) {
    return std::isfinite(value) && (quantity == Quantity::coordinate || value >= 0);
}

// Describes an invalid number: "is negative (-2)", "is not a finite number".
std::string what_is_wrong(double value);

// Components cover all bodies in order without gaps (or there are none), labels name bodies, and
// what there is one of per body is there for all or none.
bool fits(const Catalogue& catalogue, std::size_t bodies);

// The id of a body: the file's own, or its index.
std::string id_text(const Catalogue& catalogue, std::size_t body);

// Every writer's first check: there are bodies, all their numbers are valid, and the catalogue fits
// them. So no file is ever written that could not be read back. Throws failure. `first`: the number
// of the first body, of a share.
void require_writable(const System& system, const std::filesystem::path& file,
                      std::size_t first = 0);

} // namespace orrery
