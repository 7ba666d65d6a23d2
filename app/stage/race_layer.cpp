#include "app/stage/stage_layers.hpp"

#include "app/features/race/race_figures.hpp"
#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/panels.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/body_units.hpp"
#include "app/state/followed.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/tour_status.hpp"

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/exponential.hpp>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr double seconds_to_wonder = 1; // about a step

constexpr float title_share = 1.2F, line_height = 1.15F; // of the type
constexpr float smallest_type = 0.5F;                    // of the type, where words are long
constexpr float race_legend_type = 0.024F;               // of the window's height

// A view in pixels, its letters, and what it is seen by.
struct Page {
    ImVec2 from, to;
    float type, edge;
    Camera camera;
    ImVec4 colour = {}; // of its racer
    float width() const { return to.x - from.x - 2 * edge; }
};

Page page_of(const RaceView& view, const ImVec2& size) {
    const auto type = static_cast<float>(view.type * view.height()) * size.y;
    return {{static_cast<float>(view.left) * size.x, static_cast<float>(view.top) * size.y},
            {static_cast<float>(view.right) * size.x, static_cast<float>(view.bottom) * size.y},
            type,
            0.7F * type,
            view.camera};
}

ImVec4 shown_colour(const glm::vec3& light) {
    const glm::vec3 encoded = glm::pow(light, glm::vec3(1 / 2.2F));
    return {encoded.r, encoded.g, encoded.b, 1};
}

std::string simulated_time(const AppState& app, const RacerStatus& racer) {
    if (const auto& cosmology = app.get<SceneSpace>().cosmology) {
        return spoken_moment(*cosmology, app.units, racer.time);
    }
    return "t = " + spoken_time(racer.time, app.units);
}

std::string two_digits(double number) {
    const int decimals = number < 0.995 ? 2 : number < 9.95 ? 1 : 0;
    return with_decimal_mark(fmt::format("{:.{}f}", number, decimals));
}

// How far the bodies are from where the reference has them.
std::string distance_words(double share) {
    constexpr double in_per_cent = 1e-3;
    if (share >= in_per_cent) {
        return tr_format("positions differ by {} % of the system's size", two_digits(100 * share));
    }
    return share > 0 ? tr_format("positions agree to {} digits",
                                 static_cast<int>(std::floor(-std::log10(share))))
                     : tr("identical to the last bit");
}

// Shorter steps tell no methods apart: Euler's and leapfrog's on one orbit were seen to take 4 and
// 17 microseconds, and 18 and 7.
bool steps_tell(const RaceStatus& race) {
    constexpr double least = 0.05; // milliseconds
    return std::ranges::all_of(race.racers, [](const RacerStatus& racer) {
        return racer.milliseconds <= 0 || racer.milliseconds >= least;
    });
}

} // namespace

std::vector<std::string> racer_words(const AppState& app, std::size_t number) {
    const RacerStatus& racer = app.race.racers[number];
    if (!racer.trouble.empty()) {
        return {tr_format("Stopped: {}", racer.trouble)};
    }
    std::vector<std::string> figures{simulated_time(app, racer)};
    if (app.race.race.what != "bodies") {
        figures.push_back(counted(app.status.count, "body", "bodies"));
    }
    const bool tell = steps_tell(app.race);
    if (racer.milliseconds > 0 && tell) {
        figures.push_back(tr_format("{} a step", as_milliseconds(racer.milliseconds)));
    }
    if (racer.seconds_in_step >= seconds_to_wonder) {
        figures.push_back(tr_format("{:.0f} s into a step", racer.seconds_in_step));
    } else if (racer.steps_per_second > 0 && !app.race.equal_times) {
        figures.push_back(
            racer.steps_per_second >= 9.95
                ? tr_format("{} steps/s",
                            with_thousands(static_cast<std::size_t>(racer.steps_per_second + 0.5)))
                : tr_format("{} steps/s",
                            with_decimal_mark(fmt::format("{:.2g}", racer.steps_per_second))));
    }
    const std::size_t reference = race_reference(app.race.race, app.view.reference);
    if (number != reference && racer.factor > 0 && tell && same_work(app.race.race)) {
        const TimeRatio time{{racer.milliseconds}, {app.race.racers[reference].milliseconds}};
        figures.push_back(time.text() + ' ' + app.race.racers[reference].title);
    }
    if (racer.apart) {
        figures.push_back(distance_words(*racer.apart));
    }
    return figures;
}

namespace {

StageText cut_off(StageText text, float widest) {
    std::string kept = text.words;
    while (!kept.empty() && text.extent().x > widest) {
        while ((static_cast<unsigned char>(kept.back()) & 0xc0U) == 0x80U && kept.size() > 1) {
            kept.pop_back(); // of a letter of many bytes
        }
        kept.pop_back();
        text.words = kept + "…";
    }
    return text;
}

// Smaller, where it has no room, and cut off where that would be too small.
StageText fitted(StageText text, float widest) {
    const float width = text.extent().x;
    constexpr float rounding = 0.99F; // of letters to pixels
    text.pixels *= width > widest ? std::max(rounding * widest / width, smallest_type) : 1;
    return cut_off(std::move(text), widest);
}

void draw_head(const AppState& app, std::size_t number, const Page& page) {
    const RacerStatus& racer = app.race.racers[number];
    std::string words = frozen_words(app);
    if (words.empty()) {
        words = app.race.holds ? tr("starting") : racer.ahead ? tr("ahead") : "";
    }
    const StageText badge = fitted({strong_font(), page.type, words}, page.width() / 3);
    const std::string share = number < app.race.shares.size() ? app.race.shares[number].words : "";
    const std::string waits =
        racer.waits_for ? tr_format("waits for {}", app.race.racers[*racer.waits_for].title) : "";
    const float radius = 0.3F * page.type;
    const float indent = 3.5F * radius;
    const float badge_width = badge.words.empty() ? 0 : badge.extent().x + page.edge;
    const StageText title = fitted({strong_font(), title_share * page.type, racer.title},
                                   page.width() - indent - badge_width);
    const float small = fitted({nullptr, page.type, share + "   " + waits}, page.width()).pixels;
    stage_plate(
        page.from,
        {page.to.x, page.from.y + 1.2F * page.edge + line_height * (title_share + 1) * page.type},
        0);
    const float left = page.from.x + page.edge;
    const float top = page.from.y + 0.6F * page.edge;
    const float below = top + line_height * title_share * page.type;
    ImGui::GetBackgroundDrawList()->AddCircleFilled({left + radius, top + title.line_height() / 2},
                                                    radius, faded(page.colour));
    title.write({left + indent, top});
    cut_off({nullptr, small, share}, page.width()).write({left, below});
    const float beside = share.empty() ? 0 : StageText{nullptr, small, share + "   "}.extent().x;
    cut_off({nullptr, small, waits}, page.width() - beside)
        .write({left + beside, below}, accent_colour());
    badge.write({page.to.x - badge_width, top}, accent_colour());
}

// The height of a line of figures in the current type; one wider than the page is wrapped.
float height_of(const std::string& line, const Page& page) {
    return line_height * ImGui::CalcTextSize(line.c_str(), nullptr, false, page.width()).y;
}

// The largest type in which the figures have room.
float figure_size(const AppState& app, std::size_t number, const Page& page, float room) {
    const std::vector<std::string> figures = racer_words(app, number);
    float size = page.type;
    for (; size >= smallest_type * page.type; size *= 0.93F) {
        const Typeface face(number_font(), size);
        float height = 1.2F * page.edge;
        for (const std::string& line : lines_of(figures, page.width())) {
            height += height_of(line, page);
        }
        if (height <= room) {
            break;
        }
    }
    return size;
}

void draw_figures(const AppState& app, std::size_t number, const Page& page, float room,
                  float size) {
    stage_plate({page.from.x, page.to.y - room}, page.to, 0); // as high in all views
    const Typeface face(number_font(), size);
    float y = page.to.y - room + 0.6F * page.edge;
    for (const std::string& line : lines_of(racer_words(app, number), page.width())) {
        write_on_stage({page.from.x + page.edge, y}, text_colour(), line, page.width());
        y += height_of(line, page);
    }
}

// What no view covers, beside them.
void cover_the_rest(const std::vector<RaceView>& views, const ImVec2& size) {
    ImVec4 ground = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    ground.w = 1;
    const auto fill = [&](double left, double top, double right, double bottom) {
        ImGui::GetBackgroundDrawList()->AddRectFilled(
            {static_cast<float>(left) * size.x, static_cast<float>(top) * size.y},
            {static_cast<float>(right) * size.x, static_cast<float>(bottom) * size.y},
            faded(ground));
    };
    const RaceView& first = views.front();
    const RaceView& last = views.back();
    fill(0, 0, first.left, 1);
    fill(last.right, 0, 1, 1);
    fill(first.left, 0, last.right, first.top);
    fill(first.left, last.bottom, last.right, 1);
}

// Names, and the ring around the body that is followed, where this racer has them.
void draw_named(const AppState& app, std::size_t number, const Page& page) {
    const PictureView seen{page.camera, page.from, page.to, 0.55F * page.type};
    std::vector<glm::dvec3> places = app.label_positions;
    std::optional<glm::dvec3> followed = app.get<Followed>().place;
    if (number > 0) {
        places.clear();
        followed.reset();
        if (number <= app.race.pictures.size()) {
            const VectorArray<double>& named = app.race.pictures[number - 1].named;
            for (std::size_t i = 0; i < named.size(); ++i) {
                places.emplace_back(named.x[i], named.y[i], named.z[i]);
            }
        }
        if (places.size() > app.catalogue.labels.size()) {
            followed = places[app.catalogue.labels.size()];
            places.resize(app.catalogue.labels.size());
        }
    }
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.PushClipRect(page.from, page.to, true);
    draw_labels(app, seen, places);
    if (app.get<Followed>().what == Following::body && followed &&
        app.view.layer != Layer::nothing) {
        if (const std::optional<SeenPlace> at = seen_in(seen, *followed)) {
            draw_follow_ring(at->at, seen.ring);
        }
    }
    draw.PopClipRect();
}

// What a tour's step says, above the views: its words, and at the right end how much faster the
// quickest racer is.
void draw_step_of_tour(AppState& app, const ImVec2& size) {
    constexpr float title_type = 0.05F, words_type = 0.04F, number_type = 0.085F, margin = 0.03F;
    constexpr float widest_words = 0.32F; // of the width, beside the number
    constexpr float of_two_lines = 0.65F; // of the type
    const float edge = margin * size.y;
    float right = size.x - edge;
    if (const std::optional<Headline> number = race_headline(app)) {
        const StageText factor{strong_font(), number_type * size.y, counted_up(app, *number)};
        StageText words{nullptr, words_type * size.y, number->words, widest_words * size.x};
        words.balance();
        const float left = right - words.extent().x;
        words.write({left, 0.9F * edge + (factor.extent().y - words.extent().y) / 2});
        const float before = left - edge / 2 - factor.extent().x;
        factor.write({before, 0.5F * edge}, accent_colour());
        right = before - edge;
    }
    const TourStep& step = app.get<TourStatus>().step();
    const StageText title = fitted({strong_font(), title_type * size.y, step.title}, right - edge);
    title.write({edge, 0.6F * edge});
    const float below = 0.6F * edge + title_type * 1.2F * size.y;
    StageText words{nullptr, words_type * size.y, with_measurements(app, step.words)};
    if (of_two_lines * words.extent().x > right - edge) {
        words.pixels *= of_two_lines;
        words.widest = right - edge;
        words.balance();
    } else {
        words = fitted(words, right - edge);
    }
    words.write({edge, below});
}

bool has_title(const AppState& app) {
    return app.race.under_way && app.view.layer == Layer::stage && app.get<TourStatus>().given;
}

} // namespace

std::optional<Headline> race_headline(const AppState& app) {
    const std::size_t reference = race_reference(app.race.race, app.view.reference);
    if (app.view.stage_number != StageNumber::factor || !same_work(app.race.race) ||
        reference >= app.race.racers.size()) {
        return std::nullopt;
    }
    const RacerStatus& compared = app.race.racers[reference];
    const RacerStatus* quickest = nullptr;
    for (const RacerStatus& racer : app.race.racers) {
        const bool known = &racer != &compared && racer.milliseconds > 0;
        if (known && (quickest == nullptr || racer.milliseconds < quickest->milliseconds)) {
            quickest = &racer;
        }
    }
    if (quickest == nullptr || compared.milliseconds <= 0) {
        return std::nullopt;
    }
    const TimeRatio time{{quickest->milliseconds}, {compared.milliseconds}};
    return Headline{time.text(), tr_format("faster than {}", compared.title), time.factor(),
                    factor_text};
}

ClearArea below_title(const AppState& app, const ClearArea& open) {
    constexpr double title_share = 0.14; // of the height
    if (!has_title(app)) {
        return open;
    }
    ClearArea rest = open;
    rest.centre.y -= title_share * rest.share.y;
    rest.share.y *= 1 - title_share;
    return rest;
}

void race_layer(AppState& app) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const std::size_t count = app.race.racers.size();
    if (size.x <= 0 || size.y <= 0 || count < min_racers) {
        return;
    }
    const double aspect = static_cast<double>(size.x) / static_cast<double>(size.y);
    const std::vector<RaceView> views =
        race_views(count, race_eye(app), aspect, app.view.race_overlay);
    cover_the_rest(views, size);
    if (has_title(app)) {
        draw_step_of_tour(app, size);
    }
    const std::vector<RaceView> pictures =
        picture_views(count, race_eye(app), aspect, app.view.race_overlay);
    const bool in_one = app.view.race_overlay;
    std::vector<Page> pages;
    for (std::size_t k = 0; k < count; ++k) {
        pages.push_back(page_of(views[k], size));
        pages[k].colour =
            in_one ? shown_colour(racer_colour(k)) : algorithm_colour(app.race.racers[k].algorithm);
    }
    for (std::size_t k = 0; k < (in_one ? 1 : count); ++k) {
        draw_named(app, k, page_of(pictures[k], size));
    }
    for (std::size_t k = 0; !in_one && k < count; ++k) { // over all names
        ImGui::GetBackgroundDrawList()->AddRect(pages[k].from, pages[k].to,
                                                faded(quiet_colour(), 0.6F), 0, scaled(1));
    }
    if (app.view.layer == Layer::nothing) {
        return;
    }
    const float room = static_cast<float>(views[0].below) * (pages[0].to.y - pages[0].from.y);
    float type = pages[0].type; // in all views
    for (std::size_t k = 0; k < count; ++k) {
        type = std::min(type, figure_size(app, k, pages[k], room));
    }
    for (std::size_t k = 0; k < count; ++k) {
        draw_head(app, k, pages[k]);
        draw_figures(app, k, pages[k], room, type);
        if (!in_one) {
            draw_stage_legend(app, {pages[k].from, {pages[k].to.x, pages[k].to.y - room}},
                              race_legend_type);
        }
    }
}

} // namespace orrery
