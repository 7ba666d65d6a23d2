#include "app/commands/table.hpp"

#include "app/text_width.hpp"

#include <algorithm>
#include <cassert>

namespace orrery {
Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add_row(std::vector<std::string> cells) {
    assert(cells.size() == columns_.size());
    rows_.push_back(std::move(cells));
}

std::string Table::text() const {
    std::vector<std::string> header;
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        header.push_back(columns_[i].title);
        std::size_t width = text_width(columns_[i].title);
        for (const auto& row : rows_) {
            width = std::max(width, text_width(row[i]));
        }
        widths.push_back(width);
    }
    const auto line = [&](const std::vector<std::string>& cells) {
        std::string text;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string padding(widths[i] - text_width(cells[i]), ' ');
            text += i == 0 ? "" : "  ";
            text += columns_[i].align == Align::left ? cells[i] + padding : padding + cells[i];
        }
        text.erase(text.find_last_not_of(' ') + 1);
        return text + "\n";
    };
    std::string text = line(header);
    for (const auto& row : rows_) {
        text += line(row);
    }
    return text;
}

} // namespace orrery
