// One colour per family of algorithms, and shades of it for its members. A family that the table
// does not know gets one that is far from those of the table and of the families before it.

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

// The evenly spread hue that is farthest from those taken.
Rgb free_colour(const std::vector<Rgb>& taken) {
    constexpr int candidates = 48;
    Rgb best{};
    float farthest = -1;
    for (int i = 0; i < candidates; ++i) {
        Rgb candidate{};
        ImGui::ColorConvertHSVtoRGB(static_cast<float>(i) / candidates, 0.6F, 0.95F, candidate.red,
                                    candidate.green, candidate.blue);
        float nearest = 2;
        for (const Rgb& other : taken) {
            nearest = std::min(nearest,
                               std::hypot(candidate.red - other.red, candidate.green - other.green,
                                          candidate.blue - other.blue));
        }
        if (nearest > farthest) {
            farthest = nearest;
            best = candidate;
        }
    }
    return best;
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
    std::vector<Rgb> taken{{accent.x, accent.y, accent.z}};
    std::set<std::string_view> seen;
    for (const FamilyColour& known : family_colours) {
        if (known.family == family) {
            return known.colour;
        }
        seen.insert(known.family);
        taken.push_back(known.colour);
    }
    for (const std::string_view other : families) {
        if (other == family) {
            break;
        }
        if (seen.insert(other).second) {
            taken.push_back(free_colour(taken));
        }
    }
    return free_colour(taken);
}

// Its members fan out over neighbouring hues, some of them paler, every other one darker.
ImVec4 algorithm_colour(const std::string& id) {
    const std::string_view family = find_solver(id).info.family;
    std::vector<std::string_view> members;
    for (const SolverEntry& entry : solvers()) {
        if (family == entry.info.family) {
            members.emplace_back(entry.info.id);
        }
    }
    const auto place = std::ranges::find(members, id) - members.begin();
    const float share = members.size() > 1
                            ? static_cast<float>(place) / static_cast<float>(members.size() - 1)
                            : 0.5F; // 0 the first … 1 the last
    const Rgb base = family_colour(std::string(family));
    float hue = 0, saturation = 0, value = 0;
    ImGui::ColorConvertRGBtoHSV(base.red, base.green, base.blue, hue, saturation, value);
    hue += 0.24F * (share - 0.5F);
    hue -= std::floor(hue);
    saturation *= 0.65F + 0.35F * std::abs(std::sin(9 * share));
    value *= place % 2 == 0 ? 1.0F : 0.8F;
    ImVec4 colour{0, 0, 0, 1};
    ImGui::ColorConvertHSVtoRGB(hue, saturation, value, colour.x, colour.y, colour.z);
    return on_ground(colour);
}

} // namespace orrery
