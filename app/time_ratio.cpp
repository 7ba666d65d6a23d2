#include "app/time_ratio.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"

#include <fmt/format.h>

#include <cmath>

namespace orrery {

std::string KnownTime::text() const {
    return milliseconds > 0 ? (certain ? "" : "≈ ") + as_milliseconds(milliseconds) : "";
}

double TimeRatio::factor() const {
    return is_known() ? reference.milliseconds / own.milliseconds : 0;
}

std::string TimeRatio::text() const {
    const double shown = shown_milliseconds(own.milliseconds);
    if (!is_known() || shown <= 0) {
        return "";
    }
    const bool same = own.milliseconds == reference.milliseconds;
    const double factor = shown_milliseconds(reference.milliseconds) / shown;
    return (own.certain && reference.certain ? "" : "≈ ") + (same ? "1 ×" : factor_text(factor));
}

std::string factor_text(double factor) {
    if (factor >= 999.5) {
        const double unit = std::pow(10, std::floor(std::log10(factor)) - 2);
        return with_thousands(static_cast<std::size_t>(std::round(factor / unit) * unit)) + " ×";
    }
    return with_decimal_mark(factor >= 9.95   ? fmt::format("{:.0f} ×", factor)
                             : factor >= 0.95 ? fmt::format("{:.1f} ×", factor)
                                              : fmt::format("{:.2g} ×", factor));
}

} // namespace orrery
