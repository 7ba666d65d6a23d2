#include "app/state/guide_lines.hpp"

#include "app/state/paths.hpp"
#include "sim/scenes/random.hpp"
#include "sim/structure/spread_over.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace orrery {
namespace {

using Colour = std::array<std::uint8_t, 4>;

constexpr std::size_t max_arrows = 240;
constexpr double longest_arrow = 0.08; // of the camera's distance
constexpr double head_share = 0.22;
constexpr Colour grid_colour{150, 166, 190, 0}, path_colour{255, 214, 120, 0};
constexpr std::array<Colour, 3> axis_colours{Colour{255, 120, 110, 0}, Colour{130, 220, 120, 0},
                                             Colour{120, 170, 255, 0}};
constexpr double grid_strength = 0.42, fine_share = 0.5, axis_strength = 0.75;
constexpr int parts_a_line = 24;

void add_line(std::vector<LinePoint>& lines, const glm::dvec3& from, const glm::dvec3& to,
              const Colour& colour, double from_strength, double to_strength) {
    lines.push_back(point_at(from, colour, 0)); // where the line before ends
    lines.push_back(point_at(from, colour, from_strength));
    lines.push_back(point_at(to, colour, std::max(to_strength, 1.0 / 255)));
}

void add_grid(std::vector<LinePoint>& lines, const GuideGrid& grid) {
    const double reach = grid.lines * grid.spacing;
    const glm::dvec3 middle(grid.x, grid.y, 0);
    for (int k = -grid.lines; k <= grid.lines; ++k) {
        const double offset = k * grid.spacing;
        for (const bool along_x : {true, false}) {
            const double other = along_x ? grid.y + offset : grid.x + offset;
            const auto multiple = std::llround(other / grid.spacing);
            const double weight = multiple % 5 == 0 ? 1 : fine_share;
            const auto strength = [&](const glm::dvec3& place) {
                const double far = glm::length(place - middle) / reach;
                return grid_strength * weight * std::clamp(1.05 - far * far, 0.0, 1.0);
            };
            const auto end = [&](double side) {
                return along_x ? glm::dvec3(grid.x + side * reach, other, 0)
                               : glm::dvec3(other, grid.y + side * reach, 0);
            };
            lines.push_back(point_at(end(-1), grid_colour, 0)); // where the line before ends
            for (int part = 0; part <= parts_a_line; ++part) {
                const glm::dvec3 place = end(2.0 * part / parts_a_line - 1);
                lines.push_back(point_at(place, grid_colour, std::max(strength(place), 1.0 / 255)));
            }
        }
    }
}

// An arrow's way and the two strokes of its head, which lie in the plane of `aside`.
void add_arrow(std::vector<LinePoint>& lines, const glm::dvec3& from, const glm::dvec3& way,
               const glm::dvec3& sight, const Colour& colour, double strength) {
    const glm::dvec3 tip = from + way;
    add_line(lines, from, tip, colour, 0.35 * strength, strength);
    glm::dvec3 aside = glm::cross(way, sight);
    const double length = glm::length(aside);
    if (!(length > 0)) {
        return;
    }
    aside *= 0.5 * glm::length(way) / length;
    for (const double side : {1.0, -1.0}) {
        add_line(lines, tip, tip + head_share * (side * aside - way), colour, strength, strength);
    }
}

void add_axes(std::vector<LinePoint>& lines, const GuideGrid& grid, const glm::dvec3& sight) {
    const double reach = 4 * grid.spacing;
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        glm::dvec3 way(0, 0, 0);
        way[axis] = reach;
        const Colour colour = axis_colours[static_cast<std::size_t>(axis)];
        add_line(lines, -way, {0, 0, 0}, colour, 0.2 * axis_strength, 0.2 * axis_strength);
        add_line(lines, {0, 0, 0}, way, colour, axis_strength, axis_strength);
        add_arrow(lines, 0.92 * way, 0.08 * way, sight, colour, axis_strength);
    }
}

// In the order of BoxRole. A cell that has fewer pixels is dust on the bodies rather than a box.
struct RoleStyle {
    float smallest;
    Colour colour; // of a cell, that of its level
};
constexpr std::array role_styles{RoleStyle{36, {}},
                                 RoleStyle{0, {70, 205, 190, 150}},
                                 RoleStyle{0, {70, 170, 255, 150}},
                                 RoleStyle{3, {125, 145, 190, 70}},
                                 RoleStyle{0, {255, 165, 60, 255}},
                                 RoleStyle{0, {255, 255, 255, 255}}};

// The strength of a level with one box; boxes of a level with many are dimmer.
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
Colour level_colour(float fineness, float strength) {
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

LineBox line_box(const InspectedCell& cell, BoxRole role, const Colour& colour) {
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

double round_length(double length) {
    const double decade = std::pow(10.0, std::floor(std::log10(length)));
    const double digits = length / decade;
    return decade * (digits >= 5 ? 5 : digits >= 2 ? 2 : 1);
}

GuideGrid grid_for(const CameraPose& pose) {
    constexpr double cells_to_centre = 5;
    GuideGrid grid;
    grid.spacing = round_length(std::max(pose.distance, 1e-200) / cells_to_centre);
    grid.x = grid.spacing * std::round(pose.centre.x / grid.spacing);
    grid.y = grid.spacing * std::round(pose.centre.y / grid.spacing);
    return grid;
}

ReadRequest GuideLines::wanted(const Look& look, std::size_t count) const {
    if (!look.show_velocities || count == 0) {
        return {};
    }
    return {.position = true, .velocity = true, .bodies = spread_over(count, max_arrows)};
}

void GuideLines::add(BodyValues values, const ReadRequest& request) {
    arrows_.clear();
    std::vector<double> speeds;
    for (std::size_t k = 0; k < values.velocity.size(); ++k) {
        arrows_.push_back({request.bodies[k], at(values.position, k), at(values.velocity, k)});
        speeds.push_back(glm::length(arrows_.back().velocity));
    }
    ++version_;
    if (speeds.empty()) {
        return;
    }
    const auto high =
        speeds.begin() + static_cast<std::ptrdiff_t>(0.95 * static_cast<double>(speeds.size() - 1));
    std::nth_element(speeds.begin(), high, speeds.end());
    usual_speed_ = *high;
}

void GuideLines::set_path(std::vector<glm::dvec3> path) {
    if (!path.empty() || !path_.empty()) {
        path_ = std::move(path);
        ++version_;
    }
}

void GuideLines::append_arrows(std::vector<LinePoint>& lines, const std::vector<BodyLight>& lights,
                               const CameraPose& pose) const {
    if (!(usual_speed_ > 0)) {
        return;
    }
    const glm::dvec3 sight = pose.orientation * glm::dvec3(0, 0, -1);
    const double length = longest_arrow * pose.distance / usual_speed_;
    for (const Arrow& arrow : arrows_) {
        const BodyLight* const light = light_of(lights, arrow.body);
        if (light != nullptr && !(light->luminosity > 0)) {
            continue; // what gives no light has no arrow either
        }
        const double share = std::min(glm::length(arrow.velocity) / usual_speed_, 2.0);
        if (share > 0.01) {
            const glm::dvec3 way = glm::normalize(arrow.velocity) * (share * usual_speed_ * length);
            add_arrow(lines, arrow.place, way, sight, line_colour(lights, arrow.body), 0.9);
        }
    }
}

void GuideLines::append(std::vector<LinePoint>& lines, const Look& look,
                        const std::vector<BodyLight>& lights, const GuideGrid& grid,
                        const CameraPose& pose) const {
    if (look.show_grid) {
        add_grid(lines, grid);
    }
    if (look.show_axes) {
        add_axes(lines, grid, pose.orientation * glm::dvec3(0, 0, -1));
    }
    if (look.show_velocities) {
        append_arrows(lines, lights, pose);
    }
    if (look.show_path_ahead && path_.size() > 1) {
        lines.push_back(point_at(path_.front(), path_colour, 0));
        for (std::size_t k = 0; k < path_.size(); ++k) {
            const double left = 1 - static_cast<double>(k) / static_cast<double>(path_.size());
            lines.push_back(point_at(path_[k], path_colour, std::max(0.9 * left, 0.05)));
        }
    }
}

std::vector<LinePoint> star_points(const glm::dvec3& centre, double size, float brightness,
                                   std::uint64_t seed) {
    constexpr std::size_t count = 6000;
    constexpr double nearest = 6, farthest = 400; // times the size
    constexpr std::array<Colour, 3> colours{Colour{205, 220, 255, 0}, Colour{255, 244, 226, 0},
                                            Colour{255, 214, 176, 0}};
    std::vector<LinePoint> points;
    if (!(brightness > 0)) {
        return points;
    }
    points.reserve(3 * count);
    for (std::size_t k = 0; k < count; ++k) {
        Random random(seed, k);
        const double z = 2 * random.uniform() - 1;
        const double turn = 2 * std::numbers::pi * random.uniform();
        const double out = std::sqrt(std::max(1 - z * z, 0.0));
        const double distance = size * nearest * std::pow(farthest / nearest, random.uniform());
        const glm::dvec3 place =
            centre + distance * glm::dvec3(out * std::cos(turn), out * std::sin(turn), z);
        // Few bright ones among many faint ones.
        const double light = 0.10 + 0.55 * std::pow(random.uniform(), 8.0);
        const Colour colour = colours[static_cast<std::size_t>(random.uniform() * 2.999)];
        const double strength = std::min(2.0 * double{brightness} * light, 1.0);
        add_line(points, place, place, colour, strength, strength);
    }
    return points;
}

const ColourMap& level_colours() {
    return *find_colour_map("viridis");
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

ScalarRange range_of(const std::vector<float>& densities) {
    std::vector<float> some;
    for (const std::size_t i : spread_over(densities.size(), 20'000)) {
        some.push_back(densities[i]);
    }
    return percentile_range(some);
}

} // namespace orrery
