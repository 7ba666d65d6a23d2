#include "app/state/appearance.hpp"

#include "app/language/tr.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

using LightKind = BodyLight::Kind;

// A part of a system by the last words of its name: "disk" is "first disk", too.
struct Part {
    std::string_view name;
    BodyLight light;
    bool dark = false;
    std::string_view system = {}; // of this title only; "": of any
    double dust = 0;              // square kiloparsecs that its dust makes as dark as 1/e
};

constexpr BodyLight stars(glm::vec3 colour, glm::vec3 bright, float spread, float luminosity = 1) {
    return {.colour = colour, .bright_colour = bright, .luminosity = luminosity, .spread = spread};
}

// A body that stands for so many that most of their light is a mist.
constexpr BodyLight mist(glm::vec3 colour, glm::vec3 bright, float spread, float luminosity = 1,
                         float share = 0.8F) {
    return {.colour = colour,
            .bright_colour = bright,
            .luminosity = luminosity,
            .spread = spread,
            .mist = share};
}

// A surface of so many grains that none is told apart.
constexpr BodyLight dust(glm::vec3 colour, glm::vec3 bright, float spread) {
    return {
        .colour = colour, .bright_colour = bright, .spread = spread, .size = 1.8F, .core = 0.5F};
}

constexpr BodyLight one_light(glm::vec3 colour, float size = 1, float luminosity = 1) {
    return {.colour = colour,
            .bright_colour = colour,
            .luminosity = luminosity,
            .size = size,
            .core = 0.05F};
}

constexpr glm::vec3 blue_white{0.56F, 0.73F, 1.00F};
constexpr glm::vec3 blue{0.30F, 0.52F, 1.00F};
constexpr glm::vec3 warm_white{1.00F, 0.84F, 0.64F};
constexpr glm::vec3 golden{1.00F, 0.68F, 0.34F};
constexpr glm::vec3 red_giant{1.00F, 0.42F, 0.13F};
constexpr glm::vec3 violet{0.42F, 0.30F, 0.75F};

// Wide and bright: a halo around what would be lost among the others.
constexpr BodyLight thrown{.colour = {0.45F, 1.00F, 0.66F},
                           .bright_colour = {0.45F, 1.00F, 0.66F},
                           .luminosity = 10,
                           .size = 3,
                           .core = 0.02F};

// No smaller on screen than a few pixels: its true size is known for few of them.
constexpr float least_hole = 6;
constexpr BodyLight black_hole{.kind = LightKind::black_hole,
                               .colour = {1.00F, 0.36F, 0.20F},
                               .bright_colour = {1.00F, 0.36F, 0.20F},
                               .luminosity = 4,
                               .size = 2,
                               .core = 0.05F,
                               .min_radius = least_hole};

// A globular cluster has red giants among the many, blue stars of the horizontal branch, and a haze
// of those too faint to be told apart.
constexpr BodyLight cluster{
    .colour = warm_white, .bright_colour = red_giant, .spread = 1.7F, .hot = 0.18F, .mist = 0.25F};

// An elliptical galaxy is a glow of old stars, and its globular clusters are points: red ones and,
// of fewer metals, blue ones.
constexpr BodyLight elliptical{.colour = {1.00F, 0.70F, 0.36F},
                               .bright_colour = {1.00F, 0.62F, 0.30F},
                               .spread = 2.2F,
                               .hot = 0.45F,
                               .mist = 0.93F};

// Matter of the universe: each body is as bright as the others, and a little of it is a haze, so
// that filaments are threads and not beads.
constexpr BodyLight web = mist(blue_white, blue_white, 0, 1, 0.4F);

// Of a disk like the Milky Way's, whose dust seen from above is about that dark within 4 kpc.
constexpr double disk_dust = 50;

// The first that fits holds.
constexpr Part parts[] = {
    {"matter", web, false, "Cosmic web"},
    {"halo", mist(violet, violet, 0, 0.25F), true},
    {"dark matter", mist(violet, violet, 0, 0.25F), true},
    {"second disk", mist({1.00F, 0.80F, 0.62F}, {1.00F, 0.40F, 0.36F}, 1.0F), false, {}, disk_dust},
    {"disk", mist(blue_white, blue, 1.0F), false, {}, disk_dust},
    {"bulge", mist(golden, {1.00F, 0.52F, 0.20F}, 0.5F, 0.8F)},
    {"stars", elliptical, false, "Hernquist sphere"},
    {"S stars", one_light({0.42F, 0.62F, 1.00F}, 2, 12)},
    {"stars", cluster},
    {"gas", mist({1.00F, 0.34F, 0.45F}, {1.00F, 0.50F, 0.62F}, 0.3F, 0.6F, 1)},
    {"inner shell", mist({1.00F, 0.56F, 0.10F}, {1.00F, 0.74F, 0.30F}, 1.2F, 1, 0.45F)},
    {"middle shell", mist({1.00F, 0.14F, 0.34F}, {1.00F, 0.40F, 0.52F}, 1.2F, 1, 0.45F)},
    {"outer shell", mist({0.16F, 0.36F, 1.00F}, {0.42F, 0.60F, 1.00F}, 1.2F, 1, 0.45F)},
    {"rings", dust({0.92F, 0.86F, 0.76F}, {1.00F, 0.97F, 0.92F}, 0.25F)},
    {"black holes", one_light({0.78F, 0.62F, 1.00F}, 1.3F)},
    {"asteroids", stars({0.86F, 0.60F, 0.36F}, {1.00F, 0.86F, 0.66F}, 1.0F, 0.7F)},
    {"Hildas", stars({1.00F, 0.36F, 0.16F}, {1.00F, 0.52F, 0.30F}, 0.4F, 4)},
    {"Trojans", stars({0.16F, 0.85F, 0.60F}, {0.40F, 1.00F, 0.78F}, 0.5F, 1.5F)},
    {"tracers", stars({0.40F, 0.90F, 0.80F}, {0.40F, 0.90F, 0.80F}, 0)},
    {"thrown", thrown},
    {"black hole", black_hole},

    {"first", one_light({1.00F, 0.55F, 0.16F})},
    {"second", one_light({0.22F, 0.60F, 1.00F})},
    {"third", one_light({0.86F, 0.36F, 0.80F})},
    {"mass 3", one_light({0.22F, 0.60F, 1.00F}, 0.84F)},
    {"mass 4", one_light({0.90F, 0.42F, 0.72F}, 0.92F)},
    {"mass 5", one_light({1.00F, 0.60F, 0.18F})},
    {"heavy", one_light({1.00F, 0.66F, 0.26F}, 1.1F)},
    {"light", one_light({0.26F, 0.62F, 1.00F}, 0.75F)}};

// A ball by its name. Radii: IAU working group on cartographic coordinates (Archinal et al. 2018).
struct Ball {
    std::string_view name;
    double kilometres; // its mean radius; Saturn's at the equator
    float min_radius;  // pixels
    LightKind kind;
    glm::vec3 colour;
};

// Sagittarius A*: Schwarzschild's radius of 4.28 million suns (Gillessen et al. 2017).
constexpr Ball balls[] = {
    {"Sgr A*", 12.64e6, least_hole, LightKind::black_hole, {1.00F, 0.36F, 0.20F}},
    {"Sun", 695700, 13, LightKind::shining, {1.00F, 0.86F, 0.62F}},
    {"Mercury", 2440, 3.2F, LightKind::rocky, {0.62F, 0.54F, 0.47F}},
    {"Venus", 6052, 4.4F, LightKind::lit, {1.00F, 0.84F, 0.56F}},
    {"Earth", 6371, 4.6F, LightKind::seas, {0.24F, 0.46F, 1.00F}},
    {"Moon", 1737, 1.6F, LightKind::rocky, {0.66F, 0.66F, 0.64F}},
    {"Mars", 3390, 3.8F, LightKind::rocky, {1.00F, 0.35F, 0.14F}},
    {"Jupiter", 69911, 8.5F, LightKind::banded, {0.96F, 0.72F, 0.50F}},
    {"Saturn", 60268, 7.5F, LightKind::banded, {0.98F, 0.79F, 0.50F}},
    {"Uranus", 25362, 5.5F, LightKind::lit, {0.46F, 0.86F, 0.92F}},
    {"Neptune", 24622, 5.5F, LightKind::lit, {0.20F, 0.40F, 1.00F}},
    {"Pluto", 1188, 2.6F, LightKind::rocky, {0.72F, 0.58F, 0.46F}},
    {"Io", 1822, 1.4F, LightKind::lit, {0.95F, 0.82F, 0.40F}},
    {"Europa", 1561, 1.4F, LightKind::lit, {0.84F, 0.79F, 0.72F}},
    {"Ganymede", 2634, 1.4F, LightKind::rocky, {0.70F, 0.62F, 0.54F}},
    {"Callisto", 2410, 1.4F, LightKind::rocky, {0.50F, 0.45F, 0.40F}},
    {"Iapetus", 735, 1.6F, LightKind::rocky, {0.60F, 0.54F, 0.46F}},
    {"Titania", 789, 1.6F, LightKind::rocky, {0.72F, 0.68F, 0.64F}},
    {"Oberon", 761, 1.6F, LightKind::rocky, {0.66F, 0.60F, 0.58F}},
    {"Triton", 1353, 1.8F, LightKind::rocky, {0.86F, 0.80F, 0.76F}},
    {"Titan", 2575, 3.4F, LightKind::lit, {1.00F, 0.66F, 0.28F}},
    {"Mimas", 198, 2.0F, LightKind::rocky, {0.80F, 0.80F, 0.80F}},
    {"Rhea", 764, 2.6F, LightKind::rocky, {0.80F, 0.78F, 0.74F}},
    {"Dione", 561, 2.4F, LightKind::rocky, {0.82F, 0.80F, 0.78F}},
    {"Tethys", 531, 2.4F, LightKind::rocky, {0.86F, 0.86F, 0.84F}},
    {"Enceladus", 252, 2.2F, LightKind::rocky, {0.94F, 0.96F, 1.00F}},
    {"Janus", 90, 1.8F, LightKind::rocky, {0.70F, 0.68F, 0.66F}},
    {"Pandora", 41, 1.6F, LightKind::rocky, {0.70F, 0.68F, 0.66F}},
    {"Prometheus", 43, 1.6F, LightKind::rocky, {0.70F, 0.68F, 0.66F}},
    {"Pan", 14, 1.5F, LightKind::rocky, {0.70F, 0.68F, 0.66F}}};

// Of a unit of length; unset: balls have no place in such a system.
std::optional<double> kilometres(const std::string& unit) {
    if (unit == "AU") {
        return 149597870.7;
    }
    if (unit == "Saturn radii") {
        return 60268;
    }
    return unit == "km" ? std::optional(1.0) : std::nullopt;
}

bool ends_with_words(std::string_view name, std::string_view words) {
    return name.ends_with(words) &&
           (name.size() == words.size() || name[name.size() - words.size() - 1] == ' ');
}

const Part* part_of(const std::string& component, const std::string& title) {
    const auto found = std::ranges::find_if(parts, [&](const Part& part) {
        return ends_with_words(component, part.name) &&
               (part.system.empty() || part.system == title);
    });
    return found == std::end(parts) ? nullptr : found;
}

bool has_rings(const Catalogue& catalogue) {
    return std::ranges::find(catalogue.components, "rings", &Component::name) !=
           catalogue.components.end();
}

// The balls among a component's bodies, each with a light of its own.
void add_balls(std::vector<BodyLight>& lights, const Component& component,
               const Catalogue& catalogue, double unit) {
    for (const Label& label : catalogue.labels) {
        const Ball* const ball = std::ranges::find(balls, label.text, &Ball::name);
        if (ball == std::end(balls) || label.body < component.first ||
            label.body >= component.first + component.count) {
            continue;
        }
        const bool ringed = ball->name == "Saturn" && has_rings(catalogue);
        lights.push_back({.end = static_cast<std::uint32_t>(label.body + 1),
                          .kind = ringed ? LightKind::ringed : ball->kind,
                          .colour = ball->colour,
                          .bright_colour = ball->colour,
                          .radius = static_cast<float>(ball->kilometres / unit),
                          .min_radius = ball->min_radius});
    }
}

constexpr std::array all_colourings{
    Colouring{"natural", tr_noop("Natural"),
              tr_noop("The natural colours of stars, planets and gas"), ColourBy::natural,
              BodyScalar::speed},
    Colouring{"speed", tr_noop("Speed"), tr_noop("How fast a body moves"), ColourBy::scalar,
              BodyScalar::speed},
    Colouring{"acceleration", tr_noop("Acceleration"), tr_noop("How strongly a body is pulled"),
              ColourBy::scalar, BodyScalar::acceleration},
    Colouring{"interactions", tr_noop("Interactions"),
              tr_noop("How many bodies and cells contribute to a body's force"), ColourBy::scalar,
              BodyScalar::interactions},
    Colouring{"density", tr_noop("Density"), tr_noop("How crowded the picture is around a body"),
              ColourBy::density, BodyScalar::none},
    Colouring{"gaussian_density", tr_noop("Gaussian density"),
              tr_noop("Mass per unit volume at each body, smoothed with a Gaussian; updated a few "
                      "times a second"),
              ColourBy::values, BodyScalar::none},
    Colouring{"domain", tr_noop("Process"),
              tr_noop("Which of the processes that simulate together has a body"),
              ColourBy::component, BodyScalar::domain},
    Colouring{"component", tr_noop("Component"),
              tr_noop("The component a body belonged to at the start"), ColourBy::component,
              BodyScalar::component},
    Colouring{"single", tr_noop("One colour"), tr_noop("All bodies in the same colour"),
              ColourBy::single, BodyScalar::none}};

} // namespace

std::vector<BodyLight> lights_of(const Catalogue& catalogue, const Units& units, bool show_dark) {
    const bool all_dark = std::ranges::all_of(catalogue.components, [&](const Component& each) {
        const Part* const part = part_of(each.name, catalogue.title);
        return part != nullptr && part->dark;
    });
    const std::optional<double> unit = kilometres(units.length);
    std::vector<BodyLight> lights;
    for (const Component& component : catalogue.components) {
        const auto end = static_cast<std::uint32_t>(component.first + component.count);
        if (unit && component.count <= std::size(balls)) {
            add_balls(lights, component, catalogue, *unit);
        }
        if (!lights.empty() && lights.back().end == end) {
            continue;
        }
        const Part* const part = part_of(component.name, catalogue.title);
        BodyLight light = part != nullptr ? part->light : BodyLight{};
        for (std::size_t body = component.first + 1;
             light.kind == LightKind::black_hole && body < end; ++body) { // each has its own
            lights.push_back(light);
            lights.back().end = static_cast<std::uint32_t>(body);
        }
        light.end = end;
        if (part != nullptr && units.length == "kpc") {
            light.dust = static_cast<float>(part->dust / static_cast<double>(component.count));
        }
        if (part != nullptr && part->dark && !show_dark && !all_dark) {
            light.luminosity = 0;
        }
        lights.push_back(light);
    }
    return lights;
}

std::vector<std::size_t> seen_components(const Catalogue& catalogue, const Units& units,
                                         bool show_dark) {
    const std::vector<BodyLight> lights = lights_of(catalogue, units, show_dark);
    std::vector<std::size_t> seen;
    for (std::size_t i = 0; i < catalogue.components.size(); ++i) {
        const Component& component = catalogue.components[i];
        const bool shines = std::ranges::any_of(lights, [&](const BodyLight& light) {
            return light.luminosity > 0 && light.end > component.first &&
                   light.end <= component.first + component.count;
        });
        if (shines) {
            seen.push_back(i);
        }
    }
    return seen;
}

BodyStyle drawn_style(const Look& look, const Catalogue& catalogue, const Units& units) {
    BodyStyle style = look.style;
    style.lights = lights_of(catalogue, units, look.show_dark);
    for (BodyLight& light : style.lights) {
        if (light.kind == LightKind::black_hole && style.hole_size <= 0) {
            light.kind = LightKind::light;
        }
    }
    return style;
}

std::span<const Colouring> colourings() {
    return all_colourings;
}

const Colouring& colouring_of(const Look& look) {
    const auto found = std::ranges::find_if(all_colourings, [&](const Colouring& each) {
        return each.colour_by == look.style.colour_by &&
               (each.scalar == look.scalar ||
                (each.colour_by != ColourBy::scalar && each.scalar != BodyScalar::domain));
    });
    return found == all_colourings.end() ? all_colourings.front() : *found;
}

ShownUnit scale_unit(const Look& look, const Units& units) {
    if (look.style.colour_by == ColourBy::values) {
        const ShownUnit mass = mass_unit(units);
        return {mass.factor, units.length.empty() ? "" : mass.name + "/" + tr(units.length) + "³"};
    }
    switch (look.scalar) {
    case BodyScalar::speed:
        return speed_unit(units);
    case BodyScalar::acceleration:
        return {1, acceleration_unit(units)};
    default:
        return {};
    }
}

std::string no_palette_because(const Look& look) {
    const bool by_numbers = look.style.colour_by == ColourBy::scalar ||
                            look.style.colour_by == ColourBy::density ||
                            look.style.colour_by == ColourBy::values;
    return by_numbers || look.density.slice != SlicePlane::none
               ? ""
               : tr_format("{} needs no palette: colour by speed, acceleration or density",
                           tr(colouring_of(look).name));
}

void colour_by(Look& look, std::string_view id) {
    for (const Colouring& each : all_colourings) {
        if (id == each.id) {
            look.style.colour_by = each.colour_by;
            look.scalar = each.scalar;
            look.automatic_range = true;
        }
    }
}

} // namespace orrery
