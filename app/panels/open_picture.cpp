#include "app/panels/open_picture.hpp"

#include "app/state/time_view.hpp"

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
             pixels(-open.centre.y + open.share.y, window.y) - app.get<TimeView>().height}};
}

OpenPicture unwritten_picture(const AppState& app, float below) {
    const OpenPicture picture = open_picture(app);
    const float height = picture.height();
    const bool stage = app.view.layer == Layer::stage;
    const float edge = 0.03F * height;
    return {{picture.from.x + edge, picture.from.y + (stage ? 0.19F * height : edge)},
            {picture.to.x - edge, picture.to.y - (stage ? below * height : edge)}};
}

} // namespace orrery
