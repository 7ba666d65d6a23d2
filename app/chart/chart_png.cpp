// Charts as PNG, by cairo.

#include "app/chart/charts.hpp"

#include "sim/base/error.hpp"

#include <cairo.h>

#include <algorithm>
#include <memory>
#include <numbers>

namespace orrery {
namespace {

constexpr double fineness = 2;
constexpr double rounding = 3; // of bars

using Surface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;
using Context = std::unique_ptr<cairo_t, void (*)(cairo_t*)>;

void use_colour(cairo_t* cairo, const std::string& colour, double opacity = 1) {
    const auto channel = [&](std::size_t at) {
        return std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0;
    };
    cairo_set_source_rgba(cairo, channel(1), channel(3), channel(5), opacity);
}

struct Painter {
    cairo_t* cairo;

    void operator()(const ChartDrawing::Bar& bar) const {
        const double radius = std::min({rounding, bar.width / 2, bar.height / 2});
        constexpr double quarter = std::numbers::pi / 2;
        const double right = bar.x + bar.width;
        const double bottom = bar.y + bar.height;
        cairo_new_path(cairo);
        cairo_arc(cairo, right - radius, bar.y + radius, radius, -quarter, 0);
        cairo_arc(cairo, right - radius, bottom - radius, radius, 0, quarter);
        cairo_arc(cairo, bar.x + radius, bottom - radius, radius, quarter, 2 * quarter);
        cairo_arc(cairo, bar.x + radius, bar.y + radius, radius, 2 * quarter, 3 * quarter);
        cairo_close_path(cairo);
        use_colour(cairo, bar.colour, bar.opacity);
        cairo_fill(cairo);
    }
    void operator()(const ChartDrawing::Line& line) const {
        cairo_new_path(cairo); // text has left a point
        for (const auto& [x, y] : line.points) {
            cairo_line_to(cairo, x, y);
        }
        use_colour(cairo, line.colour);
        cairo_set_line_width(cairo, line.width);
        cairo_set_dash(cairo, &line.dash, line.dash > 0 ? 1 : 0, 0);
        cairo_stroke(cairo);
    }
    void operator()(const ChartDrawing::Dot& dot) const {
        cairo_new_path(cairo);
        cairo_arc(cairo, dot.x, dot.y, dot.radius, 0, 2 * std::numbers::pi);
        use_colour(cairo, dot.colour);
        cairo_fill(cairo);
    }
    void operator()(const ChartDrawing::Text& text) const {
        cairo_select_font_face(cairo, "Inter", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(cairo, text.size);
        cairo_text_extents_t extents;
        cairo_text_extents(cairo, text.words.c_str(), &extents);
        const double share = static_cast<int>(text.anchor) / 2.0; // of what is left of x
        cairo_move_to(cairo, text.x - share * extents.x_advance, text.y);
        use_colour(cairo, text.colour);
        cairo_show_text(cairo, text.words.c_str());
    }
};

cairo_status_t append(void* text, const unsigned char* data, unsigned int length) {
    static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

} // namespace

std::string chart_png(const Charts& charts) {
    const ChartDrawing drawing = draw_charts(charts);
    const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                     static_cast<int>(fineness * drawing.width),
                                                     static_cast<int>(fineness * drawing.height)),
                          cairo_surface_destroy);
    const Context cairo(cairo_create(surface.get()), cairo_destroy);
    cairo_scale(cairo.get(), fineness, fineness);
    cairo_set_source_rgb(cairo.get(), 1, 1, 1);
    cairo_paint(cairo.get());
    cairo_set_line_join(cairo.get(), CAIRO_LINE_JOIN_ROUND);
    for (const ChartDrawing::Mark& mark : drawing.marks) {
        std::visit(Painter{cairo.get()}, mark);
    }
    std::string png;
    const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), append, &png);
    if (status != CAIRO_STATUS_SUCCESS) {
        throw failure(std::string("the chart cannot be drawn: ") + cairo_status_to_string(status),
                      "PNG", "write it as .svg");
    }
    return png;
}

} // namespace orrery
