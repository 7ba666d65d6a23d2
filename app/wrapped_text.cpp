#include "app/wrapped_text.hpp"

#include "app/numbers.hpp"

#include <fmt/format.h>

#include <sstream>
#include <vector>

namespace orrery {
namespace {

// As much of a word as fits, up to the last bar or comma in it; all of it where there is none.
std::string_view first_piece(std::string_view word, std::size_t width) {
    std::size_t end = word.size();
    while (end != 0 && text_width(word.substr(0, end)) > width) {
        const std::size_t bar = end < 2 ? std::string_view::npos : word.find_last_of("|,", end - 2);
        if (bar == std::string_view::npos) {
            return word;
        }
        end = bar + 1;
    }
    return word.substr(0, end);
}

void append_paragraph(std::vector<std::string>& lines, const std::string& paragraph,
                      std::size_t width) {
    std::istringstream words(paragraph);
    lines.emplace_back();
    for (std::string word; words >> word;) {
        std::string_view rest = word;
        if (!lines.back().empty()) {
            if (text_width(lines.back()) + 1 + text_width(rest) > width) {
                lines.emplace_back();
            } else {
                lines.back() += ' ';
            }
        }
        for (;;) {
            const std::string_view piece = first_piece(rest, width);
            lines.back() += piece;
            rest.remove_prefix(piece.size());
            if (rest.empty()) {
                break;
            }
            lines.emplace_back();
        }
    }
}

} // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    std::vector<std::string> lines;
    std::istringstream paragraphs{std::string(text)};
    for (std::string paragraph; std::getline(paragraphs, paragraph);) {
        append_paragraph(lines, paragraph, width);
    }
    return fmt::format("{}", fmt::join(lines, "\n" + std::string(indent, ' ')));
}

} // namespace orrery
