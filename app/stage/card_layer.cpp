// A slide over the picture: lines of text, a formula, an address as a QR code.

#include "app/panels/open_picture.hpp"
#include "app/stage/qr_code.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/tour_status.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace orrery {
namespace {

// Shares of the picture's height; of its width that the address has.
constexpr float line_type = 0.052F, formula_type = 0.11F, address_type = 0.036F, card_gap = 0.03F;
constexpr float address_share = 0.36F;

// The code of an address, made once.
struct ShownCode {
    std::string address;
    QrCode code;
};

// In whole pixels, so that no light shines through between modules.
void draw_code(const QrCode& code, const ImVec2& corner, float side) {
    constexpr std::size_t quiet = 4; // modules of light around it, which readers want
    const auto modules = static_cast<float>(code.side + 2 * quiet);
    const float module = std::max(std::floor(side / modules), 1.0F);
    const ImVec2 from{std::round(corner.x + (side - module * modules) / 2),
                      std::round(corner.y + (side - module * modules) / 2)};
    const auto place = [&](std::size_t row, std::size_t column) {
        return ImVec2{from.x + module * static_cast<float>(column + quiet),
                      from.y + module * static_cast<float>(row + quiet)};
    };
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddRectFilled(from, {from.x + module * modules, from.y + module * modules},
                       IM_COL32_WHITE);
    for (std::size_t row = 0; row < code.side; ++row) {
        for (std::size_t column = 0; column < code.side; ++column) {
            if (code.at(row, column)) {
                draw.AddRectFilled(place(row, column), place(row + 1, column + 1), IM_COL32_BLACK);
            }
        }
    }
}

// At the right end; returns the room that is left beside it.
OpenPicture draw_address(const AppState& app, const OpenPicture& frame, float height) {
    const TourCard& card = app.get<TourStatus>().step().card;
    const std::string address = shown_address(app, card);
    if (address.empty()) {
        return frame;
    }
    ShownCode& shown = app.features.get<ShownCode>();
    if (shown.address != address) {
        shown = {address, qr_code(address)};
    }
    OpenPicture rest = frame;
    rest.to.x -= address_share * frame.width();
    const StageText words{number_font(), address_type * height, address,
                          address_share * frame.width()};
    const ImVec2 extent = words.extent();
    const float side = shown.code.side > 0
                           ? std::min(address_share * frame.width(),
                                      frame.height() - extent.y - 2 * card_gap * height)
                           : 0;
    const float middle = frame.to.x - address_share * frame.width() / 2;
    const float top = (frame.from.y + frame.to.y - side - extent.y) / 2;
    if (side > 0) {
        draw_code(shown.code, {middle - side / 2, top}, side);
    }
    words.write({middle - extent.x / 2, top + side + card_gap * height / 2});
    return rest;
}

} // namespace

bool shows_card(const AppState& app) {
    return app.get<TourStatus>().has_card() && app.view.layer == Layer::stage;
}

std::string shown_address(const AppState& app, const TourCard& card) {
    return card.address == own_address ? app.get<TalkAddress>().text : card.address;
}

void card_layer(const AppState& app) {
    if (!shows_card(app)) {
        return;
    }
    const TourStatus& tour = app.get<TourStatus>();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float edge = card_gap * size.y;
    OpenPicture frame = unwritten_picture(app, card_gap);
    const float gap = edge;
    ImVec4 ground = ImGui::GetStyle().Colors[ImGuiCol_PopupBg];
    ground.w = 0.82F;
    ImGui::GetBackgroundDrawList()->AddRectFilled(frame.from, frame.to, faded(ground), edge / 2);
    frame = {{frame.from.x + edge, frame.from.y + edge}, {frame.to.x - edge, frame.to.y - edge}};
    const OpenPicture room = draw_address(app, frame, size.y);
    const TourCard& card = tour.step().card;
    std::vector<StageText> texts;
    if (!card.formula.empty()) {
        texts.push_back({strong_font(), formula_type * size.y, card.formula, room.width()});
    }
    for (const std::string& line : card.lines) {
        texts.push_back({nullptr, line_type * size.y, with_measurements(app, line), room.width()});
    }
    float height = -gap;
    for (const StageText& text : texts) {
        height += text.extent().y + gap;
    }
    float top = std::max((room.from.y + room.to.y - height) / 2, room.from.y);
    for (const StageText& text : texts) {
        const ImVec2 extent = text.extent();
        const bool formula = text.pixels > line_type * size.y;
        text.write({room.centre() - extent.x / 2, top}, formula ? accent_colour() : text_colour());
        top += extent.y + gap;
    }
}

} // namespace orrery
