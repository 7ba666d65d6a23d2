// The number that a step of a talk is about, in the largest type of the stage.

#include "app/stage/stage_layers.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/tour_status.hpp"
#include "render/camera_path.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace orrery {
namespace {

// Shares of the picture's height, and of its width.
constexpr float number_type = 0.12F, words_type = 0.04F, number_margin = 0.03F, widest_words = 0.3F;
constexpr double seconds_to_count = 0.9;

// A number on its way to where it is to stand.
struct CountUp {
    std::string subject, scale; // what it is a number of; what such numbers are relative to
    StageNumber kind = StageNumber::nothing;
    double from = 0, shown = 0, began = 0;
};

std::string subject_of(const AppState& app) {
    const Settings& now = app.status.settings;
    const TourStatus& tour = app.get<TourStatus>();
    return fmt::format("{} {} {} {} {}", static_cast<int>(app.view.stage_number), now.algorithm,
                       app.view.reference, app.status.all_bodies(),
                       tour.given ? tour.position + 1 : std::size_t{0});
}

// A factor over another reference, or of other bodies, says nothing of this one.
std::string scale_of(const AppState& app) {
    return fmt::format("{} {}", app.view.reference, app.status.all_bodies());
}

// Where counting begins that has nothing to begin from.
double start_of(StageNumber kind, double value) {
    return kind == StageNumber::factor ? std::min(1.0, value) : value / 10;
}

} // namespace

std::string counted_up(AppState& app, const Headline& number) {
    CountUp& count = app.get<CountUp>();
    if (number.value <= 0 || app.view.reduced_motion) {
        count.kind = app.view.stage_number;
        count.subject = subject_of(app);
        count.shown = 0;
        return number.text;
    }
    if (const std::string subject = subject_of(app); subject != count.subject) {
        const std::string scale = scale_of(app);
        const bool goes_on =
            count.kind == app.view.stage_number && count.scale == scale && count.shown > 0;
        count = {.subject = subject,
                 .scale = scale,
                 .kind = app.view.stage_number,
                 .from = goes_on ? count.shown : start_of(app.view.stage_number, number.value),
                 .shown = count.shown,
                 .began = app.now};
    }
    const double share = std::clamp((app.now - count.began) / seconds_to_count, 0.0, 1.0);
    count.shown = count.from * std::pow(number.value / count.from, eased(share));
    const bool estimated = number.text.starts_with("≈");
    return share >= 1 ? number.text : (estimated ? "≈ " : "") + number.written(count.shown);
}

ImVec2 draw_stage_number(AppState& app, const StageFacts& facts, const ImVec2& size) {
    if (!facts.number) {
        return {size.x, 0};
    }
    const float edge = number_margin * size.y;
    const float pad = 0.5F * edge;
    const StageText number{strong_font(), number_type * size.y, counted_up(app, *facts.number)};
    StageText words{nullptr, words_type * size.y, facts.number->words, widest_words * size.x};
    words.balance();
    const ImVec2 first = number.extent();
    const ImVec2 second = words.extent();
    const float right = size.x - edge;
    const float left = right - std::max(first.x, second.x);
    const float trimmed = 0.12F * first.y; // the room that letters have above them
    const ImVec2 end{left - pad, edge + first.y - trimmed + second.y + pad};
    stage_plate({left - pad, edge - pad}, {right + pad, end.y}, pad);
    number.write({right - first.x, edge - trimmed}, accent_colour());
    words.write({right - second.x, edge + first.y - trimmed});
    return end;
}

} // namespace orrery
