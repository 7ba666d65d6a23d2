// Words in the picture: the numbers of the reference grid and the names of the axes, the names of
// bodies that have one, a round length in a corner, and what the colours of the bodies stand for.

#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/state/appearance.hpp"
#include "app/state/body_units.hpp"
#include "app/state/followed.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/hand.hpp"
#include "app/state/paths.hpp"
#include "app/state/time_view.hpp"
#include "render/colour_maps.hpp"

#include <fmt/format.h>
#include <glm/mat4x4.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace orrery {
namespace {

constexpr ImU32 number_colour = IM_COL32(200, 210, 226, 225);
constexpr std::array<ImU32, 3> axis_colours{
    IM_COL32(255, 140, 130, 255), IM_COL32(150, 232, 140, 255), IM_COL32(140, 186, 255, 255)};

constexpr float stage_title = 0.19F, stage_type = 0.03F; // of the picture's height

struct Words {
    glm::dvec3 place;
    std::string text;
    ImU32 colour;
};

// The names of the axes first: they are few.
std::vector<Words> words_for(const AppState& app) {
    const GuideGrid grid = grid_for(app.camera.pose());
    std::vector<Words> words;
    const auto add_length = [&](const glm::dvec3& place, double length, ImU32 colour) {
        const double plain = std::abs(length) < 1e-9 * grid.spacing ? 0 : length;
        words.push_back({place, spoken_length(plain, app.units), colour});
    };
    if (app.view.show_axes) {
        const char* const names[] = {"x", "y", "z"};
        for (glm::length_t axis = 0; axis < 3; ++axis) {
            glm::dvec3 tip(0, 0, 0);
            tip[axis] = 4.15 * grid.spacing;
            words.push_back({tip, names[axis], axis_colours[static_cast<std::size_t>(axis)]});
        }
        if (!app.view.show_grid) {
            add_length({4 * grid.spacing, 0, 0}, 4 * grid.spacing, axis_colours[0]);
        }
    }
    for (int k = -grid.lines; app.view.show_grid && k <= grid.lines; k += 2) {
        const double x = grid.x + k * grid.spacing, y = grid.y + k * grid.spacing;
        add_length({x, grid.y, 0}, x, number_colour);
        add_length({grid.x, y, 0}, y, number_colour);
    }
    return words;
}

constexpr float usual_gap = 7;        // between a body and its name, pixels at scale 1
constexpr float usual_height = 720;   // of a picture at scale 1, and that least radii are for
constexpr float stage_names = 0.035F; // of the picture's height
constexpr float disk_reach = 13;      // of a black hole's disk, Schwarzschild radii

} // namespace

float ball_in_picture(const std::vector<BodyLight>& lights, const BodyStyle& style,
                      const PictureView& view, std::size_t body, double depth) {
    const BodyLight* const light = light_of(lights, body);
    if (light == nullptr || light->kind == BodyLight::Kind::light) {
        return 0;
    }
    const bool hole = light->kind == BodyLight::Kind::black_hole;
    const float height = view.size().y;
    const double focal = 0.5 * static_cast<double>(height) * view.camera.projection(1)[1][1];
    const double size = hole ? static_cast<double>(style.hole_size) : 1;
    const float radius =
        std::max(light->min_radius * height / usual_height,
                 static_cast<float>(focal * size * static_cast<double>(light->radius) / depth));
    return hole ? disk_reach * radius : radius;
}

namespace {

// Beside the ball that a body is drawn as.
float gap_beside(const AppState& app, const PictureView& view, const std::vector<BodyLight>& lights,
                 std::size_t label, double depth) {
    const std::size_t body = app.catalogue.labels[label].body;
    if (app.get<Followed>().what == Following::body && app.get<Followed>().body == body &&
        view.ring > 0) {
        return view.ring + scaled(usual_gap);
    }
    const float ball = ball_in_picture(lights, app.view.style, view, body, depth);
    return ball > 0 ? ball + scaled(0.6F * usual_gap) : scaled(usual_gap);
}

// A body with a name, and the ball that it is drawn as.
struct SeenBall {
    SeenPlace place;
    float radius = 0;
};

std::vector<std::optional<SeenBall>> seen_balls(const AppState& app, const PictureView& view,
                                                const std::vector<BodyLight>& lights,
                                                std::span<const glm::dvec3> positions) {
    std::vector<std::optional<SeenBall>> balls;
    for (std::size_t k = 0; k < positions.size(); ++k) {
        const std::optional<SeenPlace> place = seen_in(view, positions[k]);
        const std::size_t body = app.catalogue.labels[k].body;
        balls.push_back(
            place ? std::optional(SeenBall{
                        *place, ball_in_picture(lights, app.view.style, view, body, place->depth)})
                  : std::nullopt);
    }
    return balls;
}

// Whether the larger ball of another one is before it.
bool is_hidden(const SeenBall& ball, const std::vector<std::optional<SeenBall>>& balls) {
    return std::ranges::any_of(balls, [&](const std::optional<SeenBall>& other) {
        return other && other->place.depth < ball.place.depth && other->radius > ball.radius &&
               std::hypot(other->place.at.x - ball.place.at.x,
                          other->place.at.y - ball.place.at.y) < other->radius;
    });
}

constexpr float longest = 170; // pixels at scale 1
constexpr float tick = 4;
constexpr float bar_inset = 18;

constexpr float inner_width = 180;
constexpr float inset = 10;
constexpr float scale_height = 8;
constexpr float lowest_picture = 120; // lower ones have no room for a legend

// The words over the scale and at its ends.
struct LegendText {
    std::string name, low, high;
};

std::string scalar_text(float value) {
    const std::string text = fmt::format("{:.3g}", value);
    const std::size_t power = text.find('e');
    return with_decimal_mark(text.substr(0, power)) +
           (power == std::string::npos ? ""
                                       : "·10" + superscript(std::stoi(text.substr(power + 1))));
}

// The text of a count, which has no thousandths.
std::string counted_text(float value) {
    return value < 999.5F ? std::to_string(std::lround(value)) : with_prefix(double{value}, "");
}

// Ends that read the same are one value.
LegendText legend_of(std::string name, std::string low, std::string high) {
    if (low == high) {
        return {std::move(name), tr_format("{} for all", low), ""};
    }
    return {std::move(name), std::move(low), std::move(high)};
}

LegendText legend_text(const AppState& app) {
    const BodyStyle& style = app.view.style;
    if (style.colour_by == ColourBy::density) {
        return {tr("projected density"), tr("sparse"), tr("crowded")};
    }
    const ShownUnit unit = scale_unit(app.view, app.units);
    const auto factor = static_cast<float>(unit.factor);
    const float low = factor * style.scale_low();
    const float high = factor * style.scalar_high;
    const auto named = [&](const char* noun) {
        return std::string(tr(noun)) + (unit.name.empty() ? "" : ", " + unit.name);
    };
    if (style.colour_by == ColourBy::values) {
        return app.density && !app.density->at_bodies.empty()
                   ? legend_of(named(tr_noop("density")), scalar_text(low), scalar_text(high))
                   : LegendText{"density", "", ""};
    }
    if (app.view.scalar == BodyScalar::interactions) {
        return legend_of(tr("interactions per body"), counted_text(low), counted_text(high));
    }
    const bool acceleration = app.view.scalar == BodyScalar::acceleration;
    return legend_of(named(acceleration ? tr_noop("acceleration") : tr_noop("speed")),
                     scalar_text(low), scalar_text(high));
}

LegendText slice_legend(const AppState& app) {
    const ShownUnit mass = mass_unit(app.units);
    const std::string length = tr(app.units.length);
    const float high = static_cast<float>(mass.factor) * app.density->slice_high;
    return {tr("slice") + (length.empty() ? "" : ", " + mass.name + "/" + length + "³"),
            scalar_text(high * std::pow(10.0F, -slice_decades)), scalar_text(high)};
}

// The ground in the picture's lower left corner, around content of that height; returns where the
// content begins. What comes next stands above it.
ImVec2 draw_ground(ImDrawList& draw, OpenPicture& picture, float unit, float content_height) {
    const float margin = unit * 1.4F * inset;
    const ImVec2 end{picture.from.x + margin + unit * (inner_width + 2 * inset),
                     picture.to.y - margin};
    const ImVec2 corner{picture.from.x + margin, end.y - content_height - unit * 1.6F * inset};
    picture.to.y = corner.y + margin - unit * 0.6F * inset;
    // A ground of its own: behind it may be the brightest of galaxies.
    const bool light = text_colour().x < 0.5F; // the sky would make it grey
    draw.AddRectFilled(corner, end, faded(ground_colour(), light ? 0.94F : 0.78F), unit * 5);
    return {corner.x + unit * inset, corner.y + unit * 0.8F * inset};
}

void draw_scale(const LegendText& legend, const ColourMap& map, OpenPicture& picture, float unit) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 size{unit * inner_width, unit * scale_height};
    const float gap = unit * 4;
    const ImVec2 corner = draw_ground(draw, picture, unit, 2 * line + size.y + 2 * gap);
    const ImU32 text = ImGui::GetColorU32(ImGuiCol_Text);
    const float scale_top = corner.y + line + gap;
    {
        const float fits = size.x / ImGui::CalcTextSize(legend.name.c_str()).x;
        const FontScope name(nullptr, std::min(fits, 1.0F) * unit * text_height /
                                          ImGui::GetStyle().FontScaleMain);
        draw.AddText(corner, text, legend.name.c_str());
    }
    draw_colour_scale(draw, map, {corner.x, scale_top}, {corner.x + size.x, scale_top + size.y});
    const float below = scale_top + size.y + gap;
    draw.AddText({corner.x, below}, text, legend.low.c_str());
    draw.AddText({corner.x + size.x - ImGui::CalcTextSize(legend.high.c_str()).x, below}, text,
                 legend.high.c_str());
}

// A swatch and a name for each of what the colours tell apart; where there is no room for all, how
// many more there are.
void draw_swatches(std::span<const std::pair<std::size_t, std::string>> all, OpenPicture& picture,
                   float unit) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float line = ImGui::GetTextLineHeight() + unit * 2;
    const auto room = static_cast<std::size_t>(0.6F * picture.height() / line);
    const bool fits = all.size() <= room;
    const std::size_t named = fits ? all.size() : room - 1;
    const std::size_t lines = fits ? named : room;
    ImVec2 place = draw_ground(draw, picture, unit, static_cast<float>(lines) * line - unit * 2);
    const float right = place.x + unit * inner_width;
    const float swatch = unit * 10;
    for (const auto& [colour, name] : all.first(named)) {
        const float top = place.y + (ImGui::GetTextLineHeight() - swatch) / 2;
        draw.AddRectFilled({place.x, top}, {place.x + swatch, top + swatch},
                           ImGui::GetColorU32(as_seen(component_colour(colour))), unit * 2);
        line_in(draw, {place.x + swatch + unit * 8, place.y}, right, text_colour(), name.c_str());
        place.y += line;
    }
    if (!fits) {
        line_in(draw, place, right, quiet_colour(), tr_format("and {} more", all.size() - named));
    }
}

void draw_components(const AppState& app, OpenPicture& picture, float unit) {
    std::vector<std::pair<std::size_t, std::string>> seen;
    for (const std::size_t one : seen_components(app.catalogue, app.units, app.view.show_dark)) {
        seen.emplace_back(one, tr(app.catalogue.components[one].name));
    }
    if (!seen.empty()) {
        draw_swatches(seen, picture, unit);
    }
}

void draw_domains(const AppState& app, OpenPicture& picture, float unit) {
    std::vector<std::pair<std::size_t, std::string>> all;
    for (std::size_t rank = 0; rank < std::max<std::size_t>(app.status.ranks.size(), 1); ++rank) {
        all.emplace_back(rank, tr_format("process {}", rank));
    }
    draw_swatches(all, picture, unit);
}

// The part that plates such as the code on the stage leave open: left, top, right, below.
glm::vec4 open_part(const PictureView& view) {
    const ClearArea& open = view.camera.open;
    const glm::vec2 size(view.size().x, view.size().y);
    const glm::vec2 middle(open.centre.x, -open.centre.y), share(open.share);
    const glm::vec2 from =
        glm::vec2(view.from.x, view.from.y) + 0.5F * (middle - share + 1.0F) * size;
    return {from, from + share * size};
}

} // namespace

void guide_overlay(AppState& app) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    if ((!app.view.show_grid && !app.view.show_axes) || app.view.layer == Layer::nothing ||
        app.status.count == 0 || display.y <= 0) {
        return;
    }
    const OpenPicture open = open_picture(app);
    FreePlaces places{{open.from.x, open.from.y, open.to.x, open.to.y}, app.words_in_picture};
    const bool on_stage = app.view.layer == Layer::stage; // which has plates above and below
    if (on_stage) {
        places.room.y += stage_title * display.y;
        places.room.w = std::min(places.room.w, display.y - app.get<TimeView>().stage_foot);
    }
    const FontScope scope(
        nullptr, on_stage ? stage_type * display.y / ImGui::GetStyle().FontScaleMain : text_height);
    const PictureView view = whole_view(app.camera);
    const float gap = scaled(5);
    for (const Words& words : words_for(app)) {
        const std::optional<SeenPlace> seen = seen_in(view, words.place);
        if (!seen) {
            continue;
        }
        if (const auto at = places.take({{seen->at.x + gap, seen->at.y + gap}},
                                        ImGui::CalcTextSize(words.text.c_str()), gap)) {
            write_in_picture(*at, words.colour, words.text);
        }
    }
}

void label_overlay(AppState& app) {
    app.words_in_picture = draw_labels(app, whole_view(app.camera), app.label_positions);
}

std::vector<glm::vec4> draw_labels(const AppState& app, const PictureView& view,
                                   std::span<const glm::dvec3> positions) {
    const auto count = std::min(positions.size(), app.catalogue.labels.size());
    if (!app.view.show_labels || count == 0) {
        return {};
    }
    const bool on_stage = app.view.layer == Layer::stage;
    const FontScope scope(nullptr,
                          on_stage ? stage_names * view.size().y / ImGui::GetStyle().FontScaleMain
                                   : text_height);
    FreePlaces places{on_stage ? open_part(view)
                               : glm::vec4(view.from.x, view.from.y, view.to.x, view.to.y)};
    if (on_stage && !app.race.under_way) {
        const TimeView& written = app.get<TimeView>();
        places.room.w = std::min(places.room.w, view.to.y - written.stage_foot);
        places.taken = written.stage_plates;
    }
    const auto plates = static_cast<std::ptrdiff_t>(places.taken.size());
    const std::vector<BodyLight> lights = lights_of(app.catalogue, app.units, app.view.show_dark);
    const auto balls = seen_balls(app, view, lights, positions.first(count));
    std::vector<ImVec2> named_at; // where bodies are whose names are written
    const std::optional<glm::vec4>& card = app.get<FollowedCard>().place; // it has that body's name
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t named = app.catalogue.labels[i].body;
        const bool on_hand_card = app.get<Hand>().active && app.get<Hand>().held &&
                                  app.catalogue.numbers.at(named) == *app.get<Hand>().held;
        const std::optional<SeenBall>& ball = balls[i];
        if (on_hand_card || !ball) {
            continue;
        }
        const SeenPlace* const seen = &ball->place;
        if (card && named == app.get<Followed>().body) {
            places.taken.push_back(*card);
            named_at.push_back(seen->at);
            continue;
        }
        const std::string name = tr_name(app.catalogue.labels[i].text);
        // To the right of the body, to its left, above or below it.
        const ImVec2 extent = ImGui::CalcTextSize(name.c_str());
        const bool is_one_with_another = // a moon, seen from afar
            std::ranges::any_of(named_at, [&](const ImVec2& at) {
                return std::hypot(at.x - seen->at.x, at.y - seen->at.y) < extent.y / 2;
            });
        if (is_one_with_another || is_hidden(*ball, balls)) {
            continue;
        }
        const float gap = gap_beside(app, view, lights, i, seen->depth);
        const float left = seen->at.x - extent.x / 2, top = seen->at.y - extent.y / 2;
        if (const auto at = places.take({{seen->at.x + gap, top},
                                         {seen->at.x - gap - extent.x, top},
                                         {left, seen->at.y - gap - extent.y},
                                         {left, seen->at.y + gap}},
                                        extent)) { // else it waits for a closer look
            write_in_picture(*at, IM_COL32(225, 228, 236, 235), name);
            named_at.push_back(seen->at);
        }
    }
    return {places.taken.begin() + plates, places.taken.end()};
}

void scale_bar_overlay(AppState& app) {
    const OpenPicture picture = open_picture(app);
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const bool on_stage = app.view.layer == Layer::stage;
    // A pixel at scale 1. An audience sits as far away whatever the pixels' number.
    const float unit = on_stage ? display.y / usual_height : scaled(1);
    const double distance = app.camera.pose().distance;
    if (!app.view.show_scale_bar || app.view.show_chart || app.view.chart_corner ||
        app.status.count == 0 || picture.width() < unit * 3 * longest ||
        picture.height() < unit * 120 || !(distance > 0)) {
        return;
    }
    const double aspect = static_cast<double>(display.x) / static_cast<double>(display.y);
    const double pixels_a_unit =
        0.5 * static_cast<double>(display.y) * app.camera.projection(aspect)[1][1] / distance;
    const double length = round_length(static_cast<double>(unit * longest) / pixels_a_unit);
    const auto width = static_cast<float>(length * pixels_a_unit);
    const std::string words = spoken_length(length, app.units);

    // An audience sits farther away, and has its figures at the picture's foot.
    const float letters = on_stage ? stage_type * display.y : scaled(text_height);
    const float line = on_stage ? letters / 10 : scaled(1.5F);
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float right = picture.to.x - unit * bar_inset;
    // The time bar stands on the stage's foot, else on the picture's.
    const float foot = on_stage ? app.get<TimeView>().stage_foot + app.get<TimeView>().height : 0;
    const float below = std::min(picture.to.y, display.y - foot) - unit * bar_inset;
    const float left = right - width;
    const FontScope scope(nullptr, letters / ImGui::GetStyle().FontScaleMain);
    const ImVec2 extent = ImGui::CalcTextSize(words.c_str());
    const float middle = 0.5F * (left + right);
    const float top = below - extent.y - unit * tick;
    const float pad = unit * 6;
    const float half = 0.5F * std::max(extent.x, right - left) + pad;
    // Over bright bodies neither bar nor words could be seen.
    draw.AddRectFilled({middle - half, top - pad / 2}, {middle + half, below + pad},
                       IM_COL32(7, 8, 12, 150), pad);
    const ImU32 colour = IM_COL32(225, 228, 236, 235);
    draw.AddLine({left, below}, {right, below}, colour, line);
    for (const float end : {left, right}) {
        draw.AddLine({end, below - unit * tick}, {end, below}, colour, line);
    }
    draw.AddText({middle - 0.5F * extent.x, top}, colour, words.c_str());
}

void legend_overlay(AppState& app) {
    draw_legend(app, open_picture(app), scaled(1));
}

void draw_legend(const AppState& app, OpenPicture picture, float unit) {
    const BodyStyle& style = app.view.style;
    if (!app.view.show_legend || app.view.show_chart || app.view.show_code ||
        app.status.count == 0 || picture.width() < unit * (inner_width + 4 * inset) ||
        picture.height() < unit * lowest_picture) {
        return;
    }
    const FontScope scope(nullptr, unit * text_height / ImGui::GetStyle().FontScaleMain);
    const ColourMap* const map = find_colour_map(style.colour_map);
    if (app.view.scalar == BodyScalar::domain && style.colour_by == ColourBy::component) {
        draw_domains(app, picture, unit);
    } else if (style.colour_by == ColourBy::component) {
        if (!app.catalogue.components.empty()) {
            draw_components(app, picture, unit);
        }
    } else if (style.colour_by != ColourBy::single && style.colour_by != ColourBy::natural &&
               map != nullptr) {
        draw_scale(legend_text(app), *map, picture, unit);
    }
    if (app.density && !app.density->slice.shade.empty() && map != nullptr) {
        draw_scale(slice_legend(app), *map, picture, unit);
    }
}

} // namespace orrery
