#include "app/state/calendar.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace orrery {

std::string calendar_date(const Units& units, double time) {
    constexpr double unix_epoch = 2440587.5; // as a Julian date
    constexpr double farthest = 3e6;         // days; four digits of a year
    const double days = std::floor(units.epoch + time - unix_epoch);
    if (units.epoch <= 0 || units.time != "day" || !(std::abs(days) < farthest)) {
        return "";
    }
    const std::chrono::year_month_day date{
        std::chrono::sys_days{std::chrono::days{static_cast<long>(days)}}};
    const int year = static_cast<int>(date.year());
    if (year < 1 || year > 9999) {
        return "";
    }
    return fmt::format("{:04}-{:02}-{:02}", year, static_cast<unsigned>(date.month()),
                       static_cast<unsigned>(date.day()));
}

} // namespace orrery
