#include "sim/base/words.hpp"

#include "sim/base/error.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <locale>
#include <numeric>
#include <sstream>

namespace orrery {
namespace {

unsigned char byte_at(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]);
}

// Bytes of the character at the text's start; 0: it must not be shown as it is.
std::size_t showable_length(std::string_view text) {
    const unsigned char first = byte_at(text, 0);
    const std::size_t length = utf8_length(text);
    const bool control =
        first < 0x20 || first == 0x7F || (length == 2 && first == 0xC2 && byte_at(text, 1) < 0xA0);
    return control ? 0 : length;
}

// Insertions, deletions and substitutions of a character, and swaps of two neighbours: the slips of
// a typist.
std::size_t slips_between(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, substitution});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row.back();
}

// How far a name may be from what was typed: a slip for every three letters, and one in a short
// word that has some letters to go by.
std::size_t max_slips(std::string_view wanted) {
    return wanted.size() < 3 ? 0 : std::max<std::size_t>(1, wanted.size() / 3);
}

std::string_view without_dashes(std::string_view name) {
    const std::size_t begin = name.find_first_not_of('-');
    return begin == std::string_view::npos ? std::string_view() : name.substr(begin);
}

// The name that was meant, or null. Dashes in front say nothing: every option has them.
const std::string* nearest(std::string_view typed, const std::vector<std::string>& names) {
    const std::string_view wanted = without_dashes(typed);
    const std::string* found = nullptr;
    std::size_t fewest = max_slips(wanted) + 1;
    std::size_t beginning = 0; // names that begin with what was typed
    const std::string* begun = nullptr;
    for (const std::string& whole : names) {
        const std::string_view name = without_dashes(whole);
        if (wanted.size() >= 2 && name.starts_with(wanted)) {
            ++beginning;
            begun = &whole;
        }
        if (const std::size_t slips = slips_between(wanted, name);
            slips < fewest && slips < name.size()) {
            fewest = slips;
            found = &whole;
        }
    }
    return beginning == 1 ? begun : found;
}

// All of `text` as a finite number, or nothing.
std::optional<double> plain_number(std::string_view text) {
    const auto number = whole_text<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

// The power of `thousand` that k, M or G at the end of `text` stands for; 1 without one.
double suffix_factor(std::string_view text, double thousand) {
    switch (text.empty() ? ' ' : text.back()) {
    case 'k':
    case 'K':
        return thousand;
    case 'm':
    case 'M':
        return thousand * thousand;
    case 'g':
    case 'G':
        return thousand * thousand * thousand;
    default:
        return 1.0;
    }
}

// A whole number from 0 to 2^40, or nothing.
std::optional<std::size_t> whole_number(std::string_view text, double thousand) {
    constexpr double largest = 1099511627776.0; // 2^40
    const double factor = suffix_factor(text, thousand);
    const std::optional<double> number =
        plain_number(factor == 1.0 ? text : text.substr(0, text.size() - 1));
    const double value = std::round(number.value_or(-1) * factor * 1e6) / 1e6; // 1.1k is 1,100
    if (!(value >= 0 && value <= largest) || value != std::floor(value)) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(value);
}

} // namespace

std::string_view trimmed(std::string_view text, std::string_view front, std::string_view back) {
    text.remove_prefix(std::min(text.find_first_not_of(front), text.size()));
    text.remove_suffix(text.size() - (text.find_last_not_of(back) + 1));
    return text;
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size(); begin += parts.back().size() + 1) {
        parts.push_back(text.substr(begin, text.find(at, begin) - begin));
    }
    return parts;
}

std::vector<std::string> words_in(std::string_view text) {
    std::istringstream in{std::string(text)};
    return {std::istream_iterator<std::string>(in), {}};
}

bool same_letters(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 4;
    const std::size_t shown = names.size() > most ? most - 1 : names.size();
    std::string list;
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == names.size();
        list += (i == 0 ? "" : last ? " and " : ", ") + names[i];
    }
    return shown < names.size() ? list + " and " + std::to_string(names.size() - shown) + " more"
                                : list;
}

// Overlong forms, halves of surrogates and what lies beyond U+10FFFF are none (Unicode 15, table
// 3-7).
std::size_t utf8_length(std::string_view text) {
    const unsigned first = byte_at(text, 0);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xC2 && first < 0xE0 ? 2
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4
                                                               : 0;
    if (length > text.size()) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte_at(text, i) & 0xC0) != 0x80) {
            return 0;
        }
    }
    const unsigned second = length > 2 ? byte_at(text, 1) : 0;
    const bool malformed = (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
                           (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90);
    return malformed ? 0 : length;
}

std::string printable(std::string_view text) {
    constexpr const char* digits = "0123456789abcdef";
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = showable_length(text);
        if (length > 0) {
            shown += text.substr(0, length);
        } else {
            const unsigned char byte = byte_at(text, 0);
            shown += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        }
        text.remove_prefix(length > 0 ? length : 1);
    }
    return shown;
}

std::string written(double number) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << number;
    return text.str();
}

std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& names,
                         std::string_view listing_command) {
    const std::string all = "'" + std::string(listing_command) + "' shows all";
    const std::string* meant = nearest(wanted, names);
    return meant == nullptr ? all : "did you mean '" + *meant + "'? " + all;
}

std::size_t parse_count(std::string_view text, std::string_view where) {
    const std::optional<std::size_t> count = whole_number(text, 1024);
    if (!count) {
        throw bad_input("'" + std::string(text) + "' is not a number of bodies", std::string(where),
                        "type a whole number such as 4096, 16k (16,384), 1M (1,048,576) or 1e5");
    }
    return *count;
}

std::size_t parse_number_of(std::string_view noun, std::string_view text, std::string_view where) {
    const std::optional<std::size_t> number = whole_number(text, 1000);
    if (!number) {
        throw bad_input("'" + std::string(text) + "' is not a number of " + std::string(noun),
                        std::string(where), "type a whole number such as 250, 10k (10,000) or 1e5");
    }
    return *number;
}

double parse_number(std::string_view text, std::string_view where) {
    const std::size_t slash = text.find('/');
    std::optional<double> number;
    if (slash == std::string_view::npos) {
        number = plain_number(text);
    } else {
        const auto above = plain_number(text.substr(0, slash));
        const auto below = plain_number(text.substr(slash + 1));
        if (above && below && std::isfinite(*above / *below)) {
            number = *above / *below;
        }
    }
    if (!number) {
        throw bad_input("'" + std::string(text) + "' is not a number", std::string(where),
                        "type one such as 0.05, 1e-3 or 1/64");
    }
    return *number;
}

} // namespace orrery
