// The inner loop of the algorithm that runs, beside the picture, in type that a last row can read.

#include "app/code/code_excerpt.hpp"
#include "app/panels/open_picture.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/stage/stage_type.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace orrery {
namespace {

// Shares of the picture: of its width that the code may take, of its height that its letters have.
constexpr float widest = 0.56F, largest_code = 0.036F, smallest_code = 0.02F;
constexpr std::array<std::size_t, 4> columns{56, 48, 40, 32}; // where lines may be broken
constexpr float code_line = 1.3F;

// Dark letters of several colours on a lit line are hard to tell from it.
bool in_one_colour(const CodeLine& line) {
    return line.lit && text_colour().x < 0.5F;
}

void write_code(const CodeLine& line, ImVec2 at, float alpha) {
    for (const CodeToken& token : tokens_of(line.text)) {
        const std::string text(token.text);
        ImVec4 colour = in_one_colour(line) ? text_colour() : colour_of(token.kind);
        colour.w *= alpha;
        write_on_stage(at, colour, text);
        // Not rounded to whole pixels, as the width of the line is only once.
        at.x += ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), FLT_MAX, 0, text.c_str()).x;
    }
}

struct Written {
    CodeExcerpt code;
    float type; // its height in pixels
};

// The largest type in which the lines have room, all letters of which are as wide as one.
float type_for(const CodeExcerpt& code, const ImVec2& room, float height, float letter) {
    const auto rows = static_cast<float>(code.lines.size()) + 1; // and one for the file
    std::size_t longest = 1;
    for (const CodeLine& line : code.lines) {
        longest = std::max(longest, line.text.size());
    }
    return std::clamp(
        std::min(room.y / (code_line * rows), room.x / (letter * static_cast<float>(longest))),
        smallest_code * height, largest_code * height);
}

// Broken where the type is largest, and in few lines where that gains little.
Written written_in(const CodeExcerpt& code, const ImVec2& room, float height) {
    const Typeface face(number_font(), largest_code * height);
    const float letter = ImGui::CalcTextSize("0").x / ImGui::GetFontSize();
    Written best{code, 0};
    for (const std::size_t most : columns) {
        CodeExcerpt wrapped = wrapped_code(code, most);
        const float type = type_for(wrapped, room, height, letter);
        if (type > 1.05F * best.type) {
            best = {std::move(wrapped), type};
        }
    }
    return best;
}

} // namespace

bool shows_code(const AppState& app) {
    return app.view.show_code && app.view.layer == Layer::stage && !app.view.show_chart &&
           !app.race.under_way && app.status.loaded && !shows_card(app);
}

float unlit_strength() {
    return text_colour().x < 0.5F ? 0.92F : 0.62F; // dark letters fade more
}

ImVec4 colour_of(TokenKind kind) {
    switch (kind) {
    case TokenKind::keyword:
        return on_ground({0.78F, 0.58F, 1.0F, 1});
    case TokenKind::type:
        return on_ground({0.45F, 0.85F, 0.82F, 1});
    case TokenKind::number:
    case TokenKind::string:
        return on_ground({1.0F, 0.76F, 0.46F, 1});
    case TokenKind::directive:
        return on_ground({1.0F, 0.55F, 0.66F, 1});
    case TokenKind::comment:
        return quiet_colour();
    case TokenKind::plain:
        break;
    }
    return text_colour();
}

ClearArea beside_code(const AppState& app, const ClearArea& open) {
    if (!shows_code(app) || excerpt_of(app.status.settings.algorithm).lines.empty()) {
        return clear_of_corner(app, open);
    }
    ClearArea rest = open;
    const double left = open.centre.x - open.share.x;
    const double width = 2 * open.share.x;
    const double right_part = width * (1 - static_cast<double>(widest));
    rest.centre.x = left + width - right_part / 2;
    rest.share.x = right_part / 2;
    return clear_of_corner(app, rest);
}

void code_layer(const AppState& app) {
    if (!shows_code(app)) {
        return;
    }
    const CodeExcerpt whole = excerpt_of(app.status.settings.algorithm, app.view.lit_code);
    if (whole.lines.empty()) {
        return;
    }
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const OpenPicture frame = unwritten_picture(app, 0.17F);
    const float pad = 0.016F * display.y;
    const ImVec2 room{widest * frame.width() - 2 * pad, frame.height() - 2 * pad};
    const auto [code, type] = written_in(whole, room, display.y);
    const Typeface face(number_font(), type);
    const float line = code_line * ImGui::GetTextLineHeight();
    const auto rows = static_cast<float>(code.lines.size()) + 1;
    float width = 0;
    for (const CodeLine& each : code.lines) {
        width = std::max(width, ImGui::CalcTextSize(each.text.c_str()).x);
    }
    const ImVec2 to{frame.from.x + width + 2 * pad, frame.from.y + rows * line + 1.5F * pad};
    stage_plate(frame.from, to, pad, 0.9F);
    const bool some_lit = std::ranges::any_of(code.lines, &CodeLine::lit);
    const float unlit = unlit_strength();
    ImVec2 at{frame.from.x + pad, frame.from.y + pad};
    for (const CodeLine& each : code.lines) {
        if (each.lit) {
            // On whole pixels: rows that follow each other have no seam.
            const float top = std::round(at.y - 0.15F * line);
            const float foot = std::round(at.y + 0.85F * line);
            fill_on_stage({frame.from.x, top}, {to.x, foot}, faded(accent_colour(), 0.2F));
            fill_on_stage({frame.from.x, top}, {frame.from.x + 0.4F * pad, foot},
                          faded(accent_colour()));
        }
        write_code(each, at, each.lit || !some_lit ? 1 : unlit);
        at.y += line;
    }
    write_on_stage(at, quiet_colour(), fmt::format("{}:{}", code.file, code.lines.front().number));
}

} // namespace orrery
