#pragma once

#include "app/chart/chart_drawing.hpp"

#include <filesystem>
#include <string>

namespace orrery {

// The charts as a file's contents.
std::string chart_svg(const Charts& charts);
std::string chart_csv(const Charts& charts);  // a row for each bar and each point
std::string chart_json(const Charts& charts); // docs/json.md
// Twice as fine as its pixels. Throws failure in a build that cannot draw it.
std::string chart_png(const Charts& charts);

// Which of them a file's name wants: .svg, .png, .csv, .json; "-" is SVG. Throws bad_input for
// other endings.
using ChartWriter = std::string (*)(const Charts& charts);
ChartWriter chart_writer(const std::filesystem::path& file);

} // namespace orrery
