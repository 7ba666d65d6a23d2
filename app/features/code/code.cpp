// The panels with the inner loop of the algorithm that runs, as it was when the program was built,
// with its file and line, and with a drawing of what its threads do.

#include "app/code/code_excerpt.hpp"
#include "app/features/features.hpp"
#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/stage/stage_layers.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>

namespace orrery {
namespace {

void draw_line(const CodeLine& line) {
    if (line.lit) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddRectFilled(
            at, {at.x + ImGui::GetContentRegionAvail().x, at.y + ImGui::GetTextLineHeight()},
            faded(accent_colour(), 0.2F));
    }
    const std::string number = line.number > 0 ? fmt::format("{:4}  ", line.number) : "      ";
    ImGui::TextColored(quiet_colour(), "%s", number.c_str());
    for (const CodeToken& token : tokens_of(line.text)) {
        ImGui::SameLine(0, 0);
        ImGui::PushStyleColor(ImGuiCol_Text, colour_of(token.kind));
        ImGui::TextUnformatted(token.text.data(), token.text.data() + token.text.size());
        ImGui::PopStyleColor();
    }
}

// The next window: at first over the picture, at its top or its foot, and never larger than all.
void place(const AppState& app, const ImVec2& size, bool at_foot) {
    const OpenPicture picture = open_picture(app);
    const float gap = scaled(8);
    const ImVec2 fits{std::clamp(picture.width() - 2 * gap, scaled(240), size.x),
                      std::clamp(picture.height() / 2, scaled(160), size.y)};
    const float top = at_foot ? picture.to.y - gap - fits.y : picture.from.y + gap;
    ImGui::SetNextWindowPos({picture.from.x + gap, top}, ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize(fits, ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSizeConstraints({}, ImGui::GetMainViewport()->WorkSize);
    ImGui::SetNextWindowBgAlpha(0.97F); // over other words
}

// The window whose contents follow: one that was left in a larger window is brought back.
void keep_in_view() {
    const ImGuiViewport& all = *ImGui::GetMainViewport();
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const ImVec2 last{std::max(all.WorkPos.x, all.WorkPos.x + all.WorkSize.x - size.x),
                      std::max(all.WorkPos.y, all.WorkPos.y + all.WorkSize.y - size.y)};
    const ImVec2 there{std::clamp(at.x, all.WorkPos.x, last.x),
                       std::clamp(at.y, all.WorkPos.y, last.y)};
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) && (there.x != at.x || there.y != at.y)) {
        ImGui::SetWindowPos(there);
    }
}

class CodePanel : public Feature {
public:
    void panels(Frame& frame) override {
        AppState& app = frame.app;
        constexpr int frames_to_lay_out = 3; // the panels, beside which these are
        // The speaker's preview has them.
        if (app.race.under_way || app.get<SpeakerStatus>().open ||
            ImGui::GetFrameCount() <= frames_to_lay_out) {
            return;
        }
        if (app.view.show_code) {
            code(app);
        }
        if (app.view.show_kernel) {
            kernel(app);
        }
    }

private:
    static void code(AppState& app) {
        place(app, {scaled(620), scaled(340)}, false);
        if (ImGui::Begin(tr_id("Source code").c_str(), &app.view.show_code,
                         ImGuiWindowFlags_NoFocusOnAppearing |
                             ImGuiWindowFlags_HorizontalScrollbar)) {
            keep_in_view();
            draw(app);
        }
        ImGui::End();
    }

    static void kernel(AppState& app) {
        place(app, {scaled(620), scaled(320)}, true);
        if (ImGui::Begin(tr_id("Drawing of the kernel").c_str(), &app.view.show_kernel,
                         ImGuiWindowFlags_NoFocusOnAppearing)) {
            keep_in_view();
            const ImVec2 from = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
            if (!draw_kernel(app, *ImGui::GetWindowDrawList(), from,
                             {from.x + room.x, from.y + room.y})) {
                small_paragraph(quiet_colour(), tr("There is no drawing of this algorithm"));
            }
        }
        ImGui::End();
    }

    static void draw(AppState& app) {
        const CodeExcerpt code = excerpt_of(app.status.settings.algorithm, app.view.lit_code);
        if (code.lines.empty()) {
            small_paragraph(quiet_colour(), tr("This algorithm is not part of Orrery's sources"));
            return;
        }
        const std::string place = fmt::format("{}:{}", code.file, code.lines.front().number);
        number_text(quiet_colour(), place);
        ImGui::SameLine();
        if (ImGui::SmallButton(tr_id("Copy").c_str())) {
            ImGui::SetClipboardText(place.c_str());
        }
        tip("Copies file and line, as editors open them");
        const FontScope scope(number_font(), small_text_height);
        for (const CodeLine& line : code.lines) {
            draw_line(line);
        }
    }
};

} // namespace

extern const FeatureEntry code_feature = feature<CodePanel>();

} // namespace orrery
