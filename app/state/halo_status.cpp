#include "app/state/halo_status.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/body_units.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include <algorithm>
#include <functional>

namespace orrery {

static std::vector<Choice::Option> halo_options(const AppState& app) {
    std::vector<Choice::Option> options{{greatest_halo, tr_noop("halo greatest"),
                                         tr_noop("Flies to the heaviest halo and stays with it")}};
    for (const KnownHalo& halo : ringed_haloes(app)) {
        options.push_back({std::to_string(halo.number), tr_format("halo {}", halo.number),
                           spoken_mass(halo.found.mass, app.units)});
    }
    return options;
}

void add_halo_choice(AppState& app) {
    Choice& halo = add_value(app, "camera.halo", "halo", "3", std::identity(),
                             [&app](const std::string& name) {
                                 app.view.haloes.rings = true;
                                 app.get<HaloStatus>().wish = name;
                             });
    halo.options = [&app] { return halo_options(app); };
    halo.momentary = true;
}

std::string halo_name(const KnownHalo& halo) {
    return tr_format("Halo {}", halo.number);
}

const KnownHalo* find_halo(const HaloStatus& status, std::uint32_t number) {
    const auto found = std::ranges::find(status.haloes, number, &KnownHalo::number);
    return found == status.haloes.end() ? nullptr : &*found;
}

const KnownHalo& halo_called(const HaloStatus& status, const std::string& name) {
    if (status.haloes.empty()) {
        throw bad_input("there are no haloes yet", "", "let the universe grow older");
    }
    if (name == greatest_halo) {
        return status.haloes.front();
    }
    const std::size_t number = parse_number_of("haloes", name, "halo");
    const KnownHalo* const found = find_halo(status, static_cast<std::uint32_t>(number));
    if (found == nullptr) {
        throw bad_input("there is no halo " + with_thousands(number), "",
                        "Ctrl+K lists those with a ring");
    }
    return *found;
}

std::span<const KnownHalo> ringed_haloes(const AppState& app) {
    const std::span<const KnownHalo> all = app.get<HaloStatus>().haloes;
    const auto most = static_cast<std::size_t>(app.view.haloes.rings ? app.view.haloes.named : 0);
    return all.first(std::min(all.size(), most));
}

std::optional<HaloRing> ring_of(const KnownHalo& halo, const Camera& camera, Extent size) {
    constexpr double radii = 2;                    // root mean squares: nearly all of it
    constexpr double largest = 0.6, least = 0.012; // of the picture's height
    if (size.width <= 0 || size.height <= 0) {
        return std::nullopt;
    }
    const glm::dvec2 extent(size.width, size.height);
    const glm::dmat4 projection = camera.projection(extent.x / extent.y);
    const glm::dvec4 clip = projection * camera.view() * glm::dvec4(halo.place, 1);
    if (clip.w <= 0) {
        return std::nullopt;
    }
    const double radius = 0.5 * extent.y * projection[1][1] * radii * halo.found.radius / clip.w;
    if (radius > largest * extent.y) {
        return std::nullopt;
    }
    return HaloRing{{(clip.x / clip.w + 1) / 2 * extent.x, (1 - clip.y / clip.w) / 2 * extent.y},
                    std::max(radius, least * extent.y)};
}

const KnownHalo* halo_at(const AppState& app, const Camera& camera, Extent size,
                         const glm::dvec2& pixel) {
    const KnownHalo* best = nullptr;
    double nearest = 1; // in radii of the ring
    for (const KnownHalo& halo : ringed_haloes(app)) {
        if (const std::optional<HaloRing> ring = ring_of(halo, camera, size)) {
            const double away = glm::distance(ring->at, pixel) / ring->radius;
            if (away < nearest) {
                nearest = away;
                best = &halo;
            }
        }
    }
    return best;
}

void follow_halo(AppState& app, const KnownHalo& halo) {
    remember_view(app);
    app.picked_body.reset();
    app.view.web_flight = false;
    app.camera.set_mode(CameraMode::orbit);
    app.get<Followed>() = {.what = Following::halo, .body = halo.number, .place = halo.place};
}

} // namespace orrery
