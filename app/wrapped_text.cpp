#include "app/wrapped_text.hpp"

#include "app/numbers.hpp"
#include "sim/base/words.hpp"

#include <fmt/format.h>

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

void append_paragraph(std::vector<std::string>& lines, std::string_view paragraph,
                      std::size_t width) {
    lines.emplace_back();
    for (const std::string& word : words_in(paragraph)) {
        std::string& line = lines.back();
        if (!line.empty() && text_width(line) + 1 + text_width(word) > width) {
            lines.emplace_back();
        } else if (!line.empty()) {
            line += ' ';
        }
        for (std::string_view rest = word;; lines.emplace_back()) {
            const std::string_view piece = first_piece(rest, width);
            lines.back() += piece;
            rest.remove_prefix(piece.size());
            if (rest.empty()) {
                break;
            }
        }
    }
}

} // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    std::vector<std::string> lines;
    for (const std::string_view paragraph : split(text, '\n')) {
        append_paragraph(lines, paragraph, width);
    }
    return fmt::format("{}", fmt::join(lines, "\n" + std::string(indent, ' ')));
}

} // namespace orrery
