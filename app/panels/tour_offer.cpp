// The first start's offer: a tour to begin with.

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/overlay_window.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/tour_status.hpp"

#include <imgui.h>

#include <algorithm>

namespace orrery {

constexpr double offered_until = 20; // seconds since the window opened

void tour_offer(AppState& app) {
    // Who drags the picture, or lets it run, has seen enough of it.
    const bool drags =
        !ImGui::GetIO().WantCaptureMouse && (ImGui::IsMouseDragging(ImGuiMouseButton_Left) ||
                                             ImGui::IsMouseDragging(ImGuiMouseButton_Right));
    if (drags || app.now > offered_until || app.get<TourStatus>().given) {
        app.offer_tours = false;
    }
    if (!app.offer_tours) {
        return;
    }
    const OpenPicture picture = open_picture(app);
    const float width = std::min(scaled(430), picture.width() - scaled(24));
    // Under the hints, and clear of the colour scale.
    ImGui::SetNextWindowPos({picture.centre() - width / 2, picture.from.y + scaled(58)},
                            ImGuiCond_Always);
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowBgAlpha(0.94F);
    if (ImGui::Begin("##tours", nullptr, message_flags)) {
        ImGui::PushFont(strong_font(), 0);
        ImGui::TextUnformatted(tr("New here? Take a tour"));
        ImGui::PopFont();
        for (const char* tour : {"tour.ladder", "tour.n_log_n", "tour.galaxies"}) {
            app.offer_tours = !app.actions.button(tour) && app.offer_tours;
            ImGui::SameLine();
        }
        if (ImGui::Button(tr_id("Not now").c_str())) {
            app.offer_tours = false;
        }
        small_text(quiet_colour(),
                   "Page Down: next step. Tours are in the Tour menu, too. Esc closes this.");
    }
    ImGui::End();
}

} // namespace orrery
