#pragma once

#include "app/commands/results.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// Columns of text for the terminal, aligned by characters and not bytes.
class Table {
public:
    // The columns' titles; one after '>', like ">TIME", has its column aligned to the right.
    explicit Table(std::vector<std::string> titles);

    // One cell a column.
    void add_row(std::vector<std::string> cells);

    // Lines with a header, two spaces between columns, nothing after the last one. With a `width`
    // the last column is broken into lines, so that there are so many columns.
    std::string text(std::size_t width = std::string::npos) const;

private:
    std::vector<std::string> titles_;
    std::vector<bool> to_the_right_;
    std::vector<std::vector<std::string>> rows_;
};

// A figure of a row, for people and for programs (docs/json.md). No key: not in JSON; no heading:
// not in the table, where a text that is empty is not known.
struct Figure {
    const char* key;
    Json value;
    const char* heading = nullptr; // as Table takes it
    std::string text = {};
};
using Figures = std::vector<Figure>;
// Those that stand in both in the same way. A number that is not known is null, and has no text.
Figure count_figure(const char* key, const char* heading, std::size_t count); // "65,536"
Figure time_figure(const char* key, const char* heading, std::optional<double> milliseconds);
Figure rate_figure(const char* key, const char* heading, std::optional<double> per_second);

// The rows as a table, without columns that nothing is known for.
std::string table_text(const std::vector<Figures>& rows, std::size_t width = std::string::npos);
Json json_of(const Figures& row);
Json json_of(const std::vector<Figures>& rows);

// A document with these rows, "machine", "version", "commit" and "date" before them.
Json rows_json(const std::vector<Figures>& rows, const Json& provenance);

// What a command found.
struct Findings {
    std::string page;
    Json document;
    std::vector<std::pair<std::string, std::string>> files = {}; // others: names and texts
};
// The frame of a command, "bench m2l", that measures: prints the page of what `measure` finds, or
// writes the document to `json`, if it is not empty. Ctrl+C stops the measurement; what there is
// until then is reported, and it fails.
ExitCode report_findings(const char* name, const std::string& json,
                         const std::function<Findings(const std::stop_token&)>& measure);

} // namespace orrery
