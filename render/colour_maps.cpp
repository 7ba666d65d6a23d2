// Colour maps for light that adds up: each climbs from dark to bright along a path through OKLab, a
// space in which equal steps look equal (Ottosson, "A perceptual color space for image processing",
// 2020), so that no hue jumps out of the scale.

#include "render/colour_maps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>

namespace orrery {
namespace {

// A station on the way: lightness 0 … 1, chroma 0 … 0.3, hue in degrees.
struct Station {
    float lightness, chroma, hue;
};

struct Lab {
    float l, a, b;
};

Lab lab_of(const Station& station) {
    const float hue = station.hue * std::numbers::pi_v<float> / 180;
    return {station.lightness, station.chroma * std::cos(hue), station.chroma * std::sin(hue)};
}

float cube(float x) {
    return x * x * x;
}

// OKLab to linear sRGB.
std::array<float, 3> unbounded_rgb(const Lab& lab) {
    const float l = cube(lab.l + 0.3963377774F * lab.a + 0.2158037573F * lab.b);
    const float m = cube(lab.l - 0.1055613458F * lab.a - 0.0638541728F * lab.b);
    const float s = cube(lab.l - 0.0894841775F * lab.a - 1.2914855480F * lab.b);
    return {4.0767416621F * l - 3.3077115913F * m + 0.2309699292F * s,
            -1.2684380046F * l + 2.6097574011F * m - 0.3413193965F * s,
            -0.0041960863F * l - 0.7034186147F * m + 1.7076147010F * s};
}

// A colour outside sRGB becomes the most colourful one of the same lightness and hue inside it.
std::array<float, 3> linear_rgb(const Lab& lab) {
    const auto shown = [](const std::array<float, 3>& rgb) {
        return std::all_of(rgb.begin(), rgb.end(), [](float x) { return x >= 0 && x <= 1; });
    };
    std::array<float, 3> rgb = unbounded_rgb(lab);
    float possible = 0;
    float wanted = 1;
    for (int halving = 0; halving < 16 && !shown(rgb); ++halving) {
        const float chroma = (possible + wanted) / 2;
        const auto tried = unbounded_rgb({lab.l, chroma * lab.a, chroma * lab.b});
        (shown(tried) ? possible : wanted) = chroma;
        if (halving == 15) {
            rgb = unbounded_rgb({lab.l, possible * lab.a, possible * lab.b});
        }
    }
    for (float& channel : rgb) {
        channel = std::clamp(channel, 0.0F, 1.0F);
    }
    return rgb;
}

// The smooth curve through p1 and p2 that knows where it came from and where it goes (Catmull and
// Rom).
float through(float p0, float p1, float p2, float p3, float t) {
    return 0.5F *
           (2 * p1 +
            t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0))));
}

ColourMap make_map(const char* id, const char* title, std::initializer_list<Station> stations) {
    std::vector<Lab> path;
    for (const Station& station : stations) {
        path.push_back(lab_of(station));
    }
    const auto at = [&](std::ptrdiff_t i) {
        return path[static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(i, 0, std::ssize(path) - 1))];
    };
    ColourMap map{id, title, {}};
    constexpr int entries = 256;
    for (int entry = 0; entry < entries; ++entry) {
        const float place =
            static_cast<float>(entry) / (entries - 1) * static_cast<float>(path.size() - 1);
        const auto i = std::min(static_cast<std::ptrdiff_t>(place), std::ssize(path) - 2);
        const float t = place - static_cast<float>(i);
        const auto passing = [&](float Lab::*axis) {
            return through(at(i - 1).*axis, at(i).*axis, at(i + 1).*axis, at(i + 2).*axis, t);
        };
        const auto rgb = linear_rgb({passing(&Lab::l), passing(&Lab::a), passing(&Lab::b)});
        map.rgb.insert(map.rgb.end(), rgb.begin(), rgb.end());
    }
    return map;
}

} // namespace

const std::vector<ColourMap>& colour_maps() {
    static const std::vector<ColourMap> maps{
        make_map("inferno", "Inferno",
                 {{0.46F, 0.24F, 300},
                  {0.54F, 0.24F, 345},
                  {0.64F, 0.22F, 25},
                  {0.77F, 0.17F, 60},
                  {0.93F, 0.12F, 98}}),
        make_map("ember", "Ember",
                 {{0.44F, 0.19F, 18},
                  {0.55F, 0.22F, 28},
                  {0.68F, 0.19F, 48},
                  {0.82F, 0.15F, 75},
                  {0.96F, 0.05F, 95}}),
        make_map("ice", "Ice",
                 {{0.46F, 0.26F, 268},
                  {0.56F, 0.20F, 258},
                  {0.70F, 0.14F, 238},
                  {0.84F, 0.10F, 212},
                  {0.97F, 0.03F, 190}}),
        make_map("starlight", "Starlight",
                 {{0.56F, 0.19F, 32},
                  {0.70F, 0.15F, 58},
                  {0.88F, 0.07F, 85},
                  {0.96F, 0.01F, 200},
                  {0.82F, 0.08F, 250},
                  {0.68F, 0.16F, 260}}),
        make_map("aurora", "Aurora",
                 {{0.47F, 0.23F, 300},
                  {0.56F, 0.18F, 262},
                  {0.68F, 0.13F, 205},
                  {0.82F, 0.19F, 155},
                  {0.95F, 0.14F, 115}}),
        make_map("viridis", "Viridis",
                 {{0.44F, 0.17F, 310},
                  {0.52F, 0.14F, 270},
                  {0.63F, 0.11F, 205},
                  {0.77F, 0.17F, 150},
                  {0.93F, 0.19F, 108}}),
        make_map("magma", "Magma",
                 {{0.46F, 0.22F, 288},
                  {0.54F, 0.22F, 325},
                  {0.65F, 0.21F, 5},
                  {0.79F, 0.14F, 40},
                  {0.95F, 0.07F, 90}}),
        make_map("cosmos", "Cosmos",
                 {{0.45F, 0.22F, 272},
                  {0.52F, 0.24F, 292},
                  {0.62F, 0.22F, 340},
                  {0.77F, 0.15F, 45},
                  {0.96F, 0.05F, 90}}),
        make_map(
            "mono", "White",
            {{0.50F, 0.01F, 260}, {0.66F, 0.01F, 260}, {0.82F, 0.008F, 260}, {0.98F, 0.0F, 260}}),
    };
    return maps;
}

const ColourMap* find_colour_map(std::string_view id) {
    const auto found = std::ranges::find(colour_maps(), id, &ColourMap::id);
    return found == colour_maps().end() ? nullptr : &*found;
}

} // namespace orrery
