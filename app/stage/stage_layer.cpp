// The scene, the algorithm and its figures, as words and as an audience reads them.

#include "app/stage/stage_layers.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/step_words.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/body_units.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/measured_words.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/time_view.hpp"
#include "app/state/tour_status.hpp"
#include "sim/scene.hpp"

#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace orrery {
namespace {

// A step that asks for a moment stands there, and says so itself.
bool stands_by_tour(const AppState& app) {
    const TourStatus& tour = app.get<TourStatus>();
    return tour.given && std::ranges::any_of(tour.step().commands, [](const Command& command) {
               return command.id == "time.time";
           });
}

std::string badge_of(const AppState& app) {
    const Settings& settings = app.settings;
    if (const std::string words = frozen_words(app); !words.empty()) {
        return words;
    }
    if (!app.status.loaded || app.status.loading) {
        return tr("Loading");
    }
    if (app.get<ScalingStatus>().under_way ||
        app.get<MeasurementStatus>().under_way) { // the simulation rests for it
        return tr("Measuring");
    }
    if (!settings.running && !settings.reversed && stands_by_tour(app)) {
        return "";
    }
    if (!settings.running) {
        return tr(settings.reversed ? tr_noop("Paused, time reversed") : tr_noop("Paused"));
    }
    if (const std::string words = step_words(app); !words.empty()) {
        return "S" + words.substr(1);
    }
    return settings.reversed ? tr("Time reversed") : "";
}

void add_title(const AppState& app, StageFacts& facts) {
    if (const TourStatus& tour = app.get<TourStatus>(); tour.given && !tour.step().title.empty()) {
        const TourStep& step = tour.step();
        facts.title = step.title;
        facts.line = is_in_force(app) ? with_measurements(app, step.words)
                                      : without_measurements(step.words);
        return;
    }
    const std::string& source = app.status.settings.source;
    if (is_scene(source)) {
        facts.title = tr(find_scene(source).title);
        facts.line = tr(find_scene(source).idea);
    } else {
        facts.title = app.catalogue.title.empty() ? std::filesystem::path(source).stem().string()
                                                  : tr(app.catalogue.title);
    }
}

std::string time_words(const AppState& app) {
    const auto& cosmology = app.get<SceneSpace>().cosmology;
    if (cosmology && app.status.loaded) {
        return spoken_moment(*cosmology, app.units, app.status.time);
    }
    std::string date = calendar_date(app.units, app.status.time);
    if (!date.empty() || !app.status.loaded) {
        return date;
    }
    return "t = " + spoken_time(app.status.time, app.units);
}

} // namespace

std::string frozen_words(const AppState& app) {
    return app.view.frozen && !app.get<SpeakerStatus>().open ? tr("Frozen") : "";
}

StageFacts stage_facts(const AppState& app) {
    StageFacts facts;
    add_title(app, facts);
    const std::string& algorithm = app.status.settings.algorithm;
    const StepCost cost = app.history.costs().of(algorithm);
    facts.algorithm = tr(find_solver(algorithm).info.title);
    facts.time = time_words(app);
    facts.badge = badge_of(app);
    facts.share = step_share(app);
    facts.number = is_in_force(app) ? headline_of(app, app.view.stage_number) : std::nullopt;
    // The number in the largest type is not said twice.
    if (facts.number && app.view.stage_number == StageNumber::moment) {
        facts.time.clear();
    }
    const auto add = [&](StageNumber number, const std::string& words) {
        if (!words.empty() && !(facts.number && number == app.view.stage_number)) {
            facts.figures.push_back(words);
        }
    };
    add(StageNumber::bodies, counted(app.status.all_bodies(), "body", "bodies"));
    const TourStatus& tour = app.get<TourStatus>();
    if (tour.given && tour.tour->repeats) { // for a hall that fills: costs are of no talk yet
        facts.algorithm.clear();
        return facts;
    }
    if (cost.is_measured()) {
        add(StageNumber::time, tr_format("{} a step", cost.text()));
        if (cost.interactions_per_second > 0) {
            add(StageNumber::rate,
                with_prefix(cost.interactions_per_second, tr(" interactions/s")));
        }
    }
    add(StageNumber::factor, factor_words(app, algorithm));
    add(StageNumber::error, error_words(app));
    return facts;
}

namespace {

// Shares of the picture's height.
constexpr float large_type = 0.05F, type = 0.04F, margin = 0.03F, legend_type = 0.032F;

// Returns the lower right corner of its plate.
ImVec2 draw_title(const StageFacts& facts, const ImVec2& size, float right) {
    const float edge = margin * size.y;
    const float pad = 0.5F * edge;
    const float widest = std::min(0.62F * size.x, right - 2.5F * edge);
    StageText title{strong_font(), large_type * size.y, facts.title, widest};
    StageText line{nullptr, type * size.y, facts.line, widest};
    title.balance();
    line.balance();
    const ImVec2 first = title.extent();
    const ImVec2 second = facts.line.empty() ? ImVec2() : line.extent();
    const float end = edge + first.y + second.y + pad;
    const ImVec2 corner{edge + std::max(first.x, second.x) + pad, end};
    stage_plate({edge - pad, edge - pad}, corner, pad);
    title.write({edge, edge});
    line.write({edge, edge + first.y});
    return corner;
}

void draw_badge(const std::string& words, const ImVec2& size, float below) {
    const StageText badge{strong_font(), type * size.y, words};
    const float edge = margin * size.y;
    const float pad = 0.5F * edge;
    const ImVec2 extent = badge.extent();
    const ImVec2 corner{size.x - edge - extent.x, below + edge};
    stage_plate({corner.x - pad, corner.y - pad},
                {corner.x + extent.x + pad, corner.y + extent.y + pad}, pad);
    badge.write(corner, accent_colour());
}

// The algorithm with its dot and, where there is room, the simulated time at the other end of its
// line; below it the figures.
void draw_figures(AppState& app, const StageFacts& facts, const ImVec2& size) {
    const float edge = margin * size.y;
    const float widest = size.x - 2 * edge;
    const float radius = 0.012F * size.y;
    const StageText name{strong_font(), large_type * size.y, facts.algorithm,
                         (1 - 2 * margin) * size.x};
    const StageText time{number_font(), large_type * size.y, facts.time};
    const float name_left = edge + 3.5F * radius;
    const float time_left = size.x - edge - time.extent().x;
    const bool has_time = name_left + name.extent().x + edge < time_left;
    std::vector<std::string> figures = facts.figures;
    if (!has_time && !facts.time.empty()) {
        figures.insert(figures.begin(), facts.time);
    }
    const Typeface face(number_font(), type * size.y);
    const std::vector<std::string> lines = lines_of(figures, widest);
    const float line_height = 1.15F * ImGui::GetTextLineHeight();
    const bool named = !facts.algorithm.empty(); // else the figures stand in its place
    const float heading = named ? 1.15F * large_type * size.y : 0;
    const float height = std::max(heading + line_height * static_cast<float>(lines.size()),
                                  1.15F * large_type * size.y);
    const float top = size.y - edge / 2 - height;
    stage_plate({0, top - edge / 2}, {size.x, size.y}, 0);
    const float bar = 0.008F * size.y;
    app.get<TimeView>().stage_foot = size.y - (top - edge / 2 - bar);
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddRectFilled({0, top - edge / 2 - bar}, {size.x * facts.share, top - edge / 2},
                       faded(accent_colour()));
    if (named) {
        draw.AddCircleFilled({edge + radius, top + name.line_height() / 2}, radius,
                             faded(algorithm_colour(app.status.settings.algorithm)));
        name.write({name_left, top});
    }
    if (has_time) {
        time.write({time_left, top});
    }
    float y = top + heading;
    for (const std::string& line : lines) {
        write_on_stage({edge, y}, text_colour(), line);
        y += line_height;
    }
}

} // namespace

void draw_stage_legend(const AppState& app, const OpenPicture& picture, float type_share) {
    const bool sliced = app.density && !app.density->slice.shade.empty();
    if (app.view.style.colour_by == ColourBy::density && !sliced) {
        return;
    }
    draw_legend(app, picture, type_share * ImGui::GetIO().DisplaySize.y / text_height);
}

void stage_layer(AppState& app) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    if (size.x <= 0 || size.y <= 0) {
        return;
    }
    const StageFacts facts = stage_facts(app);
    const ImVec2 number = draw_stage_number(app, facts, size);
    const ImVec2 title = draw_title(facts, size, number.x);
    app.get<TimeView>().stage_head = std::max(number.y, title.y);
    app.get<TimeView>().stage_plates = {{0, 0, title.x, title.y}, {number.x, 0, size.x, number.y}};
    if (shows_card(app)) {
        app.get<TimeView>().stage_foot = 0;
        return;
    }
    draw_figures(app, facts, size);
    const float foot = app.get<TimeView>().stage_foot + app.get<TimeView>().height;
    draw_stage_legend(app, {{0, 0}, {size.x, size.y - foot}}, legend_type);
}

void stage_badge(const AppState& app) {
    const std::vector<glm::vec4>& plates = app.get<TimeView>().stage_plates;
    const std::string words = badge_of(app);
    if (!words.empty() && plates.size() > 1 && (!shows_card(app) || app.view.frozen)) {
        draw_badge(words, ImGui::GetIO().DisplaySize, plates[1].w);
    }
}

void curtain(const AppState& app) {
    if (app.view.curtain == Curtain::open) {
        return;
    }
    const ImU32 colour = app.view.curtain == Curtain::black ? IM_COL32_BLACK : IM_COL32_WHITE;
    ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, ImGui::GetIO().DisplaySize, colour);
}

} // namespace orrery
