#include "app/panels/peak_share.hpp"

#include "app/language/tr.hpp"

#include <cstdio>

namespace orrery {

std::string peak_share(const AppState& app, const SolverInfo& info,
                       double interactions_per_second) {
    if (!app.peaks) {
        return "";
    }
    const double percent =
        percent_of_peak(*app.peaks, info, app.status.settings.precision, interactions_per_second);
    if (percent <= 0) {
        return "";
    }
    char text[32];
    std::snprintf(text, sizeof text, percent < 9.95 ? "%.1f %%" : "%.0f %%%s", percent,
                  is_suspect(info, percent) ? tr(", peak is suspect") : "");
    return with_decimal_mark(text);
}

} // namespace orrery
