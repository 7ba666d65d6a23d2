#pragma once

#include "app/commands/offscreen_picture.hpp"
#include "render/pass_clock.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// How long pictures of so many bodies take, and what in them.
struct DrawRow {
    std::size_t bodies = 0;
    std::string sprite; // "glow"
    int repeats = 0;
    double milliseconds = 0;      // the median
    std::vector<PassTime> passes; // the median of each; with them measured a picture takes longer

    double bodies_per_second() const { return static_cast<double>(bodies) / milliseconds * 1e3; }
};

// Of what the picture shows of that simulation, by the clock of whatever draws.
DrawRow time_drawing(OffscreenPicture& picture, const Simulation& simulation, int repeats);

std::string draw_table(const std::vector<DrawRow>& rows);
std::string draw_passes_table(const std::vector<DrawRow>& rows);
std::string draw_json(const std::vector<DrawRow>& rows, Extent size, const std::string& renderer,
                      const nlohmann::ordered_json& provenance);

} // namespace orrery
