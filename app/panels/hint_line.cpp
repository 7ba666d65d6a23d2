// The first keys to know, for the first seconds.

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>

namespace orrery {
namespace {

constexpr double shown_until = 8; // seconds since the window opened
constexpr double gone_at = 9.5;

struct Hint {
    const char* action;
    const char* text;
};

// The first first: where there is no room for all, the last are left out.
constexpr std::array hints{
    Hint{"help.keys", tr_noop("help")}, Hint{"simulation.pause", tr_noop("pause")},
    Hint{"simulation.next_algorithm", tr_noop("algorithm")}, Hint{"help.palette", tr_noop("find")}};

float width_of(const Hint& hint, const std::string& key) {
    return key_width(key) + scaled(6) + ImGui::CalcTextSize(tr(hint.text)).x;
}

} // namespace

void hint_line(AppState& app) {
    if (app.now > gone_at || app.status.error) {
        return;
    }
    const auto alpha =
        static_cast<float>(std::clamp((gone_at - app.now) / (gone_at - shown_until), 0.0, 1.0));
    const OpenPicture picture = open_picture(app);
    const float gap = scaled(20);
    const float inset = scaled(12);
    float width = -gap;
    std::size_t count = 0;
    for (const Hint& hint : hints) {
        const float more = gap + width_of(hint, app.actions.find(hint.action).shortcut);
        if (width + more + 4 * inset > picture.width()) {
            break;
        }
        width += more;
        ++count;
    }
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float top = picture.from.y + scaled(20);
    float x = picture.centre() - width / 2;
    if (count > 0) {
        draw.AddRectFilled({x - inset, top - scaled(7)},
                           {x + width + inset, top + ImGui::GetTextLineHeight() + scaled(9)},
                           faded(ImGui::GetStyle().Colors[ImGuiCol_PopupBg], 0.7F * alpha),
                           scaled(8));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::string& key = app.actions.find(hints[i].action).shortcut;
        const float text_x = x + draw_key(draw, {x, top}, key, alpha) + scaled(6);
        draw.AddText({text_x, top}, faded(ImGui::GetStyle().Colors[ImGuiCol_Text], alpha),
                     tr(hints[i].text));
        x += width_of(hints[i], key) + gap;
    }
}

} // namespace orrery
