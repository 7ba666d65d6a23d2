#pragma once

#include <cstddef>
#include <string>
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
    std::vector<std::size_t> column_widths() const;
    std::string line(const std::vector<std::string>& cells,
                     const std::vector<std::size_t>& widths) const;

    std::vector<std::string> titles_;
    std::vector<bool> to_the_right_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace orrery
