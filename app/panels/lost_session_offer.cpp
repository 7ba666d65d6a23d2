// After an unexpected end: the session that was saved by itself before.

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/overlay_window.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>

#include <algorithm>

namespace orrery {

void lost_session_offer(AppState& app) {
    if (!app.lost_session || app.view.layer != Layer::panels) { // no audience needs to know
        return;
    }
    const OpenPicture picture = open_picture(app);
    const float width = std::min(scaled(430), picture.width() - scaled(24));
    // Under the hints.
    ImGui::SetNextWindowPos({picture.centre() - width / 2, picture.from.y + scaled(58)},
                            ImGuiCond_Always);
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowBgAlpha(0.94F);
    if (ImGui::Begin("##lost session", nullptr, message_flags)) {
        ImGui::PushFont(strong_font(), 0);
        ImGui::TextUnformatted(tr("Orrery quit unexpectedly"));
        ImGui::PopFont();
        app.actions.button("file.take_up", "Recover session");
        ImGui::SameLine();
        app.actions.button("file.leave_lost", "Discard");
        small_text(quiet_colour(), "Saved within the last minute before");
    }
    ImGui::End();
}

} // namespace orrery
