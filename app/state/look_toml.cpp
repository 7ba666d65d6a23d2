#include "app/state/look_toml.hpp"

#include "app/state/look_properties.hpp"
#include "sim/snapshots/property_toml.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace orrery {
namespace {

void write_pose(TomlText& toml, const CameraPose& pose) {
    const double centre[3] = {pose.centre.x, pose.centre.y, pose.centre.z};
    toml.value("centre", centre);
    toml.value("distance", pose.distance);
    const double axis[3] = {pose.orientation.x, pose.orientation.y, pose.orientation.z};
    toml.value("orientation_w", pose.orientation.w);
    toml.value("orientation_xyz", axis);
}

CameraPose read_pose(TomlTable table) {
    const auto centre = table.required("centre", table.numbers("centre", 3));
    const auto axis = table.required("orientation_xyz", table.numbers("orientation_xyz", 3));
    CameraPose pose;
    pose.centre = {centre[0], centre[1], centre[2]};
    pose.orientation = glm::dquat(table.required("orientation_w", table.number("orientation_w")),
                                  axis[0], axis[1], axis[2]);
    pose.distance = table.required("distance", table.number("distance", 1e-300));
    if (std::abs(glm::length(pose.orientation) - 1) > 1e-6) {
        table.fail("orientation_w", "the orientation is not a rotation",
                   "w, x, y and z have the length 1 together");
    }
    table.finish();
    return pose;
}

void write_brush(TomlText& toml, const PlotBrush& brush) {
    toml.value("quantity", quantity_info(brush.quantity).id);
    toml.value("from", brush.range.low);
    toml.value("to", brush.range.high);
    if (brush.other) {
        toml.value("other", quantity_info(*brush.other).id);
        toml.value("other_from", brush.other_range.low);
        toml.value("other_to", brush.other_range.high);
    }
}

BodyQuantity read_quantity(TomlTable& table, const char* key, const std::string& id) {
    const auto all = body_quantities();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const QuantityInfo& info) { return id == info.id; });
    if (found == all.end()) {
        table.fail(key, "unknown quantity '" + id + "'", "leave it out");
    }
    return found->quantity;
}

BrushRange read_range(TomlTable& table, const char* from, const char* to) {
    const BrushRange range{table.required(from, table.number(from)),
                           table.required(to, table.number(to))};
    if (!(range.low <= range.high)) {
        table.fail(from, "the range ends before it begins", "give the lower end first");
    }
    return range;
}

PlotBrush read_brush(TomlTable table) {
    PlotBrush brush;
    brush.quantity =
        read_quantity(table, "quantity", table.required("quantity", table.string("quantity")));
    brush.range = read_range(table, "from", "to");
    if (const auto other = table.string("other")) {
        brush.other = read_quantity(table, "other", *other);
        brush.other_range = read_range(table, "other_from", "other_to");
    }
    table.finish();
    return brush;
}

} // namespace

std::string look_to_toml(const Look& look) {
    TomlText toml;
    toml.table("look");
    append_properties(toml, look_properties(), look);
    if (look.plot.brush) {
        toml.table("look.brush");
        write_brush(toml, *look.plot.brush);
    }
    if (look.camera) {
        toml.table("look.camera");
        write_pose(toml, *look.camera);
    }
    for (std::size_t slot = 0; slot < look.stored_views.size(); ++slot) {
        if (look.stored_views[slot]) {
            toml.table_array("look.views");
            toml.value("slot", static_cast<std::int64_t>(slot + 1));
            write_pose(toml, *look.stored_views[slot]);
        }
    }
    return toml.text();
}

Look look_from_toml(std::string_view text, const std::filesystem::path& file, const Look& base) {
    const toml::table parsed = parse_toml(text, file);
    TomlTable whole(parsed, file);
    TomlTable table = whole.required("look", whole.table("look"));
    whole.finish();
    Look look = base;
    for (const LookProperty& property : look_properties()) {
        if (property.in_session) {
            read_property(table, property, look);
        }
    }
    if (const auto panels = table.boolean("panels")) { // of sessions before there were layers
        look.layer = *panels ? Layer::panels : Layer::nothing;
    }
    if (const auto brush = table.table("brush")) {
        look.plot.brush = read_brush(*brush);
    }
    if (const auto camera = table.table("camera")) {
        look.camera = read_pose(*camera);
    }
    const auto slots = static_cast<std::int64_t>(look.stored_views.size());
    for (TomlTable& view : table.tables("views")) {
        const auto slot = view.required("slot", view.integer("slot", 1, slots));
        look.stored_views[static_cast<std::size_t>(slot - 1)] = read_pose(view);
    }
    table.finish();
    return look;
}

} // namespace orrery
