#pragma once

#include "app/commands/table.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// A row of a list of `orrery list`; the first figure is its id.
struct ListRow {
    Figures figures;
    std::string reason = {}; // why it is not available; empty: it is
    std::string name = {};   // that it is called by then; empty: its id
};

// One of the lists of `orrery list`.
struct Listing {
    const char* name; // "colour-maps"
    const char* key;  // in JSON: "colour_maps"
    std::vector<ListRow> (*rows)();
    // The page for people, `width` columns wide, if it is more than a table of the rows.
    std::string (*own_text)(std::size_t width) = nullptr;
};

// The lists of many columns are made in listing_settings.cpp.
std::vector<ListRow> algorithm_rows();
std::vector<ListRow> setting_rows();
std::string settings_text(std::size_t width);

std::vector<Listing> listings();

} // namespace orrery
