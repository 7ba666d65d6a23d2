#include "app/state/look_toml.hpp"

#include "render/colour_maps.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace orrery {
namespace {

template <class Value>
struct Name {
    Value value;
    const char* name;
};
constexpr Name<BodyStyle::Sprite> sprites[] = {{BodyStyle::Sprite::glow, "glow"},
                                               {BodyStyle::Sprite::points, "points"},
                                               {BodyStyle::Sprite::discs, "discs"}};
constexpr Name<ColourBy> colourings[] = {
    {ColourBy::scalar, "quantity"}, {ColourBy::density, "density"},
    {ColourBy::single, "single"},   {ColourBy::component, "component"},
    {ColourBy::natural, "natural"}, {ColourBy::values, "gaussian_density"}};
constexpr Name<SlicePlane> slices[] = {{SlicePlane::none, "none"},
                                       {SlicePlane::camera, "camera"},
                                       {SlicePlane::xy, "xy"},
                                       {SlicePlane::xz, "xz"},
                                       {SlicePlane::yz, "yz"}};
constexpr Name<Layer> layers[] = {
    {Layer::panels, "panels"}, {Layer::stage, "stage"}, {Layer::nothing, "nothing"}};
constexpr Name<Theme> themes[] = {
    {Theme::dark, "dark"}, {Theme::light, "light"}, {Theme::projector, "projector"}};
constexpr Name<BodyScalar> quantities[] = {{BodyScalar::none, "none"},
                                           {BodyScalar::speed, "speed"},
                                           {BodyScalar::acceleration, "acceleration"},
                                           {BodyScalar::interactions, "interactions"},
                                           {BodyScalar::component, "component"}};

template <class Value, std::size_t count>
const char* name_of(const Name<Value> (&names)[count], Value value) {
    return std::find_if(std::begin(names), std::end(names),
                        [&](const auto& name) { return name.value == value; })
        ->name;
}

// Where a look is written to or read from, key by key, so that both know the same keys: `Visitor`
// is LookWriter or LookReader.
template <class Visitor, class LookType>
void visit(Visitor& visitor, LookType& look) {
    visitor.name("style", sprites, look.style.sprite);
    visitor.number("size", look.style.size, 0.01F, 100.0F);
    visitor.number("brightness", look.style.brightness, 0.0F, 1e6F);
    visitor.number("exposure", look.style.exposure, -50.0F, 50.0F);
    visitor.flag("bloom", look.style.bloom);
    visitor.number("bloom_strength", look.style.bloom_strength, 0.0F, 100.0F);
    visitor.flag("dust", look.style.dust);
    visitor.name("colour_by", colourings, look.style.colour_by);
    visitor.name("quantity", quantities, look.scalar);
    visitor.colour_map("colour_map", look.style.colour_map);
    visitor.number("lowest", look.style.scalar_low, -1e38F, 1e38F);
    visitor.number("highest", look.style.scalar_high, -1e38F, 1e38F);
    visitor.flag("logarithmic", look.style.logarithmic);
    visitor.flag("automatic_range", look.automatic_range);
    visitor.name("layer", layers, look.layer);
    visitor.name("theme", themes, look.theme);
    visitor.word("reference", look.reference);
    visitor.flag("scene_looks", look.scene_looks);
    visitor.flag("dark_matter", look.show_dark);
    visitor.flag("trails", look.show_trails);
    visitor.number("trail_length", look.trail_length, 0.01F, 1000.0F);
    visitor.flag("orbits", look.show_orbits);
    visitor.flag("path_ahead", look.show_path_ahead);
    visitor.flag("velocities", look.show_velocities);
    visitor.flag("grid", look.show_grid);
    visitor.flag("axes", look.show_axes);
    visitor.flag("fading_lines", look.fade_lines);
    visitor.number("stars", look.stars, 0.0F, 1.0F);
    visitor.flag("scale_bar", look.show_scale_bar);
    visitor.flag("names", look.show_labels);
    visitor.flag("colour_scale", look.show_legend);
    visitor.flag("chart", look.show_chart);
    visitor.flag("logarithmic_chart", look.logarithmic_chart);
    visitor.flag("tree_boxes", look.tree.boxes);
    visitor.level("tree_from", look.tree.levels.from);
    visitor.level("tree_to", look.tree.levels.to);
    visitor.flag("tree_walk", look.tree.walk);
    visitor.name("slice", slices, look.density.slice);
    visitor.number("density_width", look.density.width, 0.01F, 100.0F);
    visitor.number("density_error", look.density.error, 1e-5F, 0.5F);
    visitor.flag("keep_frame_rate", look.keep_frame_rate);
    visitor.number("rotation", look.rotation, -90, 90);
    visitor.number("travel_speed", look.travel_speed, 0.1F, 10);
    visitor.number("turn_speed", look.turn_speed, 0.1F, 10);
    visitor.flag("reduced_motion", look.reduced_motion);
    visitor.plot("plot", look.plot);
    visitor.word("plot_component", look.plot.component);
    visitor.flag("plot_logarithmic", look.plot.logarithmic);
    visitor.flag("plot_large", look.plot.large);
}

class LookWriter {
public:
    explicit LookWriter(TomlText& toml) : toml_(toml) {}

    template <class Value, std::size_t count>
    void name(const char* key, const Name<Value> (&names)[count], Value value) {
        toml_.value(key, name_of(names, value));
    }
    void number(const char* key, float value, float, float) {
        toml_.value(key, static_cast<double>(value));
    }
    void flag(const char* key, bool value) { toml_.value(key, value); }
    void level(const char* key, int value) { toml_.value(key, std::int64_t{value}); }
    void colour_map(const char* key, const std::string& id) { toml_.value(key, id); }
    void word(const char* key, const std::string& word) { toml_.value(key, word); }
    void plot(const char* key, const PlotView& plot) { toml_.value(key, plot_choice(plot).id); }

private:
    TomlText& toml_;
};

class LookReader {
public:
    explicit LookReader(TomlTable& table) : table_(table) {}

    template <class Value, std::size_t count>
    void name(const char* key, const Name<Value> (&names)[count], Value& value) {
        const auto text = table_.string(key);
        if (!text) {
            return;
        }
        std::string all;
        for (const auto& each : names) {
            if (*text == each.name) {
                value = each.value;
                return;
            }
            all += (all.empty() ? "" : ", ") + std::string(each.name);
        }
        table_.fail(key, "unknown " + std::string(key) + " '" + *text + "'",
                    "choose one of " + all);
    }
    void number(const char* key, float& value, float least, float most) {
        if (const auto found = table_.number(key, double{least}, double{most})) {
            value = static_cast<float>(*found);
        }
    }
    void flag(const char* key, bool& value) { value = table_.boolean(key).value_or(value); }
    void level(const char* key, int& value) {
        value = static_cast<int>(table_.integer(key, 0, finest_level).value_or(value));
    }
    void word(const char* key, std::string& word) { word = table_.string(key).value_or(word); }
    void plot(const char* key, PlotView& plot) {
        const auto text = table_.string(key);
        const PlotChoice* const choice = text ? find_plot(*text) : nullptr;
        if (text && choice == nullptr) {
            table_.fail(key, "unknown plot '" + *text + "'", "leave it out");
        }
        if (choice != nullptr) {
            choose_plot(plot, *choice);
        }
    }
    void colour_map(const char* key, std::string& id) {
        const auto text = table_.string(key);
        if (!text) {
            return;
        }
        const auto& maps = colour_maps();
        if (std::none_of(maps.begin(), maps.end(),
                         [&](const ColourMap& map) { return *text == map.id; })) {
            table_.fail(key, "unknown colour map '" + *text + "'", "leave it out");
        }
        id = *text;
    }

private:
    TomlTable& table_;
};

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
    LookWriter writer(toml);
    visit(writer, look);
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
    LookReader reader(table);
    visit(reader, look);
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
