#include "app/commands/table.hpp"

#include <algorithm>
#include <cassert>

namespace orrery {
namespace {

// Code points of UTF-8. The texts of this program have no combining or double-width ones.
std::size_t character_count(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

} // namespace

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
        std::size_t width = character_count(columns_[i].title);
        for (const auto& row : rows_) {
            width = std::max(width, character_count(row[i]));
        }
        widths.push_back(width);
    }
    const auto line = [&](const std::vector<std::string>& cells) {
        std::string text;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string padding(widths[i] - character_count(cells[i]), ' ');
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
