// The mass of what is thrown, or the body that is held, to be changed.
#include "app/hand/hand.hpp"
#include "app/language/tr.hpp"
#include "app/state/hand.hpp"

#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/body_units.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <string>

namespace orrery {
namespace {

constexpr float width = 330;

// Half, twice, or typed. What it became; unset: nothing was done.
std::optional<double> mass_row(AppState& app, double mass) {
    std::optional<double> chosen;
    const ShownUnit unit = mass_unit(app.units);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet_colour(), "%s%s%s", tr("mass"), unit.name.empty() ? "" : ", ",
                       unit.name.c_str());
    ImGui::SameLine();
    const float buttons = 2 * (scaled(38) + ImGui::GetStyle().ItemSpacing.x);
    fill_line(buttons);
    double typed = unit.factor * mass;
    if (ImGui::InputDouble("##mass", &typed, 0, 0, "%.6g", ImGuiInputTextFlags_EnterReturnsTrue)) {
        chosen = typed / unit.factor;
    }
    tip("Type a mass, then Enter");
    ImGui::SameLine();
    if (ImGui::Button("÷2", {scaled(38), 0})) {
        chosen = mass / 2;
    }
    ImGui::SameLine();
    if (ImGui::Button("×2", {scaled(38), 0})) {
        chosen = 2 * mass;
    }
    return chosen;
}

void held_body(AppState& app, std::size_t body) {
    const std::string name = spoken_body(app, body);
    const bool numbered = name.find_first_not_of("0123456789") == std::string::npos;
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextUnformatted((numbered ? tr_format("Body {}", name) : tr_name(name)).c_str());
    ImGui::PopFont();
    if (const auto mass = mass_row(app, app.get<Hand>().held_mass)) {
        if (app.actions.run({"bodies.mass", fmt::format("{} {:.9g}", name, *mass)})) {
            app.get<Hand>().looked_at = -1;
        } else {
            app.say("A mass must be between 0 and 1e30", true);
        }
    }
    app.actions.button("hand.delete", "Delete");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    small_text(quiet_colour(), "drag it to give it a velocity");
}

void thrown_body(AppState& app) {
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextUnformatted(tr("Hand"));
    ImGui::PopFont();
    if (const auto mass = mass_row(app, app.get<Hand>().thrown_mass())) {
        if (!app.actions.run({"hand.mass", fmt::format("{:.9g}", *mass)})) {
            app.say("A mass must be between 0 and 1e30", true);
        }
    }
    small_text(quiet_colour(), app.get<Hand>().drag ? "the wheel changes the mass"
                                                    : "drag to throw a body, click one to hold it");
}

} // namespace

void hand_card(AppState& app) {
    const Hand& hand = app.get<Hand>();
    if (!hand.active || !app.status.loaded || app.view.layer != Layer::panels) {
        return;
    }
    const OpenPicture picture = open_picture(app);
    const float inset = scaled(14);
    ImGui::SetNextWindowPos({picture.from.x + inset, picture.from.y + inset}, ImGuiCond_Always);
    ImGui::SetNextWindowSize({std::min(scaled(width), picture.width() - 2 * inset), 0});
    ImGui::SetNextWindowBgAlpha(0.9F);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(12), scaled(10)));
    const bool open = ImGui::Begin("##hand", nullptr, message_flags);
    ImGui::PopStyleVar();
    if (open) {
        const auto body =
            hand.held ? app.catalogue.numbers.find(*hand.held, app.status.count) : std::nullopt;
        if (body) {
            held_body(app, *body);
        } else {
            thrown_body(app);
        }
    }
    ImGui::End();
}

} // namespace orrery
