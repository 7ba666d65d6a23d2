// Keyframes of a camera flight, made in the window: a key adds the view that is there, a panel
// lists them, another key flies along them. The look has them, and so have sessions; F6 takes them
// into a tour's step, and a step that is entered brings its own.

#include "app/features/features.hpp"
#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/open_picture.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/tour_status.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr double usual_seconds = 3, longest_seconds = 600;
constexpr std::size_t max_keyframes = 99;

// The panel's state, and that of the flight that was begun.
struct KeyframeList {
    bool shown = false;
    bool plays = false;
};

void add_keyframe(AppState& app) {
    app.view.keyframes.push_back({app.camera.pose(), usual_seconds});
    app.announce("keyframes",
                 tr_format("Keyframe {}: Shift+J plays them", app.view.keyframes.size()));
}

bool flies_along(AppState& app) {
    KeyframeList& list = app.get<KeyframeList>();
    list.plays = list.plays && app.camera.flying();
    return list.plays;
}

// From the first keyframe on; or ends where it is.
void play_keyframes(AppState& app) {
    if (flies_along(app)) {
        app.camera.stay();
        return;
    }
    const std::vector<CameraFlight>& all = app.view.keyframes;
    remember_view(app);
    app.get<Followed>() = {};
    app.camera.set_mode(CameraMode::orbit);
    app.camera.jump_to(all.front().pose);
    app.camera.fly_along({all.begin() + 1, all.end()});
    app.get<KeyframeList>().plays = app.camera.flying();
}

Needed keyframes_needed(AppState& app) {
    return {tr_noop("No keyframes yet: Shift+N adds the camera's position"),
            [&app] { return !app.view.keyframes.empty(); }};
}

// One row; true when the list is another one now.
bool draw_keyframe(AppState& app, std::size_t k) {
    std::vector<CameraFlight>& all = app.view.keyframes;
    ImGui::PushID(static_cast<int>(k));
    bool other = false;
    if (ImGui::Button(std::to_string(k + 1).c_str(), {scaled(30), 0})) {
        remember_view(app);
        app.camera.fly_to(all[k].pose);
    }
    tip("Goes to this keyframe");
    ImGui::SameLine();
    number_control(app, "seconds", all[k].seconds,
                   {.low = 0,
                    .high = 20,
                    .beyond = Limits{0, longest_seconds, "a tour cannot hold longer flights"},
                    .noun = "seconds",
                    .usual = usual_seconds,
                    .unit = " s"},
                   scaled(150));
    tip(k == 0 ? "Seconds to fly here when a tour's step begins"
               : "Seconds to fly here from the keyframe before");
    ImGui::SameLine();
    if (ImGui::SmallButton(tr_id("Set").c_str())) {
        all[k].pose = app.camera.pose();
    }
    tip("Moves this keyframe to where the camera is");
    ImGui::SameLine();
    ImGui::BeginDisabled(k == 0);
    if (ImGui::ArrowButton("earlier", ImGuiDir_Up)) {
        std::swap(all[k], all[k - 1]);
        other = true;
    }
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::BeginDisabled(k + 1 == all.size());
    if (ImGui::ArrowButton("later", ImGuiDir_Down)) {
        std::swap(all[k], all[k + 1]);
        other = true;
    }
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (plain_icon_button("delete", Icon::cross, quiet_colour())) {
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
        other = true;
    }
    tip("Deletes this keyframe");
    ImGui::PopID();
    return other;
}

void draw_list(AppState& app) {
    for (std::size_t k = 0; k < app.view.keyframes.size() && !draw_keyframe(app, k); ++k) {
    }
    app.actions.button("camera.add_keyframe", "Add");
    ImGui::SameLine();
    app.actions.button("camera.play_keyframes", flies_along(app) ? "Stop" : "Play");
    const TourStatus& tour = app.get<TourStatus>();
    if (tour.given && tour.editing.possible) {
        ImGui::SameLine();
        if (ImGui::Button(tr_id("Into the tour's step").c_str())) {
            app.requests.add(TourEdit{
                .what = TourEdit::What::views, .step = tour.position, .views = app.view.keyframes});
        }
        tip("The step flies along these keyframes from now on; Save in the panel Tour keeps it");
    }
    const std::vector<CameraFlight>& all = app.view.keyframes;
    small_text(quiet_colour(), all.empty()
                                   ? tr("Each keyframe is a view that the camera flies through")
                                   : tr_format("{} s in all", briefly(duration_of(all))));
}

class Keyframes : public Feature {
public:
    static void declare(AppState& app) {
        add_action(app, "Camera", "camera.add_keyframe", "Add keyframe",
                   "Adds the camera's position to a flight, three seconds after the one before",
                   "Shift+N", add_keyframe)
            .only_if([&app] { return app.view.keyframes.size() < max_keyframes; });
        add_action(app, "Camera", "camera.play_keyframes", "Play keyframes",
                   "Flies smoothly along the keyframes; press again to stop", "Shift+J",
                   play_keyframes)
            .only_if(keyframes_needed(app))
            .shows([&app] { return flies_along(app); });
        add_toggle(app, "Camera", "camera.keyframes", "Keyframes",
                   "Lists the keyframes of the camera's flight, with their times", "",
                   app.get<KeyframeList>().shown);
        add_action(app, "Camera", "camera.clear_keyframes", "Clear keyframes",
                   "Deletes all keyframes", "", [&app] { app.view.keyframes.clear(); })
            .only_if(keyframes_needed(app));
    }

    void panels(Frame& frame) override {
        AppState& app = frame.app;
        KeyframeList& list = app.get<KeyframeList>();
        list.plays = flies_along(app);  // a later flight is another one
        constexpr int first_frames = 3; // in which the panels around the picture are laid out
        if (!list.shown || ImGui::GetFrameCount() <= first_frames) {
            return;
        }
        const OpenPicture picture = open_picture(app);
        ImGui::SetNextWindowPos({picture.from.x + scaled(12), picture.from.y + scaled(44)},
                                ImGuiCond_FirstUseEver);
        ImGui::SetNextWindowSize({scaled(400), scaled(240)}, ImGuiCond_FirstUseEver);
        if (ImGui::Begin(tr_id("Keyframes").c_str(), &list.shown,
                         ImGuiWindowFlags_NoFocusOnAppearing)) {
            draw_list(app);
        }
        ImGui::End();
    }
};

} // namespace

extern const FeatureEntry keyframes_feature = feature<Keyframes>();

} // namespace orrery
