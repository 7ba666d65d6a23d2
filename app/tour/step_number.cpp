#include "app/tour/step_number.hpp"
#include "app/state/tour_requests.hpp"

#include "app/language/tr.hpp"
#include "app/state/tour_status.hpp"

#include <imgui.h>

namespace orrery {

const char* StepNumber::take(AppState& app) {
    constexpr double seconds_to_go_on = 3;
    constexpr std::size_t longest = 4;
    const ImGuiIO& io = ImGui::GetIO();
    if (!app.get<TourStatus>().given || io.WantTextInput || app.view.show_palette) {
        typed_.clear();
        return app.get<TourStatus>().given ? "0123456789" : "";
    }
    if (app.now - typed_at_ > seconds_to_go_on) {
        typed_.clear();
    }
    for (const ImWchar character : io.InputQueueCharacters) {
        if (character >= '0' && character <= '9' && typed_.size() < longest) {
            typed_ += static_cast<char>(character);
            typed_at_ = app.now;
            app.announce("tour", tr_format("Step {}: press Enter", typed_));
        }
    }
    const bool entered =
        ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter);
    if (entered && !typed_.empty()) {
        const std::size_t number = std::stoul(typed_);
        app.requests.add(GoToStep{number == 0 ? 0 : number - 1});
        typed_.clear();
    }
    return "0123456789";
}

} // namespace orrery
