#pragma once

#include "app/commands/result_files.hpp"
#include "app/commands/table.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace orrery {

// One of the lists of `orrery list`: the command prints them, the shells' completions take words
// from them.
struct Listing {
    struct Column {
        const char* title;
        const char* key; // of the rows in JSON
    };

    const char* name; // "colour-maps"
    const char* key;  // in JSON: "colour_maps"
    Json (*json)();   // rows, each with its "id"
    // The table for people, if it is more than columns of the rows; `name_key` is then what rows
    // that are not available are called by.
    std::string (*own_text)(std::size_t width);
    std::vector<Column> columns = {};
    const char* name_key = "id";

    std::vector<std::string> ids() const;
    std::string text(std::size_t width) const; // a table in so many columns
};

std::span<const Listing> listings();

// Throws bad_input for a name that no list has.
const Listing& find_listing(const std::string& name);

// Those of many columns: listing_settings.cpp.
Json algorithms_json();
std::string algorithms_text(std::size_t width);
Json settings_json();
std::string settings_text(std::size_t width);

// A list for people: a table of what is available, and below it by reason what is not.
class ListPage {
public:
    explicit ListPage(std::vector<std::string> columns) : table_(std::move(columns)) {}

    // `name` is what a row is called that is not available, for a reason.
    void add(const std::string& reason, const std::string& name, std::vector<std::string> cells);
    std::string text(std::size_t width) const;

private:
    Table table_;
    std::map<std::string, std::vector<std::string>> unavailable_; // names, by reason
};

// A row in JSON, with whether and why not it is available at its end.
Json list_row(Json row, const std::string& reason = "");

} // namespace orrery
