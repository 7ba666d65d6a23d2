#include "app/panels/density_rows.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_units.hpp"
#include "app/state/scene_density.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <array>

namespace orrery {

void density_rows(AppState& app) {
    DensityView& density = app.view.density;
    row("Slice", "Density on a plane through the camera's target, facing the camera or along two "
                 "axes; a contour at every factor of ten");
    constexpr std::array planes{tr_noop("off"), tr_noop("view"), "xy", "xz", "yz"};
    auto plane = static_cast<int>(density.slice);
    if (segments("slice", planes, plane)) {
        density.slice = static_cast<SlicePlane>(plane);
    }
    if (density.slice == SlicePlane::none && app.view.style.colour_by != ColourBy::values) {
        return;
    }
    row("Width", "Width of each body's Gaussian, relative to the default; doubled on a slice");
    number_control(app, "width", density.width,
                   {.low = 0.2, .high = 5, .logarithmic = true, .usual = 1});
    row("Error", "Allowed relative error of the density");
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
    return units.length.empty()
               ? tr(noun)
               : tr(noun) + ", " + mass_unit(units).name + "/" + tr(units.length) + "³";
}

} // namespace orrery
