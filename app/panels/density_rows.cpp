#include "app/panels/density_rows.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/theme.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <array>

namespace orrery {

void density_rows(AppState& app) {
    DensityView& density = app.view.density;
    row("Slice", "How dense it is on a plane through what the camera looks at: one that faces it, "
                 "or one along two axes; a line at every tenfold density");
    constexpr std::array planes{tr_noop("off"), tr_noop("eye"), "xy", "xz", "yz"};
    auto plane = static_cast<int>(density.slice);
    if (segments("slice", planes, plane)) {
        density.slice = static_cast<SlicePlane>(plane);
    }
    if (density.slice == SlicePlane::none && app.view.style.colour_by != ColourBy::values) {
        return;
    }
    row("Width", "Of the Gaussian that each body is spread as, relative to what suits the bodies; "
                 "on a slice it is twice as wide");
    number_control(app, "width", density.width,
                   {.low = 0.2, .high = 5, .logarithmic = true, .usual = 1});
    row("Error", "The part of a density that it may be wrong by");
    number_control(app, "density error", density.error,
                   {.low = 1e-5, .high = 1e-1, .logarithmic = true, .usual = 1e-3});
    if (app.density) {
        const std::string width = with_decimal_mark(fmt::format("{:.3g}", app.density->sigma)) +
                                  (app.units.length.empty() ? "" : " " + tr(app.units.length));
        small_text(quiet_colour(), tr_format("Width {}, computed in {}", width,
                                             as_milliseconds(1000 * app.density->seconds)));
    }
}

std::string density_name(const AppState& app, const std::string& noun) {
    const Units& units = app.units;
    return units.length.empty() ? tr(noun)
                                : tr(noun) + ", " + tr(units.mass) + "/" + tr(units.length) + "³";
}

} // namespace orrery
