#include "app/stage/picture_card.hpp"

#include "app/panels/open_picture.hpp"
#include "app/stage/stage_type.hpp"

#include <algorithm>

namespace orrery {

float picture_type_size(const AppState& app) {
    return app.view.layer == Layer::stage ? 0.03F * ImGui::GetIO().DisplaySize.y
                                          : scaled(text_height);
}

glm::vec4 draw_picture_card(const AppState& app, const ImVec2& at, float ring,
                            const std::string& name, const std::vector<std::string>& lines) {
    const float size = picture_type_size(app);
    const StageText title{strong_font(), size, name};
    std::vector<StageText> texts;
    for (const std::string& words : lines) {
        texts.push_back({nullptr, size, words});
    }
    ImVec2 extent = title.extent();
    float y = extent.y;
    for (const StageText& text : texts) {
        extent.x = std::max(extent.x, text.extent().x);
        extent.y += 1.1F * text.line_height();
    }
    const float pad = 0.55F * size;
    const ImVec2 whole{extent.x + 2 * pad, extent.y + 2 * pad};
    const ImVec2 corner =
        kept_in(open_picture(app), {at.x + ring + pad, at.y - whole.y / 2}, whole, pad);
    ImGui::GetBackgroundDrawList()->AddRectFilled(corner, {corner.x + whole.x, corner.y + whole.y},
                                                  faded(ground_colour(), 0.78F), 0.4F * size);
    title.write({corner.x + pad, corner.y + pad});
    ImVec4 colour = text_colour();
    colour.w *= 0.85F;
    for (const StageText& text : texts) {
        text.write({corner.x + pad, corner.y + pad + y}, colour);
        y += 1.1F * text.line_height();
    }
    return {corner.x, corner.y, corner.x + whole.x, corner.y + whole.y};
}

} // namespace orrery
