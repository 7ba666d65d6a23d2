// One colour per family of algorithms, and shades of it for its members. A family that the table
// does not know gets a colour by its name.

#include "app/panels/theme.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>
#include <vector>

namespace orrery {
namespace {

struct FamilyColour {
    std::string_view family;
    Rgb colour;
};

// Of what is live: no family comes near it. The dark theme's, so that colours are the same in all.
constexpr ImVec4 accent{1.0F, 0.70F, 0.30F, 1};

// Told apart from each other and from the accent.
constexpr std::array family_colours{FamilyColour{"CPU direct", {0.36F, 0.70F, 1.00F}},
                                    FamilyColour{"GPU direct", {0.36F, 0.88F, 0.46F}},
                                    FamilyColour{"Several GPUs, direct", {0.82F, 0.56F, 0.98F}},
                                    FamilyColour{"CPU tree", {0.93F, 0.55F, 0.80F}},
                                    FamilyColour{"GPU tree", {0.91F, 0.96F, 0.58F}},
                                    FamilyColour{"Several GPUs, tree", {0.78F, 0.30F, 1.00F}},
                                    FamilyColour{"FMM", {0.98F, 0.72F, 0.66F}}};

Rgb rgb_of(float hue, float saturation, float value) {
    Rgb colour{};
    ImGui::ColorConvertHSVtoRGB(hue, saturation, value, colour.red, colour.green, colour.blue);
    return colour;
}

float difference(const Rgb& a, const Rgb& b) {
    return std::hypot(a.red - b.red, a.green - b.green, a.blue - b.blue);
}

std::vector<Rgb> colours_of_the_table() {
    std::vector<Rgb> colours{{accent.x, accent.y, accent.z}};
    for (const FamilyColour& known : family_colours) {
        colours.push_back(known.colour);
    }
    return colours;
}

// Of the hues to which a name and the golden section lead, the one farthest from those taken.
Rgb colour_by_name(std::string_view family, const std::vector<Rgb>& taken) {
    constexpr int candidates = 24;
    constexpr float golden_section = 0.618034F;
    unsigned hash = 2166136261; // FNV-1a: the same everywhere
    for (const char letter : family) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619;
    }
    Rgb best{};
    float farthest = -1;
    for (int i = 0; i < candidates; ++i) {
        const float turns =
            static_cast<float>(hash % 1024) / 1024 + golden_section * static_cast<float>(i);
        const Rgb candidate = rgb_of(turns - std::floor(turns), 0.6F, 0.95F);
        float nearest = 2;
        for (const Rgb& other : taken) {
            nearest = std::min(nearest, difference(candidate, other));
        }
        if (nearest > farthest) {
            farthest = nearest;
            best = candidate;
        }
    }
    return best;
}

struct Place {
    int index = 0;
    float share = 0.5F; // 0 the first … 1 the last
};

// Where `id` stands among the members of its family.
Place place_in_family(std::string_view id, std::string_view family) {
    Place place;
    int members = 0;
    for (const SolverEntry& entry : solvers()) {
        if (family == entry.info.family) {
            place.index = id == entry.info.id ? members : place.index;
            ++members;
        }
    }
    if (members > 1) {
        place.share = static_cast<float>(place.index) / static_cast<float>(members - 1);
    }
    return place;
}

} // namespace

Rgb family_colour(const std::string& family) {
    std::vector<std::string_view> families;
    for (const SolverEntry& entry : solvers()) {
        families.emplace_back(entry.info.family);
    }
    return family_colour(family, families);
}

Rgb family_colour(std::string_view family, const std::vector<std::string_view>& families) {
    std::vector<Rgb> taken = colours_of_the_table();
    std::set<std::string_view> seen;
    for (const FamilyColour& known : family_colours) {
        if (known.family == family) {
            return known.colour;
        }
        seen.insert(known.family);
    }
    for (const std::string_view other : families) {
        if (other == family) {
            break;
        }
        if (seen.insert(other).second) {
            taken.push_back(colour_by_name(other, taken));
        }
    }
    return colour_by_name(family, taken);
}

// Its members fan out over neighbouring hues, some of them paler, every other one darker.
ImVec4 algorithm_colour(const std::string& id) {
    const char* const family = find_solver(id).info.family;
    const Rgb base = family_colour(family);
    const Place place = place_in_family(id, family);
    float hue = 0, saturation = 0, value = 0;
    ImGui::ColorConvertRGBtoHSV(base.red, base.green, base.blue, hue, saturation, value);
    hue += 0.24F * (place.share - 0.5F);
    hue -= std::floor(hue);
    saturation *= 0.65F + 0.35F * std::abs(std::sin(9 * place.share));
    value *= place.index % 2 == 0 ? 1.0F : 0.8F;
    ImVec4 colour{0, 0, 0, 1};
    ImGui::ColorConvertHSVtoRGB(hue, saturation, value, colour.x, colour.y, colour.z);
    return on_ground(colour);
}

} // namespace orrery
