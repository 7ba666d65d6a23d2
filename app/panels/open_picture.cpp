#include "app/panels/open_picture.hpp"

namespace orrery {

OpenPicture open_picture(const AppState& app) {
    const ClearArea& open = app.camera.open;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const auto pixels = [](double place, float length) {
        return static_cast<float>((place + 1) / 2) * length;
    };
    return {{pixels(open.centre.x - open.share.x, window.x),
             pixels(-open.centre.y - open.share.y, window.y)},
            {pixels(open.centre.x + open.share.x, window.x),
             pixels(-open.centre.y + open.share.y, window.y) - app.time.height}};
}

} // namespace orrery
