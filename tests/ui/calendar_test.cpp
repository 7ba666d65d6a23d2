#include "app/state/calendar.hpp"

#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace orrery {
namespace {

TEST(CalendarDate, IsThatOfTheSolarSystem) {
    const Units units = make_scene(find_scene("solar_system"), 0, 0).units;
    EXPECT_EQ(calendar_date(units, 0), "2000-01-01");
    EXPECT_EQ(calendar_date(units, 0.49), "2000-01-01");
    EXPECT_EQ(calendar_date(units, 0.5), "2000-01-02") << "time begins at noon";
    EXPECT_EQ(calendar_date(units, 9822), "2026-11-22");
    EXPECT_EQ(calendar_date(units, -1), "1999-12-31");
}

TEST(CalendarDate, IsSilentWhereThereIsNone) {
    const Units units = make_scene(find_scene("solar_system"), 0, 0).units;
    for (const double time : {1e7, -1e7, 1e300, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_EQ(calendar_date(units, time), "") << time;
    }
    EXPECT_EQ(calendar_date(make_scene(find_scene("plummer"), 64, 0).units, 0), "");
}

} // namespace
} // namespace orrery
