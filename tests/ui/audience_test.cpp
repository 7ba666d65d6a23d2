// The words over the picture for an audience, and the actions of the speaker alone.

#include "app/features/time/time_layer.hpp"
#include "app/language/spoken_language.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/state/appearance.hpp"
#include "app/state/followed.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/hand.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/shown_state.hpp"
#include "app/state/time_view.hpp"
#include "app/window/panel_area.hpp"
#include "tests/app/panels/panels_testing.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <functional>
#include <tuple>

namespace orrery {
namespace {

constexpr Extent hd{1280, 720}, uhd{3840, 2160};

// Around all that `draw` adds to a list.
ImRect drawn_by(ImDrawList& list, const std::function<void()>& draw) {
    const int before = list.VtxBuffer.Size;
    draw();
    ImRect around(FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX);
    for (int i = before; i < list.VtxBuffer.Size; ++i) {
        around.Add(list.VtxBuffer[i].pos);
    }
    return around;
}

bool is_empty(const ImRect& rect) {
    return rect.Min.x > rect.Max.x;
}

class Audience : public testing::Test {
protected:
    Audience() {
        app_.view.layer = Layer::stage;
        app_.toasts.clear();
    }

    // The area of the notices that stand over the stage for a while.
    ImRect notices() {
        ImRect seen;
        app_.now += 1; // they have come
        screen_.frame([&] {
            seen = drawn_by(*ImGui::GetBackgroundDrawList(), [&] { stage_notices(app_); });
            const ImRect others =
                drawn_by(*ImGui::GetForegroundDrawList(), [&] { toast_overlay(app_); });
            EXPECT_TRUE(is_empty(others)) << "a notice for the speaker";
        });
        return seen;
    }

    bool speaker_sees_notices() {
        bool seen = false;
        screen_.frame([&] {
            seen =
                !is_empty(drawn_by(*ImGui::GetForegroundDrawList(), [&] { toast_overlay(app_); }));
        });
        return seen;
    }

    ScreenlessImGui screen_{hd, 1};
    PanelsState state_;
    AppState& app_ = state_.app;
};

TEST_F(Audience, ReadsNoNoticeThatIsForTheSpeaker) {
    app_.announce("quality", "To keep the frame rate: no glare, coarse mist");
    app_.say("10,240 bodies by cpu.tree: so many run smoothly here");
    app_.say("the disk is full", true);
    app_.actions.run("simulation.next_algorithm");
    EXPECT_TRUE(is_empty(notices()));
    app_.view.layer = Layer::nothing;
    EXPECT_FALSE(speaker_sees_notices()) << "the picture alone is the audience's, too";
    app_.view.layer = Layer::panels;
    EXPECT_TRUE(speaker_sees_notices());
}

TEST_F(Audience, ReadsWhatIsForEveryoneInTypeForTheLastRow) {
    app_.actions.run("time.slower");
    const ImRect seen = notices();
    ASSERT_FALSE(is_empty(seen));
    EXPECT_GT(seen.GetHeight(), 0.04F * 720);
    EXPECT_LT(seen.GetHeight(), 0.15F * 720);
    EXPECT_GT(seen.GetWidth(), 0.2F * 1280);
    app_.view.layer = Layer::panels;
    EXPECT_TRUE(speaker_sees_notices()) << "the speaker is somebody, too";
}

TEST_F(Audience, LeavesErrorsToTheSpeakerWhoSeesThemLater) {
    app_.say("the disk is full", true);
    app_.say("Saved orrery.png");
    app_.now += 60;
    app_.drop_old_toasts();
    ASSERT_EQ(app_.toasts.size(), 1U);
    EXPECT_TRUE(app_.toasts.front().is_error);
    app_.view.layer = Layer::panels;
    app_.now += 1;
    app_.drop_old_toasts();
    EXPECT_EQ(app_.toasts.size(), 1U) << "not read yet";
    app_.now += seconds_of_toast;
    app_.drop_old_toasts();
    EXPECT_TRUE(app_.toasts.empty());
}

TEST_F(Audience, IsNotToldThatAPaceIsSlow) {
    app_.settings.running = true;
    app_.settings.steps_per_second = 15;
    EXPECT_EQ(stage_facts(app_).badge, "");
    app_.settings.running = false;
    EXPECT_EQ(stage_facts(app_).badge, "Paused");
    app_.get<ScalingStatus>().under_way = true;
    EXPECT_EQ(stage_facts(app_).badge, "Measuring");
}

TEST_F(Audience, SeesTheTimeOfScenesWithoutUnits) {
    app_.units = {};
    app_.status.time = 12.5;
    EXPECT_EQ(stage_facts(app_).time, "t = 12.5");
    app_.units = {1, "kpc", "Myr", "Msun"};
    EXPECT_EQ(stage_facts(app_).time, "t = 12.5 Myr");
}

TEST_F(Audience, IsNotOfferedTheSpeakersCards) {
    app_.get<Hand>().active = true;
    app_.lost_session = "lost.orrery";
    const auto windows = [&] {
        screen_.frame([&] { draw_messages(app_); });
        const auto open = [](const char* name) {
            const ImGuiWindow* const window = ImGui::FindWindowByName(name);
            return window != nullptr && window->WasActive;
        };
        return std::pair(open("##hand"), open("##lost session"));
    };
    windows();
    EXPECT_EQ(windows(), std::pair(false, false));
    app_.view.layer = Layer::panels;
    windows();
    EXPECT_EQ(windows(), std::pair(true, true));
}

TEST_F(Audience, ReadsTheNamesOfBodiesFromTheLastRow) {
    app_.catalogue.labels = {{0, "Sun"}};
    const std::vector<glm::dvec3> places{app_.camera.pose().centre};
    const auto height = [&] {
        float high = 0;
        screen_.frame([&] {
            const auto words = draw_labels(app_, whole_view(app_.camera), places);
            ASSERT_EQ(words.size(), 1U);
            high = words.front().w - words.front().y;
        });
        return high;
    };
    const float on_stage = height();
    EXPECT_GT(on_stage, 0.034F * 720);
    app_.view.layer = Layer::panels;
    EXPECT_LT(height(), on_stage);
}

TEST_F(Audience, ReadsTheNameOfABlackHoleBesideItsDisk) {
    app_.catalogue.components = {{.name = "black hole", .first = 0, .count = 1}};
    app_.catalogue.labels = {{0, "Sgr A*"}};
    const std::vector<BodyLight> lights = lights_of(app_.catalogue, app_.units, false);
    ASSERT_EQ(lights.size(), 1U);
    ASSERT_EQ(lights[0].kind, BodyLight::Kind::black_hole);
    const std::vector<glm::dvec3> places{app_.camera.pose().centre};
    std::vector<glm::vec4> words;
    screen_.frame([&] { words = draw_labels(app_, whole_view(app_.camera), places); });
    ASSERT_EQ(words.size(), 1U);
    EXPECT_GT(words[0].x, 640 + 13 * lights[0].min_radius);
}

TEST_F(Audience, ReadsNoNameUnderTheStagesTitle) {
    app_.catalogue.labels = {{0, "Sun"}};
    const std::vector<glm::dvec3> places{app_.camera.pose().centre};
    const auto names = [&](std::vector<glm::vec4> plates) {
        app_.get<TimeView>().stage_plates = std::move(plates);
        std::size_t count = 0;
        screen_.frame([&] { count = draw_labels(app_, whole_view(app_.camera), places).size(); });
        return count;
    };
    EXPECT_EQ(names({}), 1U);
    EXPECT_EQ(names({{400, 200, 900, 500}}), 0U);
}

TEST_F(Audience, ReadsNoNameUnderTheStagesFoot) {
    app_.catalogue.labels = {{0, "Sun"}};
    const glm::dvec3 low(0, -0.9 * visible_half_height(app_.camera), 0);
    const std::vector<glm::dvec3> places{app_.camera.pose().centre +
                                         app_.camera.pose().orientation * low};
    const auto names = [&](float foot) {
        app_.get<TimeView>().stage_foot = foot;
        std::size_t count = 0;
        screen_.frame([&] { count = draw_labels(app_, whole_view(app_.camera), places).size(); });
        return count;
    };
    EXPECT_EQ(names(0), 1U);
    EXPECT_EQ(names(100), 0U);
}

TEST_F(Audience, ReadsNoNameOfAMoonThatIsOneWithItsPlanet) {
    app_.catalogue.labels = {{0, "Jupiter"}, {1, "Ganymede"}};
    const glm::dvec3 planet = app_.camera.pose().centre;
    const auto names = [&](double apart) { // in half heights of the picture
        const glm::dvec3 moon =
            planet + app_.camera.pose().orientation *
                         glm::dvec3(apart * visible_half_height(app_.camera), 0, 0);
        const std::vector<glm::dvec3> places{planet, moon};
        std::size_t count = 0;
        screen_.frame([&] { count = draw_labels(app_, whole_view(app_.camera), places).size(); });
        return count;
    };
    EXPECT_EQ(names(0.01), 1U);
    EXPECT_EQ(names(0.5), 2U);
}

TEST_F(Audience, ReadsNoNameOfAMoonThatIsBehindItsPlanet) {
    app_.units.length = "Saturn radii";
    app_.catalogue.components = {{.name = "moons", .first = 0, .count = 2}};
    app_.catalogue.labels = {{0, "Saturn"}, {1, "Janus"}};
    CameraPose pose = app_.camera.pose();
    pose.distance = 10;
    app_.camera.jump_to(pose);
    const auto names = [&](const glm::dvec3& from_planet) {
        const std::vector<glm::dvec3> places{pose.centre,
                                             pose.centre + pose.orientation * from_planet};
        std::vector<glm::vec4> words;
        screen_.frame([&] { words = draw_labels(app_, whole_view(app_.camera), places); });
        return words;
    };
    const std::vector<glm::vec4> planet = names({0.7, 0, -2});
    EXPECT_EQ(planet.size(), 1U);
    EXPECT_EQ(names({0, 0, 2}), planet) << "not hidden by what is smaller";
    EXPECT_EQ(names({0.7, 0, 2}).size(), 2U) << "before it";
    EXPECT_EQ(names({0, 2, -2}).size(), 2U) << "beside it";
}

TEST_F(Audience, ReadsNamesBesideTheCardOfThePlanetThatIsFollowed) {
    app_.catalogue.labels = {{0, "Jupiter"}, {1, "Ganymede"}};
    app_.get<Followed>() = {.what = Following::body, .body = 0};
    const glm::vec4 card{670, 320, 900, 400};
    app_.get<FollowedCard>().place = card;
    const CameraPose& pose = app_.camera.pose();
    const auto names = [&](double apart) { // in half heights of the picture
        const glm::dvec3 aside(apart * visible_half_height(app_.camera), 0, 0);
        const std::vector<glm::dvec3> places{pose.centre, pose.centre + pose.orientation * aside};
        std::vector<glm::vec4> words;
        screen_.frame([&] { words = draw_labels(app_, whole_view(app_.camera), places); });
        return words;
    };
    EXPECT_EQ(names(0.01), std::vector{card}) << "its moon is one with it";
    const std::vector<glm::vec4> words = names(0.06);
    ASSERT_EQ(words.size(), 2U);
    EXPECT_EQ(words[0], card);
    EXPECT_TRUE(words[1].z <= card.x || words[1].w <= card.y || words[1].y >= card.w);
}

TEST_F(Audience, ReadsThatThePictureIsFrozenWhereNoSpeakerHasAWindowToReadIt) {
    app_.view.layer = Layer::panels;
    app_.view.frozen = app_.picture_kept = true;
    const auto written = [&](bool speaker) {
        app_.get<SpeakerStatus>().open = speaker;
        ImRect words;
        screen_.frame(
            [&] { words = drawn_by(*ImGui::GetBackgroundDrawList(), [&] { draw_stage(app_); }); });
        return words;
    };
    EXPECT_FALSE(is_empty(written(false)));
    EXPECT_TRUE(is_empty(written(true)));
}

// The picture goes aside for the code; so do names, and none is written under it.
TEST_F(Audience, SeesNamesBesideTheirBodiesAlsoBesideCode) {
    app_.view.layer = Layer::stage;
    app_.view.show_labels = true;
    app_.catalogue.labels = {{0, "Sun"}, {1, "Far"}};
    const auto pose = app_.camera.pose();
    const glm::dvec3 left = pose.orientation * glm::dvec3(-visible_half_height(app_.camera), 0, 0);
    app_.label_positions = {pose.centre, pose.centre + left};
    const auto names = [&](bool code) {
        app_.view.show_code = code;
        for (int frame = 0; frame < 3; ++frame) {
            screen_.frame([&] {
                app_.camera.open = {}; // as the panels leave it
                draw_stage(app_);
            });
        }
        return app_.words_in_picture;
    };
    EXPECT_EQ(names(false).size(), 2U);
    const std::vector<glm::vec4> beside = names(true);
    ASSERT_EQ(beside.size(), 1U) << "the other is behind the code";
    const std::optional<SeenPlace> sun = seen_in(whole_view(app_.camera), pose.centre);
    ASSERT_TRUE(sun);
    EXPECT_GT(app_.camera.open.centre.x, 0.1);
    EXPECT_NEAR(beside[0].x, sun->at.x, 60);
    EXPECT_NEAR((beside[0].y + beside[0].w) / 2, sun->at.y, 60);
}

TEST_F(Audience, IsToldWhatTheColoursOfASliceStandFor) {
    auto density = std::make_shared<SceneDensity>();
    density->slice.shade = {0, 1};
    density->slice_high = 1;
    app_.density = density;
    const auto legend = [&] {
        ImRect seen;
        screen_.frame([&] {
            seen = drawn_by(*ImGui::GetBackgroundDrawList(), [&] {
                draw_legend(app_, {{0, 0}, {1280, 720}}, 0.032F * 720 / text_height);
            });
        });
        return seen;
    };
    EXPECT_FALSE(is_empty(legend()));
    ImGuiContext& imgui = *ImGui::GetCurrentContext();
    int with = 0, without = 0;
    screen_.frame([&] {
        draw_stage(app_);
        with = ImGui::GetBackgroundDrawList()->VtxBuffer.Size;
    });
    app_.density.reset();
    screen_.frame([&] {
        draw_stage(app_);
        without = ImGui::GetBackgroundDrawList()->VtxBuffer.Size;
    });
    EXPECT_GT(with, without) << "frame " << imgui.FrameCount;
}

// In each size, language and colour of panels and stage.
class TimeBarAndScale
    : public testing::TestWithParam<std::tuple<Extent, Layer, const char*, Theme>> {};

TEST_P(TimeBarAndScale, KeepApart) {
    const auto [size, layer, language, theme] = GetParam();
    SpokenLanguage spoken{read_translations(source_folder() / "assets" / "languages")};
    spoken.speak(language);
    const float scale = static_cast<float>(size.height) / 720;
    ScreenlessImGui screen(size, scale);
    apply_theme(scale, theme);
    PanelsState state;
    AppState& app = state.app;
    app.view.layer = layer;
    app.view.reduced_motion = true; // the bar is there at once
    app.view.show_scale_bar = true;
    app.get<TimeView>().bar = true;
    app.status.travel.end.step = 100;
    ImRect scale_bar;
    for (int frame = 0; frame < 3; ++frame) {
        screen.frame([&] {
            draw_stage(app);
            scale_bar = drawn_by(*ImGui::GetBackgroundDrawList(), [&] { scale_bar_overlay(app); });
        });
    }
    const ImGuiWindow* const bar = ImGui::FindWindowByName("##time bar");
    ASSERT_NE(bar, nullptr);
    ASSERT_TRUE(bar->WasActive);
    ASSERT_FALSE(is_empty(scale_bar));
    EXPECT_LE(scale_bar.Max.y, bar->Pos.y) << "the bar's upper edge";
    EXPECT_GT(scale_bar.Max.y, bar->Pos.y - 0.1F * static_cast<float>(size.height));
}

INSTANTIATE_TEST_SUITE_P(, TimeBarAndScale,
                         testing::Combine(testing::Values(Extent{800, 600}, hd, uhd),
                                          testing::Values(Layer::panels, Layer::stage),
                                          testing::Values("en", "de"),
                                          testing::Values(Theme::dark, Theme::light)));

// Keys, of which each does something or says why not.
class Keys : public testing::Test {
protected:
    Keys() { app_.toasts.clear(); }

    void press(ImGuiKey key, const std::vector<ImGuiKey>& modifiers = {}) {
        ImGuiIO& io = ImGui::GetIO();
        io.ConfigInputTrickleEventQueue = false;
        for (const ImGuiKey modifier : modifiers) {
            io.AddKeyEvent(modifier, true);
        }
        screen_.press(key, [&] { app_.actions.run_pressed(); });
        for (const ImGuiKey modifier : modifiers) {
            io.AddKeyEvent(modifier, false);
        }
    }
    std::string said() const { return app_.toasts.empty() ? "" : app_.toasts.back().text; }

    ScreenlessImGui screen_{hd, 1};
    PanelsState state_;
    AppState& app_ = state_.app;
};

TEST_F(Keys, WithNothingToActOnSaySo) {
    press(ImGuiKey_Delete);
    EXPECT_EQ(said(), "No body is selected: press H, then click one");
    press(ImGuiKey_Z);
    EXPECT_EQ(said(), "No earlier view to return to");
    press(ImGuiKey_X, {ImGuiMod_Shift});
    EXPECT_EQ(said(), "No race is running: X starts one");
    press(ImGuiKey_O, {ImGuiMod_Shift});
    EXPECT_EQ(said(), "Double-click a body first");
    press(ImGuiKey_Z, {ImGuiMod_Ctrl});
    EXPECT_EQ(said(), "Nothing to undo");
    press(ImGuiKey_PageDown);
    EXPECT_EQ(said(), "No tour is running: F5 starts one");
    app_.race.under_way = true;
    press(ImGuiKey_H);
    EXPECT_EQ(said(), "No hand in a race: Esc ends it");
}

TEST_F(Keys, SayNothingOfTheirOtherMeaningWhereTheyHaveOne) {
    app_.status.travel.in_past = true;
    press(ImGuiKey_End); // of a tour, too
    press(ImGuiKey_Home);
    press(ImGuiKey_Escape);
    EXPECT_EQ(said(), "");
}

// The state that actions change, in words that differ once an action has done something.
std::string trace(AppState& app) {
    const View& v = app.view;
    std::string words = look_to_toml(v);
    words += std::to_string(app.requests.asked());
    for (const bool on :
         {v.frozen, v.show_help, v.show_palette, v.annotations.pointer, v.annotations.spotlight,
          v.annotations.drawing, app.get<Hand>().active, app.get<TimeView>().bar,
          app.get<TimeView>().loop_from.has_value(), app.camera.mode() == CameraMode::fly,
          app.get<Followed>().what == Following::core}) {
        words += on ? '1' : '0';
    }
    words += std::to_string(static_cast<int>(v.curtain)) + std::to_string(v.ui_scale);
    for (const Toast& toast : app.toasts) {
        words += toast.text;
    }
    return words;
}

TEST_F(Keys, ChangeSomethingOrSayWhyNot) {
    for (const bool loaded : {true, false}) {
        for (const Action& listed : app_.actions.all()) {
            if (listed.shortcut.empty()) {
                continue;
            }
            PanelsState fresh;
            AppState& app = fresh.app;
            app.status.loaded = loaded;
            app.toasts.clear();
            const Action& action = app.actions.find(listed.id);
            const auto all = app.actions.all();
            const bool has_other_meaning =
                std::any_of(all.begin(), all.end(), [&](const Action& other) {
                    return other.id != action.id && other.shortcut == action.shortcut;
                });
            if (!action.is_enabled()) {
                EXPECT_TRUE(has_other_meaning || !action.needs.empty())
                    << action.shortcut << " (" << action.id << ") is silent";
                continue;
            }
            // Work of the simulation's thread and a layer that is drawn anew are not seen here.
            if (action.id == "simulation.reset") {
                continue;
            }
            const std::string before = trace(app);
            const Settings settings = app.settings;
            action.run();
            EXPECT_TRUE(trace(app) != before || app.settings != settings)
                << action.shortcut << " (" << action.id << ")";
        }
    }
}

TEST_F(Keys, EscClosesTheOfferOfToursFirst) {
    app_.offer_tours = true;
    app_.get<Hand>().active = true;
    press(ImGuiKey_Escape);
    EXPECT_FALSE(app_.offer_tours);
    EXPECT_TRUE(app_.get<Hand>().active);
}

TEST_F(Keys, ADragOrTwentySecondsCloseTheOfferOfTours) {
    app_.view.layer = Layer::panels;
    const auto frame = [&] { screen_.frame([&] { tour_offer(app_); }); };
    ImGuiIO& io = ImGui::GetIO();
    app_.now = 5;
    app_.offer_tours = true;
    frame();
    EXPECT_TRUE(app_.offer_tours);
    io.AddMousePosEvent(200, 600);
    frame();
    io.AddMouseButtonEvent(ImGuiMouseButton_Left, true);
    frame();
    io.AddMousePosEvent(300, 600);
    frame();
    frame();
    EXPECT_FALSE(app_.offer_tours);
    io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
    frame();
    app_.offer_tours = true;
    app_.now = 21;
    frame();
    EXPECT_FALSE(app_.offer_tours);
}

} // namespace
} // namespace orrery
