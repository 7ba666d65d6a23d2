#include "sim/base/parse_number.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <cmath>
#include <optional>
#include <string>

namespace orrery {
namespace {

// All of `text` as a finite number, or nothing.
std::optional<double> plain_number(std::string_view text) {
    const auto number = whole_text<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

// What k, M or G at the end of `text` stand for, with powers of `thousand`; 1 without one.
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
