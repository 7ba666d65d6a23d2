#include "app/commands/table.hpp"

#include "app/commands/provenance.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace orrery {

Table::Table(std::vector<std::string> titles) : titles_(std::move(titles)) {
    for (std::string& title : titles_) {
        to_the_right_.push_back(title.starts_with('>'));
        title.erase(0, to_the_right_.back() ? 1 : 0);
    }
}

void Table::add_row(std::vector<std::string> cells) {
    assert(cells.size() == titles_.size());
    rows_.push_back(std::move(cells));
}

std::string Table::text(std::size_t width) const {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < titles_.size(); ++i) {
        widths.push_back(text_width(titles_[i]));
        for (const auto& row : rows_) {
            widths[i] = std::max(widths[i], text_width(row[i]));
        }
    }
    std::string text;
    std::size_t column = 0; // where the last cell of a line begins
    const auto add_line = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::size_t own = text_width(cells[i]);
            const std::string padding(widths[i] - std::min(widths[i], own), ' ');
            line += i == 0 ? "" : "  ";
            line += to_the_right_[i] ? padding + cells[i] : cells[i] + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
        column += widths[i] + 2;
    }
    add_line(titles_);
    for (std::vector<std::string> cells : rows_) {
        if (width != std::string::npos) {
            constexpr std::size_t least = 20; // narrower is nothing to read
            cells.back() = wrapped(cells.back(), std::max(width, column + least) - column, column);
        }
        add_line(cells);
    }
    return text;
}

Figure count_figure(const char* key, const char* heading, std::size_t count) {
    return {key, count, heading, with_thousands(count)};
}

Figure time_figure(const char* key, const char* heading, std::optional<double> milliseconds) {
    return milliseconds ? Figure{key, *milliseconds, heading, as_milliseconds(*milliseconds)}
                        : Figure{key, {}, heading};
}

Figure rate_figure(const char* key, const char* heading, std::optional<double> per_second) {
    return per_second ? Figure{key, *per_second, heading, with_prefix(*per_second, "")}
                      : Figure{key, {}, heading};
}

std::string table_text(const std::vector<Figures>& rows, std::size_t width) {
    std::vector<std::size_t> columns;
    std::vector<std::string> headings;
    for (std::size_t i = 0; !rows.empty() && i < rows.front().size(); ++i) {
        const char* const heading = rows.front()[i].heading;
        const auto known = [i](const Figures& row) { return !row[i].text.empty(); };
        if (heading != nullptr && std::ranges::any_of(rows, known)) {
            columns.push_back(i);
            headings.emplace_back(heading);
        }
    }
    Table table(headings);
    for (const Figures& row : rows) {
        std::vector<std::string> cells;
        for (const std::size_t i : columns) {
            const bool is_number = *row[i].heading == '>';
            cells.push_back(row[i].text.empty() && is_number ? "–" : row[i].text);
        }
        table.add_row(std::move(cells));
    }
    return table.text(width);
}

Json json_of(const Figures& row) {
    auto object = Json::object();
    for (const Figure& figure : row) {
        if (figure.key != nullptr) {
            object[figure.key] = figure.value;
        }
    }
    return object;
}

Json json_of(const std::vector<Figures>& rows) {
    auto list = Json::array();
    for (const Figures& row : rows) {
        list.push_back(json_of(row));
    }
    return list;
}

Json rows_json(const std::vector<Figures>& rows, const Json& provenance) {
    auto document = Json::object();
    for (const char* key : {"machine", "version", "commit", "date"}) {
        document[key] = provenance.at(key);
    }
    document["rows"] = json_of(rows);
    document["provenance"] = provenance;
    return document;
}

ExitCode report_findings(const char* name, const std::string& json,
                         const std::function<Findings(const std::stop_token&)>& measure) {
    require_place(json);
    const StopSignals signals;
    const std::string date = date_now();
    const Findings found = measure(signals.token());
    ResultFiles results;
    results.write_report(json, json_text(found.document)); // first: a terminal may be gone
    bool has_standard_output = json != "-";
    for (const auto& [file, text] : found.files) {
        results.write_report(file, text);
        has_standard_output = has_standard_output && file != "-";
    }
    if (has_standard_output) {
        fmt::print("{}{}", report_heading(date), found.page);
    }
    if (signals.interrupted()) {
        throw failure("stopped before every row was measured", name, "");
    }
    return results.exit_code();
}

} // namespace orrery
