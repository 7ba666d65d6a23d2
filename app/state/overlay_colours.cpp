#include "app/state/overlay_colours.hpp"
#include "render/colour_maps.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

// In the order of BoxRole. A cell that has fewer pixels is dust on the bodies rather than a box.
struct RoleStyle {
    float smallest;
    std::array<std::uint8_t, 4> colour; // of a cell, that of its level
};
constexpr std::array role_styles{RoleStyle{64, {}},
                                 RoleStyle{0, {70, 205, 190, 150}},
                                 RoleStyle{0, {70, 170, 255, 150}},
                                 RoleStyle{3, {125, 145, 190, 70}},
                                 RoleStyle{0, {255, 165, 60, 255}},
                                 RoleStyle{0, {255, 255, 255, 255}}};

// Of a level with one box; levels with many divide their light among them, though not quite.
constexpr float strongest_level = 0.9F;
constexpr float dimming = -0.1F;     // power of the number of boxes
constexpr float behind_walk = 0.45F; // of its strength

std::uint8_t as_byte(float share) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(share, 0.0F, 1.0F)));
}

const RoleStyle& style_of(BoxRole role) {
    return role_styles[static_cast<std::size_t>(role)];
}

// `fineness`: 0 for the tree's coarsest level, 1 for its finest.
std::array<std::uint8_t, 4> level_colour(float fineness, float strength) {
    const std::vector<float>& rgb = level_colours().rgb;
    const std::size_t entries = rgb.size() / 3;
    const auto last = static_cast<float>(entries - 1);
    const std::size_t entry =
        3 * static_cast<std::size_t>(std::lround(last * (0.3F + 0.7F * fineness)));
    const auto encoded = [&](std::size_t channel) {
        return as_byte(std::pow(rgb[entry + channel], 1 / 2.2F));
    };
    return {encoded(0), encoded(1), encoded(2), as_byte(strength)};
}

LineBox line_box(const InspectedCell& cell, BoxRole role,
                 const std::array<std::uint8_t, 4>& colour) {
    const Box<float>& box = cell.box;
    return {.low = {box.low_x, box.low_y, box.low_z},
            .high = {box.high_x, box.high_y, box.high_z},
            .colour = colour,
            .smallest = style_of(role).smallest};
}

void add_tree(const Inspection& inspection, std::vector<LineBox>& lines) {
    std::array<float, finest_level + 1> strengths{};
    for (const InspectedCell& cell : inspection.cells) {
        strengths[cell.level] += 1;
    }
    for (float& strength : strengths) {
        strength = (inspection.interactions ? behind_walk : 1) * strongest_level *
                   std::pow(std::max(strength, 1.0F), dimming);
    }
    const LevelRange& found = inspection.found;
    const auto levels = static_cast<float>(std::max(found.to - found.from, 1));
    for (const InspectedCell& cell : inspection.cells) {
        const float fineness = static_cast<float>(cell.level - found.from) / levels;
        lines.push_back(
            line_box(cell, BoxRole::cell, level_colour(fineness, strengths[cell.level])));
    }
}

} // namespace

const ColourMap& level_colours() {
    const std::vector<ColourMap>& maps = colour_maps();
    return *std::ranges::find_if(
        maps, [](const ColourMap& map) { return map.id == std::string("viridis"); });
}

std::array<std::uint8_t, 4> role_colour(BoxRole role) {
    return role == BoxRole::cell ? level_colour(0.5F, strongest_level) : style_of(role).colour;
}

std::vector<LineBox> line_boxes(const Inspection& inspection) {
    std::vector<LineBox> lines;
    add_tree(inspection, lines);
    const auto add = [&](const std::vector<InspectedCell>& cells, BoxRole role) {
        for (const InspectedCell& cell : cells) {
            lines.push_back(line_box(cell, role, role_colour(role)));
        }
    };
    if (const auto& interactions = inspection.interactions) {
        add(interactions->locals, BoxRole::local);
        add(interactions->multipoles, BoxRole::multipole);
        add(interactions->monopoles, BoxRole::monopole);
        add(interactions->leaves, BoxRole::leaf);
        add({interactions->group}, BoxRole::group);
    }
    return lines;
}

} // namespace orrery
