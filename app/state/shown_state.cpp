#include "app/state/shown_state.hpp"

#include "app/state/look_toml.hpp"
#include "render/png_file.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshots/settings_toml.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <vector>

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

} // namespace

std::string shown_state_to_toml(const ShownState& state) {
    TomlText toml;
    toml.value("time", state.time);
    append_settings(toml, state.settings, "settings");
    for (const ShownEdit& edit : state.edits) {
        toml.table_array("edit");
        toml.value("time", edit.time);
        toml.value("words", edit.words);
    }
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
    for (TomlTable& edit : table.tables("edit")) {
        state.edits.push_back({edit.required("time", edit.number("time")),
                               edit.required("words", edit.string("words"))});
        edit.finish();
    }
    table.finish();
    return state;
}

std::string shown_state_to_word(const ShownState& state) {
    return std::string(word_start) + to_base64(deflated(shown_state_to_toml(state)));
}

ShownState shown_state_from_word(std::string_view word, const std::string& where) {
    const std::string_view blanks = " \t\r\n";
    const auto first = word.find_first_not_of(blanks);
    word = first == std::string_view::npos
               ? ""
               : word.substr(first, word.find_last_not_of(blanks) - first + 1);
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

} // namespace orrery
