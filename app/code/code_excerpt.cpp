// The lines of an algorithm's source that are shown, from the table that was cut at build time.

#include "app/code/code_excerpt.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr std::string_view lit_from = "// [lit]", lit_to = "// [/lit]";

std::string_view without_indent(std::string_view line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

std::vector<std::string_view> lines_of_part(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    while (!lines.empty() && without_indent(lines.back()).empty()) {
        lines.pop_back(); // in front of the closing mark
    }
    return lines;
}

// Blanks that all lines begin with; a directive may stand farther left.
std::size_t common_indent(const std::vector<std::string_view>& lines) {
    std::size_t least = std::string_view::npos;
    for (const std::string_view line : lines) {
        const std::string_view rest = without_indent(line);
        if (!rest.empty() && rest.front() != '#') {
            least = std::min(least, line.size() - rest.size());
        }
    }
    return least == std::string_view::npos ? 0 : least;
}

void append(const CodePart& part, CodeExcerpt& excerpt) {
    const std::vector<std::string_view> lines = lines_of_part(part.text);
    const std::size_t indent = common_indent(lines);
    bool lit = false;
    int number = part.line;
    for (const std::string_view line : lines) {
        const std::string_view rest = without_indent(line);
        if (rest == lit_from || rest == lit_to) {
            lit = rest == lit_from;
        } else {
            const std::size_t cut = std::min(indent, line.size() - rest.size());
            excerpt.lines.push_back({std::string(line.substr(cut)), number, lit});
        }
        ++number;
    }
}

// A line is broken before a token that has no room any more. A directive is one token and is broken
// within. Returns that place; 0: nowhere.
std::size_t place_to_break(std::string_view line, std::size_t columns) {
    if (line.size() <= columns) {
        return 0;
    }
    if (line.starts_with('#')) {
        const std::size_t blank = line.rfind(' ', columns);
        return blank != std::string_view::npos ? blank : 0;
    }
    std::size_t place = 0;
    std::size_t end = 0;
    for (const CodeToken& token : tokens_of(line)) {
        const bool word = token.text.starts_with(' ') && end > 0;
        place =
            word && end <= columns && without_indent(line.substr(0, end)).size() > 0 ? end : place;
        end += token.text.size();
    }
    return place;
}

} // namespace

CodeExcerpt excerpt_of(std::string_view algorithm, std::span<const std::string> lit) {
    CodeExcerpt excerpt;
    for (const CodePart& part : code_parts()) {
        if (algorithm != part.algorithm) {
            continue;
        }
        if (excerpt.lines.empty()) {
            excerpt.file = part.file;
        } else {
            excerpt.lines.push_back({"…", 0, false});
        }
        append(part, excerpt);
    }
    const auto holds_one = [&](const CodeLine& line) {
        return std::ranges::any_of(lit, [&](const std::string& word) {
            return line.text.find(word) != std::string::npos;
        });
    };
    if (std::ranges::any_of(excerpt.lines, holds_one)) {
        for (CodeLine& line : excerpt.lines) {
            line.lit = holds_one(line);
        }
    }
    return excerpt;
}

CodeExcerpt wrapped_code(const CodeExcerpt& excerpt, std::size_t columns) {
    constexpr std::size_t further = 4;
    CodeExcerpt wrapped{excerpt.file, {}};
    for (const CodeLine& line : excerpt.lines) {
        std::string rest = line.text;
        const std::size_t indent = rest.size() - without_indent(rest).size();
        while (const std::size_t place = place_to_break(rest, columns)) {
            wrapped.lines.push_back({rest.substr(0, place), line.number, line.lit});
            rest = std::string(indent + further, ' ') +
                   std::string(without_indent(std::string_view(rest).substr(place)));
        }
        wrapped.lines.push_back({rest, line.number, line.lit});
    }
    return wrapped;
}

} // namespace orrery
