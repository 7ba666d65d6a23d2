#include "app/plot/plot_panel.hpp"

#include "app/panels/controls.hpp"

#include <imgui.h>
#include <imgui_internal.h>

namespace orrery {

bool begin_plot_panel(const char* name, bool& raise, PanelRoom room) {
    // A layout that was remembered may be older than the panel.
    const ImGuiWindow* const beside = ImGui::FindWindowByName("Timings");
    if (beside != nullptr && beside->DockId != 0) {
        ImGui::SetNextWindowDockID(beside->DockId, ImGuiCond_FirstUseEver);
    }
    const bool open = begin_panel(name);
    const ImGuiWindow* const window = ImGui::GetCurrentWindowRead();
    if (!raise || window->DockNode == nullptr || window->DockNode->TabBar == nullptr) {
        return open;
    }
    raise = false;
    if (room != PanelRoom::one_column) {
        window->DockNode->TabBar->NextSelectedTabId = window->TabId;
    }
    return open;
}

} // namespace orrery
