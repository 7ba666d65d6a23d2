// Haloes in the picture: the heaviest have rings and names while that is wanted, a double click or
// Ctrl+K takes the camera to one, which it then stays with, and a card tells of it. They are found
// beside the frames, in the bodies on screen.

#include "app/features/features.hpp"
#include "app/features/overlays/kept_up.hpp"
#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/stage/picture_card.hpp"
#include "app/state/body_units.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/halo_status.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/time_view.hpp"
#include "app/state/tour_status.hpp"
#include "render/body_buffer.hpp"
#include "sim/structure/halo_numbers.hpp"
#include "sim/structure/images.hpp"

#include <cmath>
#include <functional>
#include <memory>
#include <utility>

namespace orrery {
namespace {

constexpr double ring_easing = 0.2; // seconds, a time constant

struct HaloWish {
    std::uint64_t version = 0, load = 0, bodies = 0;
    double linking = 0;
    PeriodicBox box = {};
    bool operator==(const HaloWish&) const = default;
};

struct FoundHaloes {
    std::vector<KnownHalo> haloes;
    double time = 0;
};

class HaloMaker {
public:
    std::unique_ptr<FoundHaloes> make(const SimulationThread& simulation, const HaloWish& wish,
                                      const std::stop_token& stop) {
        if (std::exchange(load_, wish.load) != wish.load) {
            numbers_ = {};
        }
        BodyValues values = simulation.read(whole_bodies());
        Bodies<double> bodies;
        bodies.position = std::move(values.position);
        bodies.velocity = std::move(values.velocity);
        bodies.mass = std::move(values.mass);
        auto found = std::make_unique<FoundHaloes>();
        found->time = values.time;
        const double length = linking_length_of(bodies, wish.box, wish.linking);
        if (!(length > 0)) {
            return found;
        }
        const auto list =
            find_haloes(bodies, {.linking_length = length, .box = wish.box}, workers_, stop);
        if (!list) {
            return nullptr;
        }
        const std::vector<std::uint32_t> numbers = numbers_.of(*list, bodies.size());
        for (std::size_t h = 0; h < numbers.size(); ++h) {
            const Halo& halo = list->haloes[h];
            found->haloes.push_back(
                {numbers[h], halo, {halo.centre.x, halo.centre.y, halo.centre.z}});
        }
        return found;
    }

private:
    Workers workers_{cores_for_overlays(), Workers::Priority::background};
    std::uint64_t load_ = 0;
    HaloNumbers numbers_;
};

std::vector<std::string> lines_about(const AppState& app, const Halo& halo) {
    const double factor = peculiar_factor(app.get<SceneSpace>(), app.get<HaloStatus>().time);
    return {tr("mass  ") + spoken_mass(halo.mass, app.units), counted(halo.count, "body", "bodies"),
            tr("speed  ") + spoken_speed(factor * length(halo.velocity), app.units),
            tr("its bodies  ± ") + spoken_speed(factor * halo.dispersion, app.units)};
}

// In the window's coordinates.
struct WindowRing {
    ImVec2 at;
    float radius;
};

std::optional<WindowRing> window_ring(const AppState& app, const KnownHalo& halo) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const Extent size{static_cast<int>(display.x), static_cast<int>(display.y)};
    const std::optional<HaloRing> ring = ring_of(halo, app.camera, size);
    // None behind what the stage writes.
    const bool on_stage = app.view.layer == Layer::stage;
    const float foot = display.y - (on_stage ? app.get<TimeView>().stage_foot : 0);
    if (!ring || ring->at.y > static_cast<double>(foot)) {
        return std::nullopt;
    }
    return WindowRing{{static_cast<float>(ring->at.x), static_cast<float>(ring->at.y)},
                      static_cast<float>(ring->radius)};
}

void draw_card_of(const AppState& app, const KnownHalo& halo) {
    if (const std::optional<WindowRing> ring = window_ring(app, halo)) {
        draw_follow_ring(ring->at, ring->radius);
        draw_picture_card(app, ring->at, ring->radius, halo_name(halo),
                          lines_about(app, halo.found));
    }
}

void draw_ring(const AppState& app, const KnownHalo& halo, FreePlaces& places) {
    const std::optional<WindowRing> ring = window_ring(app, halo);
    if (!ring) {
        return;
    }
    const auto& [at, radius] = *ring;
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float width = std::max(picture_type_size(app) / 12, 1.0F);
    draw.AddCircle(at, radius, IM_COL32(0, 0, 0, 120), 0, 2.2F * width);
    draw.AddCircle(at, radius, IM_COL32(235, 240, 250, 200), 0, width);
    const std::string name = halo_name(halo);
    const FontScope scope(nullptr, picture_type_size(app) / ImGui::GetStyle().FontScaleMain);
    const ImVec2 extent = ImGui::CalcTextSize(name.c_str());
    const float gap = radius + 2 * width;
    const float aside = 0.71F * gap; // where the ring is at the corner of its square
    if (const auto free = places.take({{at.x + gap, at.y - extent.y / 2},
                                       {at.x - gap - extent.x, at.y - extent.y / 2},
                                       {at.x + aside, at.y + aside - extent.y / 2},
                                       {at.x + aside, at.y - aside - extent.y / 2}},
                                      extent, width)) {
        write_in_picture(*free, IM_COL32(235, 240, 250, 235), name);
    }
}

class Haloes : public KeptUp<HaloWish, HaloMaker> {
public:
    Haloes() : KeptUp(0.1, 2, tr_noop("Not enough memory to find haloes")) {}

    static void declare(AppState& app) {
        const auto shows_power = [&app] {
            return app.view.plot.large && app.view.plot.kind == PlotKind::power;
        };
        add_action(app, "View", "plot.power", "Power spectrum beside the picture",
                   "Shows how strong density waves are, in large type; press again to hide it",
                   "Shift+U",
                   [&app, shows_power] {
                       app.view.plot.large = !shows_power();
                       app.view.plot.kind = PlotKind::power;
                   })
            .only_if(
                [&app] { return !app.status.loaded || app.get<SceneSpace>().box.is_periodic(); },
                tr_noop("Only a periodic box has a power spectrum"))
            .shows(shows_power);
    }

    void see_bodies(Frame& frame) override {
        AppState& app = frame.app;
        HaloStatus& status = app.get<HaloStatus>();
        const SceneSpace& space = app.get<SceneSpace>();
        const double share = frame.in_film || app.view.reduced_motion
                                 ? 1
                                 : 1 - std::exp(-frame.seconds / ring_easing);
        const Images images(space.box);
        for (KnownHalo& halo : status.haloes) {
            const Vector3 here{halo.place.x, halo.place.y, halo.place.z};
            const Vector3 next =
                images.inside(here + share * images.nearest(here, halo.found.centre));
            halo.place = {next.x, next.y, next.z};
        }
        grant_wish(app);
        stay_with_followed(app);
    }

    void over_picture(Frame& frame) override {
        const AppState& app = frame.app;
        if (app.race.under_way) {
            return;
        }
        const OpenPicture open = unwritten_picture(app, 0);
        FreePlaces places{{open.from.x, open.from.y, open.to.x, open.to.y}, app.words_in_picture};
        const Followed& followed = app.get<Followed>();
        // Not over the stage's words.
        ImDrawList& draw = *ImGui::GetBackgroundDrawList();
        draw.PushClipRect(open.from, open.to, true);
        const KnownHalo* with_card = nullptr; // over the others
        for (const KnownHalo& halo : ringed_haloes(app)) {
            const bool is_followed =
                followed.what == Following::halo && followed.body == halo.number;
            with_card = is_followed ? &halo : with_card;
            if (!is_followed) {
                draw_ring(app, halo, places);
            }
        }
        draw.PopClipRect();
        if (with_card != nullptr) {
            draw_card_of(app, *with_card);
        }
    }

private:
    std::optional<HaloWish> wish(Frame& frame) override {
        const AppState& app = frame.app;
        if (!app.view.haloes.rings || frame.bodies->count() == 0 || !app.status.loaded) {
            return std::nullopt;
        }
        if (app.status.travel.under_way) { // haloes on the way would take the numbers
            return made_of();
        }
        return HaloWish{app.written.version, app.status.load_serial, app.status.bodies_serial,
                        static_cast<double>(app.view.haloes.linking), app.get<SceneSpace>().box};
    }

    void show(Frame& frame, Made made, double seconds) override {
        AppState& app = frame.app;
        HaloStatus& status = app.get<HaloStatus>();
        if (made_of().load != app.status.load_serial) {
            return;
        }
        for (KnownHalo& halo : made->haloes) {
            const KnownHalo* const before =
                load_ == made_of().load ? find_halo(status, halo.number) : nullptr;
            halo.place = before != nullptr ? before->place : halo.place;
        }
        load_ = made_of().load;
        status.haloes = std::move(made->haloes);
        status.time = made->time;
        status.seconds = seconds;
        const bool first = !std::exchange(status.known, true);
        if (first && status.haloes.empty() && !app.get<TourStatus>().given) {
            app.announce("haloes", "There are no haloes yet; rings appear as they form");
        }
    }

    void clear(Frame& frame) override {
        AppState& app = frame.app;
        HaloStatus& status = app.get<HaloStatus>();
        // A wish may wait for the system.
        status = {.wish = app.view.haloes.rings ? std::move(status.wish) : std::string()};
        if (app.get<Followed>().what == Following::halo) {
            app.get<Followed>() = {};
        }
    }

    void give_up(AppState& app) override { app.view.haloes.rings = false; }

    static void grant_wish(AppState& app) {
        HaloStatus& status = app.get<HaloStatus>();
        const bool in_time = !app.view.waiting && !app.get<TimeView>().wanted;
        const bool newest = app.status.settings.running || status.time == app.written.time;
        if (status.wish.empty() || status.haloes.empty() || !in_time || !newest) {
            return; // before the first steps there may be none
        }
        const std::string name = std::exchange(status.wish, "");
        attempt(app, [&] { follow_halo(app, halo_called(status, name)); });
    }

    static void stay_with_followed(AppState& app) {
        Followed& followed = app.get<Followed>();
        if (followed.what != Following::halo) {
            return;
        }
        const KnownHalo* const halo =
            find_halo(app.get<HaloStatus>(), static_cast<std::uint32_t>(followed.body));
        if (halo != nullptr) {
            followed.place = halo->place;
        }
    }

    std::uint64_t load_ = 0; // of the haloes that are known
};

} // namespace

extern const FeatureEntry haloes_feature = feature<Haloes>();

} // namespace orrery
