#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace orrery {

// One of the lists of `orrery list`: the command prints them, the shells' completions take words
// from them.
struct Listing {
    const char* name; // "colour-maps"
    const char* key;  // in JSON: "colour_maps"
    std::vector<std::string> (*ids)();
    nlohmann::ordered_json (*json)();
    std::string (*text)(std::size_t width); // a table in so many columns
};

std::span<const Listing> listings();

// Throws bad_input for a name that no list has.
const Listing& find_listing(const std::string& name);

// What can be computed on: the processor and GPUs.
struct Device {
    std::string id, title;
    std::string reason; // empty, or why it cannot be used
};
std::vector<Device> devices();

// What files can be read and written, snapshots and others.
struct FileKind {
    std::string id, title, ending, holds;
    bool reads, writes;
    std::string reason; // empty, or why neither is possible here
};
std::vector<FileKind> file_kinds();

// listing_json.cpp
nlohmann::ordered_json algorithms_json();
nlohmann::ordered_json sharing_json();
nlohmann::ordered_json integrators_json();
nlohmann::ordered_json scenes_json();
nlohmann::ordered_json devices_json();
nlohmann::ordered_json formats_json();
nlohmann::ordered_json colour_maps_json();
nlohmann::ordered_json settings_json();
nlohmann::ordered_json commands_json();

// listing_text.cpp
std::string algorithms_text(std::size_t width);
std::string sharing_text(std::size_t width);
std::string integrators_text(std::size_t width);
std::string scenes_text(std::size_t width);
std::string devices_text(std::size_t width);
std::string formats_text(std::size_t width);
std::string colour_maps_text(std::size_t width);
std::string settings_text(std::size_t width);
std::string commands_text(std::size_t width);

} // namespace orrery
