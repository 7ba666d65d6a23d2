#pragma once

#include "app/state/look.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/system.hpp"

#include <filesystem>

namespace orrery {

// What a window showed at a moment, without its bodies: enough to make them again where they came
// from a scene or file and were computed with the same settings all the way.
struct ShownState {
    Settings settings;
    Look look; // with its camera
    double time = 0;
    std::vector<PastEdit> edits = {}; // oldest first; files do not have their steps
    bool operator==(const ShownState&) const = default;
};

// As TOML: the time, [settings] as a session keeps them, and [look].
std::string shown_state_to_toml(const ShownState& state);
// Throws bad_input as settings_from_toml does. Settings may name an algorithm that this program
// does not know: fitted() makes them fit.
ShownState shown_state_from_toml(std::string_view text, const std::filesystem::path& file);

// The same as a word to be sent around: "orrery:eJx…".
std::string shown_state_to_word(const ShownState& state);
// Throws bad_input, naming `where`, for what is no such word.
ShownState shown_state_from_word(std::string_view word, const std::string& where);

// What a picture that was saved here shows. Throws bad_input for one that was not.
ShownState shown_state_of_picture(const std::filesystem::path& picture);
// The keyword of the text in such a picture.
inline constexpr const char* shown_state_keyword = "orrery";

// Whether it is a picture, by its name.
bool is_picture_file(const std::filesystem::path& file);

// A look as TOML: the tables [look], [look.brush], [look.camera] and [[look.views]], with every
// value, so that a look means the same when the program's own has changed.
std::string look_to_toml(const Look& look);

// What is left out stays as it is in `base`. A key that does not exist, a value of the wrong kind
// or out of range: bad_input with `file` and line.
Look look_from_toml(std::string_view text, const std::filesystem::path& file,
                    const Look& base = {});

} // namespace orrery
