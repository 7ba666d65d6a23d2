// The history of a universe along the bar of time, and moments in words.
#include "app/features/time/time_line.hpp"

#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_units.hpp"
#include "app/state/scene_space.hpp"

#include <fmt/format.h>

namespace orrery {

std::string time_words(const AppState& app, double time) {
    if (const auto& cosmology = app.get<SceneSpace>().cosmology) {
        return spoken_moment(*cosmology, app.units, time);
    }
    const ShownUnit unit = time_unit(time, app.units);
    const std::string words = with_decimal_mark(fmt::format("t = {:.4g}", unit.factor * time));
    const std::string date = calendar_date(app.units, time);
    return (unit.name.empty() ? words : words + " " + unit.name) +
           (date.empty() ? "" : "   " + date);
}

std::optional<CosmicHistory> history_of(const AppState& app) {
    const auto& cosmology = app.get<SceneSpace>().cosmology;
    const TravelStatus& travel = app.status.travel;
    if (!cosmology || !(travel.first.time > 0) || travel.end.time < travel.first.time) {
        return std::nullopt;
    }
    const CosmicHistory history{*cosmology, std::log(cosmology->scale_factor(travel.first.time))};
    const bool ahead = history.log_first < 0 && history.share(travel.end.time) < 1;
    return ahead ? std::optional(history) : std::nullopt;
}

std::optional<double> coming_at(const AppState& app, const TimeLine& line, float x) {
    const std::optional<CosmicHistory> history = history_of(app);
    if (!history || x <= line.right || line.today <= line.right) {
        return std::nullopt;
    }
    const float whole = line.today - line.left;
    return history->time(std::min(static_cast<double>((x - line.left) / whole), 1.0));
}

void draw_redshifts(ImDrawList& draw, const AppState& app, const TimeLine& line, float alpha) {
    const std::optional<CosmicHistory> history = history_of(app);
    if (!history) {
        return;
    }
    ImGui::PushFont(number_font(), small_text_height - 3);
    float free_from = line.left; // where the words before end
    for (const double redshift : {30.0, 10.0, 5.0, 3.0, 2.0, 1.0, 0.5, 0.0}) {
        const double share = history->share(history->cosmology.time(1 / (1 + redshift)));
        if (share < 0) {
            continue;
        }
        const float x = line.left + static_cast<float>(share) * (line.today - line.left);
        draw.AddLine({x, line.middle + scaled(5)}, {x, line.middle + scaled(8)},
                     faded(quiet_colour(), 0.7F * alpha), scaled(1));
        const std::string words = with_decimal_mark(fmt::format("z {:g}", redshift));
        const float half = ImGui::CalcTextSize(words.c_str()).x / 2;
        if (x - half > free_from) {
            draw.AddText({x - half, line.middle + scaled(7)}, faded(quiet_colour(), 0.8F * alpha),
                         words.c_str());
            free_from = x + half + scaled(8);
        }
    }
    ImGui::PopFont();
}

} // namespace orrery
