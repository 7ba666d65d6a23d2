#pragma once

#include <imgui.h>

#include <filesystem>
#include <optional>
#include <string>

namespace orrery {

// Loads the fonts into Dear ImGui's context, once: from the program's own folder or from where
// systems keep theirs. ImGui's own font stands in for those not found.
void load_fonts(const std::filesystem::path& own = {});
// What to tell the user once where that was so.
std::optional<std::string> missing_fonts(const std::filesystem::path& own = {});

ImFont* number_font(); // JetBrains Mono: digits of one width, so that numbers do not dance
ImFont* strong_font(); // Inter, semi-bold

} // namespace orrery
