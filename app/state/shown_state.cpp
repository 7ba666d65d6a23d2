#include "app/state/shown_state.hpp"

#include "render/png_file.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/snapshots/property_toml.hpp"
#include "sim/snapshots/settings_toml.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view word_start = "orrery:";
constexpr std::size_t largest_text = std::size_t{1} << 20;
constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"; // RFC 4648, for URLs

std::string to_base64(const std::vector<unsigned char>& bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = (group << 8) | (k < count ? bytes[i + k] : 0U);
        }
        for (std::size_t k = 0; k <= count; ++k) {
            text += digits[(group >> (18 - 6 * k)) & 63U];
        }
    }
    return text;
}

// Empty: a character is none of the digits.
std::vector<unsigned char> from_base64(std::string_view text) {
    std::vector<unsigned char> bytes;
    std::uint32_t group = 0;
    unsigned bits = 0;
    for (const char character : text) {
        const std::size_t digit = digits.find(character);
        if (digit == std::string_view::npos) {
            return {};
        }
        group = (group << 6) | static_cast<std::uint32_t>(digit);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes.push_back(static_cast<unsigned char>((group >> bits) & 0xFFU));
        }
    }
    return bytes;
}

std::vector<unsigned char> deflated(std::string_view text) {
    uLongf size = compressBound(static_cast<uLong>(text.size()));
    std::vector<unsigned char> bytes(size);
    compress2(bytes.data(), &size, reinterpret_cast<const Bytef*>(text.data()),
              static_cast<uLong>(text.size()), Z_BEST_COMPRESSION);
    bytes.resize(size);
    return bytes;
}

// Empty: it is damaged.
std::string inflated(const std::vector<unsigned char>& bytes) {
    std::string text(largest_text, '\0');
    uLongf size = static_cast<uLongf>(text.size());
    const int outcome = uncompress(reinterpret_cast<Bytef*>(text.data()), &size, bytes.data(),
                                   static_cast<uLong>(bytes.size()));
    text.resize(outcome == Z_OK ? size : 0);
    return text;
}

// Lists of fields both write and read a value: TomlText::field, TomlTable::field.
constexpr auto fields_of_pose = [](auto& toml, auto& pose) {
    double centre[] = {pose.centre.x, pose.centre.y, pose.centre.z};
    double axis[] = {pose.orientation.x, pose.orientation.y, pose.orientation.z};
    double w = pose.orientation.w;
    toml.field("centre", centre);
    toml.field("distance", pose.distance, 1e-300);
    toml.field("orientation_w", w);
    toml.field("orientation_xyz", axis);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(pose)>>) {
        pose.centre = {centre[0], centre[1], centre[2]};
        pose.orientation = glm::dquat(w, axis[0], axis[1], axis[2]);
        if (std::abs(glm::length(pose.orientation) - 1) > 1e-6) {
            toml.fail("orientation_w", "the orientation is not a rotation",
                      "w, x, y and z have the length 1 together");
        }
    }
};

constexpr auto fields_of_keyframe = [](auto& toml, auto& keyframe) {
    fields_of_pose(toml, keyframe.pose);
    toml.field("seconds", keyframe.seconds, 0);
};

constexpr auto fields_of_edit = [](auto& toml, auto& edit) {
    toml.field("time", edit.time);
    toml.field("words", edit.words);
};

template <class Toml, class Quantity, class Range>
void range_fields(Toml& toml, const char* key, const char* from, const char* to, Quantity& quantity,
                  Range& range) {
    std::string id = quantity_info(quantity).id;
    toml.field(key, id);
    toml.field(from, range.low);
    toml.field(to, range.high);
    if constexpr (!std::is_const_v<Quantity>) {
        const auto all = body_quantities();
        const auto found = std::ranges::find(all, id, &QuantityInfo::id);
        if (found == all.end()) {
            toml.fail(key, "unknown quantity '" + id + "'", "leave it out");
        }
        quantity = found->quantity;
        if (!(range.low <= range.high)) {
            toml.fail(from, "the range ends before it begins", "give the lower end first");
        }
    }
}

constexpr auto fields_of_brush = [](auto& toml, auto& brush) {
    range_fields(toml, "quantity", "from", "to", brush.quantity, brush.range);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(brush)>>) {
        if (toml.string("other")) {
            brush.other.emplace();
        }
    }
    if (brush.other) {
        range_fields(toml, "other", "other_from", "other_to", *brush.other, brush.other_range);
    }
};

} // namespace

std::string shown_state_to_toml(const ShownState& state) {
    TomlText toml;
    toml.value("time", state.time);
    append_settings(toml, state.settings, "settings");
    toml.list("edit", state.edits, fields_of_edit);
    return toml.text() + "\n" + look_to_toml(state.look);
}

ShownState shown_state_from_toml(std::string_view text, const fs::path& file) {
    const toml::table parsed = parse_toml(text, file);
    TomlTable table(parsed, file);
    ShownState state;
    state.time = table.required("time", table.number("time"));
    state.settings = settings_from_table(table.required("settings", table.table("settings")), {},
                                         UnknownIds::kept);
    state.look = look_from_toml(table.table_text("look"), file);
    table.list("edit", state.edits, fields_of_edit);
    table.finish();
    return state;
}

std::string shown_state_to_word(const ShownState& state) {
    return std::string(word_start) + to_base64(deflated(shown_state_to_toml(state)));
}

ShownState shown_state_from_word(std::string_view word, const std::string& where) {
    word = trimmed(word, " \t\r\n", " \t\r\n");
    const std::string text = word.starts_with(word_start)
                                 ? inflated(from_base64(word.substr(word_start.size())))
                                 : std::string();
    if (text.empty()) {
        throw bad_input("this is not a complete Orrery state", where,
                        "copy the whole text, starting at 'orrery:'");
    }
    return shown_state_from_toml(text, where);
}

ShownState shown_state_of_picture(const fs::path& picture) {
    const std::optional<std::string> text = read_png_text(picture, shown_state_keyword);
    if (!text) {
        throw bad_input("this picture holds no Orrery state", picture.string(),
                        "only pictures saved with F12 or --screenshot do");
    }
    return shown_state_from_toml(*text, picture);
}

bool is_picture_file(const fs::path& file) {
    return file.extension() == ".png";
}

std::string look_to_toml(const Look& look) {
    TomlText toml;
    toml.table("look");
    append_properties(toml, look_properties(), look);
    if (look.plot.brush) {
        toml.section("look.brush", *look.plot.brush, fields_of_brush);
    }
    if (look.camera) {
        toml.section("look.camera", *look.camera, fields_of_pose);
    }
    for (std::size_t slot = 0; slot < look.stored_views.size(); ++slot) {
        if (look.stored_views[slot]) {
            toml.table_array("look.views");
            toml.value("slot", static_cast<std::int64_t>(slot + 1));
            fields_of_pose(toml, *look.stored_views[slot]);
        }
    }
    toml.list("look.keyframes", look.keyframes, fields_of_keyframe);
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
    if (table.table("brush")) {
        table.section("brush", look.plot.brush.emplace(), fields_of_brush);
    }
    if (table.table("camera")) {
        table.section("camera", look.camera.emplace(), fields_of_pose);
    }
    const auto slots = static_cast<std::int64_t>(look.stored_views.size());
    for (TomlTable& view : table.tables("views")) {
        const auto slot = view.required("slot", view.integer("slot", 1, slots));
        fields_of_pose(view, look.stored_views[static_cast<std::size_t>(slot - 1)].emplace());
        view.finish();
    }
    std::vector<CameraFlight> keyframes;
    table.list("keyframes", keyframes, fields_of_keyframe);
    if (!keyframes.empty()) {
        look.keyframes = std::move(keyframes);
    }
    table.finish();
    return look;
}

} // namespace orrery
