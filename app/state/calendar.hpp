#pragma once

#include "sim/system.hpp"

#include <string>

namespace orrery {

// The day of a time, "2026-11-22"; "" where the units name no epoch, or the calendar ends before.
std::string calendar_date(const Units& units, double time);

} // namespace orrery
