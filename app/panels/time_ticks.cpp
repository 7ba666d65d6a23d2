#include "app/panels/time_ticks.hpp"

#include "app/language/tr.hpp"
#include "app/panels/phase_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr int usual_digits = 6, most_digits = 15;

// That tell times of this size apart which are so far from each other.
int digits_needed(double largest, double distance) {
    const double ratio = std::max(largest / distance, 1.0);
    return std::clamp(static_cast<int>(std::ceil(std::log10(ratio))) + 1, usual_digits,
                      most_digits);
}

} // namespace

std::vector<TimeTick> time_ticks(double first, double last, int room) {
    std::vector<TimeTick> ticks;
    if (!(last > first)) {
        return ticks;
    }
    const double largest = std::max(std::abs(first), std::abs(last));
    const auto apart = [&](int most) { return round_step((last - first) / std::max(most, 1)); };
    const int usual = digits_needed(largest, apart(room));
    const double distance = apart(std::max(room * usual_digits / usual, 3));
    const int digits = digits_needed(largest, distance);
    for (double number = std::ceil(first / distance); number * distance <= last; ++number) {
        const double time = number * distance;
        std::string text = with_decimal_mark(fmt::format("{:.{}g}", time, digits));
        const bool told = !ticks.empty() && ticks.back().text == text;
        if (!told) {
            ticks.push_back({time, std::move(text)});
        }
        if (number + 1 == number || ticks.size() >= 20) {
            break; // too fine for a number to say
        }
    }
    return ticks;
}

} // namespace orrery
