// A slide over the picture: lines of text, a formula, a picture, an address as a QR code.

#include "app/panels/open_picture.hpp"
#include "app/stage/qr_code.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/tour_status.hpp"
#include "render/picture_texture.hpp"
#include "sim/base/error.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace orrery {
namespace {

// Shares of the picture's height; of its width that the address has.
constexpr float line_type = 0.066F, formula_type = 0.11F, address_type = 0.036F, card_gap = 0.03F;
constexpr float address_share = 0.36F;
constexpr float picture_share = 0.62F; // of the room that is left, beside words

// The code of an address, made once.
struct ShownCode {
    std::string address;
    QrCode code;
};

// The picture of a card, read once; or why it cannot be.
struct ShownPicture {
    std::string file;
    PictureTexture picture;
    std::string trouble;
};

const ShownPicture& picture_of(const AppState& app, const std::string& file) {
    ShownPicture& shown = app.features.get<ShownPicture>();
    if (shown.file != file) {
        shown = {.file = file, .picture = {}, .trouble = {}};
        try {
            shown.picture = read_picture_texture(file);
        } catch (const Error& error) {
            shown.trouble = error.what();
        }
    }
    return shown;
}

// As large as there is room: all of it, or above words, which get the rest; returns that.
OpenPicture draw_picture(const AppState& app, const OpenPicture& room, bool with_words, float gap) {
    const std::string& file = app.get<TourStatus>().step().card.picture;
    const ShownPicture* const shown = file.empty() ? nullptr : &picture_of(app, file);
    if (shown == nullptr || shown->picture.size.width <= 0) {
        return room;
    }
    const auto width = static_cast<float>(shown->picture.size.width);
    const auto height = static_cast<float>(shown->picture.size.height);
    const float high = (with_words ? picture_share : 1) * room.height();
    const float scale = std::min(room.width() / width, high / height);
    const ImVec2 from{room.centre() - scale * width / 2,
                      with_words ? room.from.y : (room.from.y + room.to.y - scale * height) / 2};
    ImGui::GetBackgroundDrawList()->AddImage(
        ImTextureRef(ImTextureID{shown->picture.texture.name()}), from,
        {from.x + scale * width, from.y + scale * height});
    return {{room.from.x, from.y + scale * height + gap}, room.to};
}

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
    return (app.get<TourStatus>().has_card() && app.view.layer == Layer::stage) ||
           shows_kernel(app);
}

std::string shown_address(const AppState& app, const TourCard& card) {
    if (card.address != own_address) {
        return card.address;
    }
    const std::string& given = app.get<TalkAddress>().text;
    return given.empty() ? app.get<TourStatus>().tour->address : given;
}

void card_layer(const AppState& app) {
    const TourStatus& tour = app.get<TourStatus>();
    if (!shows_card(app) || !tour.has_card()) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float edge = card_gap * size.y;
    OpenPicture frame = unwritten_picture(app, card_gap);
    const float gap = edge;
    stage_plate(frame.from, frame.to, edge / 2, 0.82F);
    frame = {{frame.from.x + edge, frame.from.y + edge}, {frame.to.x - edge, frame.to.y - edge}};
    const TourCard& card = tour.step().card;
    const bool with_words = !card.lines.empty() || !card.formula.empty();
    const OpenPicture room = draw_picture(app, draw_address(app, frame, size.y), with_words, gap);
    std::vector<StageText> texts;
    if (!card.picture.empty() && !picture_of(app, card.picture).trouble.empty()) {
        texts.push_back(
            {nullptr, line_type * size.y, picture_of(app, card.picture).trouble, room.width()});
    }
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
