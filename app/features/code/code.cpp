// The panels with the inner loop of the algorithm that runs, as it was when the program was built,
// with its file and line, and with a drawing of what its threads do.

#include "app/code/code_excerpt.hpp"
#include "app/features/features.hpp"
#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/stage/stage_layers.hpp"

#include <fmt/format.h>
#include <imgui.h>

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

class CodePanel : public Feature {
public:
    void panels(Frame& frame) override {
        AppState& app = frame.app;
        if (app.race.under_way) {
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
        ImGui::SetNextWindowSize({scaled(620), scaled(340)}, ImGuiCond_FirstUseEver);
        if (ImGui::Begin(tr_id("Source code").c_str(), &app.view.show_code,
                         ImGuiWindowFlags_NoFocusOnAppearing |
                             ImGuiWindowFlags_HorizontalScrollbar)) {
            draw(app);
        }
        ImGui::End();
    }

    static void kernel(AppState& app) {
        ImGui::SetNextWindowPos({scaled(300), scaled(380)}, ImGuiCond_FirstUseEver);
        ImGui::SetNextWindowSize({scaled(620), scaled(320)}, ImGuiCond_FirstUseEver);
        if (ImGui::Begin(tr_id("Drawing of the kernel").c_str(), &app.view.show_kernel,
                         ImGuiWindowFlags_NoFocusOnAppearing)) {
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
