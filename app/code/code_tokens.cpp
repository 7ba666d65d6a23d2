// What the parts of a line of C++ are, as far as an audience sees it by their colours.

#include "app/code/code_excerpt.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace orrery {
namespace {

constexpr std::array<std::string_view, 48> keywords{
    "alignas",  "auto",        "bool",       "break",        "case",       "class",
    "const",    "constexpr",   "continue",   "default",      "do",         "double",
    "else",     "enum",        "false",      "float",        "for",        "if",
    "inline",   "int",         "long",       "namespace",    "new",        "nullptr",
    "operator", "private",     "public",     "return",       "short",      "sizeof",
    "static",   "static_cast", "struct",     "switch",       "template",   "this",
    "true",     "typename",    "unsigned",   "using",        "void",       "volatile",
    "while",    "__device__",  "__global__", "__constant__", "__shared__", "__syncthreads"};

// Bytes of letters beyond ASCII stay together.
bool is_word(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return std::isalnum(byte) != 0 || letter == '_' || byte >= 0x80;
}

// Types are written like ThisOne, and as in std::size_t.
TokenKind kind_of_word(std::string_view word) {
    if (std::ranges::find(keywords, word) != keywords.end()) {
        return TokenKind::keyword;
    }
    const bool capital = std::isupper(static_cast<unsigned char>(word.front())) != 0;
    return capital || word.ends_with("_t") ? TokenKind::type : TokenKind::plain;
}

std::size_t end_of_string(std::string_view line, std::size_t at) {
    const char quote = line[at];
    for (++at; at < line.size() && line[at] != quote; ++at) {
        at += line[at] == '\\' ? 1 : 0;
    }
    return std::min(at + 1, line.size());
}

// Digits, with their points, marks, exponents and suffixes.
std::size_t end_of_number(std::string_view line, std::size_t at) {
    const auto belongs = [&](std::size_t i) {
        const bool sign = (line[i] == '-' || line[i] == '+') &&
                          std::string_view("eEpP").find(line[i - 1]) != std::string_view::npos;
        return is_word(line[i]) || line[i] == '.' || line[i] == '\'' || sign;
    };
    while (at < line.size() && belongs(at)) {
        ++at;
    }
    return at;
}

} // namespace

std::vector<CodeToken> tokens_of(std::string_view line) {
    std::vector<CodeToken> tokens;
    for (std::size_t begin = 0; begin < line.size();) {
        const std::size_t first = std::min(line.find_first_not_of(' ', begin), line.size());
        std::size_t end = first;
        TokenKind kind = TokenKind::plain;
        if (first == line.size()) {
            // blanks at the end
        } else if (line.substr(first).starts_with("//") || line.substr(first).starts_with("/*")) {
            const std::size_t closed =
                line[first + 1] == '*' ? line.find("*/", first + 2) : std::string_view::npos;
            end = closed == std::string_view::npos ? line.size() : closed + 2;
            kind = TokenKind::comment;
        } else if (line[first] == '#' && tokens.empty()) {
            end = line.size();
            kind = TokenKind::directive;
        } else if (line[first] == '"' || line[first] == '\'') {
            end = end_of_string(line, first);
            kind = TokenKind::string;
        } else if (std::isdigit(static_cast<unsigned char>(line[first])) != 0) {
            end = end_of_number(line, first);
            kind = TokenKind::number;
        } else if (is_word(line[first])) {
            while (end < line.size() && is_word(line[end])) {
                ++end;
            }
            kind = kind_of_word(line.substr(first, end - first));
        } else {
            ++end;
        }
        tokens.push_back({line.substr(begin, end - begin), kind});
        begin = end;
    }
    return tokens;
}

} // namespace orrery
