#include "app/panels/density_rows.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/look_rows.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_units.hpp"
#include "app/state/scene_density.hpp"

#include <fmt/format.h>
#include <imgui.h>

namespace orrery {

void density_rows(AppState& app) {
    look_choice_row(app, "slice");
    if (app.view.density.slice == SlicePlane::none &&
        app.view.style.colour_by != ColourBy::values) {
        return;
    }
    look_number_row(app, "density_width");
    look_number_row(app, "density_error");
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
